-- Pictures of signatures. A document names the one with which it was signed, so a used picture is never changed.
CREATE TABLE signatures (
  id text PRIMARY KEY,
  -- null: the account was erased
  account uuid REFERENCES accounts (id) ON DELETE SET NULL,
  -- a small PNG with a transparent ground
  content bytea NOT NULL CHECK (octet_length(content) <= 300000),
  -- signs the person's next document
  is_current boolean NOT NULL DEFAULT true,
  -- on a document
  is_used boolean NOT NULL DEFAULT false
);

CREATE UNIQUE INDEX signatures_current ON signatures (account) WHERE is_current;

-- The revocation list names documents that are not valid any more, though their last day is still to come.
CREATE INDEX documents_not_valid ON documents (valid_until) WHERE state <> 'valid';
