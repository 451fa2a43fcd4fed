-- The texts of the files of each configuration that was in force, so that it can be served again.
CREATE TABLE config_files (
  -- sha256 of the text; a text that many configurations share is kept once
  hash text PRIMARY KEY,
  -- the text in UTF-8, compressed with deflate
  body bytea NOT NULL
);
