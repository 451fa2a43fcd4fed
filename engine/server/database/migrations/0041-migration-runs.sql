-- Append-only: the migrations of configurations that this database has run, or taken back.
CREATE TABLE migration_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- name of its file
  migration text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('forward', 'back')),
  -- how many records it changed
  records integer NOT NULL,
  -- number of the configuration that came into force with it; `applied_versions` says who decided it
  version integer NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX migration_runs_by_name ON migration_runs (migration, id);

CREATE TRIGGER migration_runs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON migration_runs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
