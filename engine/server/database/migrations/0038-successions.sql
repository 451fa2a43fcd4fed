-- Append-only: what became of names that a configuration lost or renamed, each time that this changed stored data.
CREATE TABLE successions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- what it names, such as `department` or `question`, and its name then
  kind text NOT NULL,
  name text NOT NULL,
  -- the name that took its place; null: its values were erased
  successor text,
  -- number of the configuration that said so
  version integer NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX successions_by_name ON successions (kind, name, id);

CREATE TRIGGER successions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON successions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
