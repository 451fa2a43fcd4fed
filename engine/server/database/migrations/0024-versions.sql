-- Append-only: one row each time that a configuration comes into force, so that going back is a new row, too.
CREATE TABLE versions (
  number integer PRIMARY KEY CHECK (number > 0),
  hash text NOT NULL REFERENCES portals (hash),
  at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE TRIGGER portals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON portals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER config_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON config_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Append-only: the files of each version, sealed. A version is sealed again under a new audit key.
CREATE TABLE version_files (
  -- number of the version
  version integer NOT NULL,
  -- fingerprint of the audit key, as in `audit_keys`
  key text NOT NULL,
  -- name of each file → its hash; rows that offices keep are not in them
  files jsonb NOT NULL,
  -- keyed hash over the version's number, its portal and these files
  seal bytea NOT NULL,
  PRIMARY KEY (version, key)
);

CREATE TRIGGER version_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON version_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
