-- Append-only: the versions that somebody put in force with a command. Others follow the files of a folder, or rows.
CREATE TABLE applied_versions (
  version integer PRIMARY KEY,
  -- the earlier version whose files it has; null: its files are new
  again integer,
  author text NOT NULL,
  message text NOT NULL,
  -- as `munisipyo plan --format json` writes it
  plan jsonb NOT NULL
);

CREATE TRIGGER applied_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON applied_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- A process that has not heard of an applied version yet writes nothing under the one before.
CREATE FUNCTION refuse_left_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Held until the end of the transaction, so no version is left in the middle of a change. Whoever puts one in force
  -- has the lock for itself; nobody waits for it with records of their own locked.
  IF NOT pg_try_advisory_xact_lock_shared(hashtext('version_in_force'))
    OR EXISTS (SELECT FROM applied_versions a WHERE a.version > NEW.configuration)
  THEN
    RAISE EXCEPTION 'version % is no longer in force', NEW.configuration USING ERRCODE = 'PV001';
  END IF;
  RETURN NEW;
END $$;
ALTER FUNCTION refuse_left_version() SET search_path FROM CURRENT;

CREATE TRIGGER events_of_version_in_force BEFORE INSERT ON events
  FOR EACH ROW EXECUTE FUNCTION refuse_left_version();
