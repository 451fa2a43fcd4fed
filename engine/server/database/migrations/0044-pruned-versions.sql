-- Append-only: the versions whose files may be gone, by the rule of the configuration. Their numbers, hashes, file lists
-- and plans stay.
CREATE TABLE pruned_versions (
  version integer PRIMARY KEY REFERENCES versions (number),
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TRIGGER pruned_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON pruned_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Events come in the order of versions, so few pages have to be read to find those of one.
CREATE INDEX events_by_configuration ON events USING brin (configuration);

-- The files that something still needs.
CREATE VIEW needed_config_files AS
  SELECT DISTINCT one.value AS hash FROM (
    SELECT files FROM version_files f WHERE NOT EXISTS (SELECT FROM pruned_versions p WHERE p.version = f.version)
    UNION ALL SELECT files FROM wished_versions
  ) lists, jsonb_each_text(lists.files) one;

CREATE FUNCTION refuse_pruning_needed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM pruned p WHERE p.version = (SELECT max(number) FROM versions)
      OR EXISTS (SELECT FROM events e WHERE e.configuration = p.version))
  THEN
    RAISE EXCEPTION 'the files of a version that is in force, or that an event names, are not pruned';
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION refuse_pruning_needed() SET search_path FROM CURRENT;

CREATE TRIGGER pruned_versions_not_needed AFTER INSERT ON pruned_versions
  REFERENCING NEW TABLE AS pruned FOR EACH STATEMENT EXECUTE FUNCTION refuse_pruning_needed();

CREATE FUNCTION refuse_deleting_needed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone JOIN needed_config_files USING (hash)) THEN
    RAISE EXCEPTION 'a version needs these files';
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION refuse_deleting_needed() SET search_path FROM CURRENT;

DROP TRIGGER config_files_append_only ON config_files;
CREATE TRIGGER config_files_append_only BEFORE UPDATE OR TRUNCATE ON config_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER config_files_not_needed AFTER DELETE ON config_files
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleting_needed();

-- A process that serves a version without files writes nothing more under it.
CREATE OR REPLACE FUNCTION refuse_left_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Held until the end of the transaction, so no version is left in the middle of a change. Whoever puts one in force
  -- has the lock for itself; nobody waits for it with records of their own locked.
  IF NOT pg_try_advisory_xact_lock_shared(hashtext('version_in_force'))
    OR EXISTS (SELECT FROM applied_versions a WHERE a.version > NEW.configuration)
    OR EXISTS (SELECT FROM pruned_versions p WHERE p.version = NEW.configuration)
  THEN
    RAISE EXCEPTION 'version % is no longer in force', NEW.configuration USING ERRCODE = 'PV001';
  END IF;
  RETURN NEW;
END $$;
ALTER FUNCTION refuse_left_version() SET search_path FROM CURRENT;
