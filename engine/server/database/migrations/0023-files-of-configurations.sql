-- The files of each configuration that was in force, so that it can be served again: never changed, never deleted.
CREATE TABLE config_files (
  -- sha256 of the text; a text that many configurations share is kept once
  hash text PRIMARY KEY,
  -- the text in UTF-8, compressed with deflate
  body bytea NOT NULL
);

ALTER TABLE portals
  -- name of each file → its hash; rows that offices keep are not in them. Null: it came into force before files were kept
  ADD COLUMN files jsonb;
