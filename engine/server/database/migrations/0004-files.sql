-- Uploaded papers. The bytes lie in the data folder under the id; a paper that was replaced stays for the history.
CREATE TABLE files (
  id text PRIMARY KEY,
  record uuid NOT NULL REFERENCES records (id),
  -- id of the checklist's item
  item text NOT NULL,
  -- who sent it
  account uuid NOT NULL,
  -- as the person named it
  name text NOT NULL,
  -- what its content is, once it is whole
  type text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea,
  state text NOT NULL CHECK (state IN ('uploading', 'filed', 'replaced', 'removed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  filed_at timestamptz
);

CREATE INDEX files_by_record ON files (record, item);
CREATE INDEX files_unfinished ON files (created_at) WHERE state = 'uploading';
CREATE INDEX files_unfinished_by_account ON files (account) WHERE state = 'uploading';
