-- Accounts have a position, a version and a history. Their events are in the table of those of records, so that the
-- same ledger writes them and the same audit verifies them.

ALTER TABLE accounts
  -- the person's job title
  ADD COLUMN position text,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- hash of the newest event; null: nobody has changed the account in the portal yet
  ADD COLUMN head bytea;

-- `record` of an event is a record or an account.
ALTER TABLE events DROP CONSTRAINT events_record_fkey;

CREATE FUNCTION keep_subject_of_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM events e WHERE e.record = OLD.id) THEN
    RAISE EXCEPTION '% has a history', OLD.slug USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN OLD;
END $$;
ALTER FUNCTION keep_subject_of_history() SET search_path FROM CURRENT;

CREATE TRIGGER records_keep_history BEFORE DELETE ON records
  FOR EACH ROW EXECUTE FUNCTION keep_subject_of_history();
CREATE TRIGGER accounts_keep_history BEFORE DELETE ON accounts
  FOR EACH ROW EXECUTE FUNCTION keep_subject_of_history();

CREATE OR REPLACE VIEW user_records AS
SELECT
  id,
  'user'::text AS type,
  slug,
  NULL::text AS number,
  -- An account that was invited has no password until the person sets one.
  CASE WHEN is_suspended THEN 'suspended' WHEN password = '' THEN 'invited' ELSE 'active' END AS state,
  NULL::text AS kind,
  id AS owner,
  department AS office,
  unit,
  NULL::uuid AS parent,
  '{}'::uuid[] AS ancestors,
  version,
  NULL::timestamptz AS due,
  jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'username', username, 'department', department, 'unit', unit, 'position', position)) AS data,
  NULL::text AS form,
  '{}'::jsonb AS items,
  created_at AS since,
  '{}'::jsonb AS clocks,
  NULL::jsonb AS booking,
  NULL::timestamptz AS wake,
  array_to_tsvector(array_remove(regexp_split_to_array(lower(name || ' ' || username), '[^[:alnum:]]+'), '')) AS search,
  head,
  created_at,
  updated_at,
  NULL::timestamptz AS filed_at
FROM accounts;
