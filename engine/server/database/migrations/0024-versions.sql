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
