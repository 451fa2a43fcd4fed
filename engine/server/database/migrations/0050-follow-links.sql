-- Secret links with which people follow a record that they sent without an account.
CREATE TABLE follow_links (
  -- SHA-256 of the secret: a copy of the database opens no record
  token bytea PRIMARY KEY,
  -- the link is written before its record, in the same transaction
  record uuid NOT NULL REFERENCES records (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  -- digest of the address that it was mailed to; null: it was only shown
  address bytea,
  made_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX follow_links_by_record ON follow_links (record);
CREATE INDEX follow_links_by_address ON follow_links (address, made_at) WHERE address IS NOT NULL;
