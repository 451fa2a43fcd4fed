-- An account may work in several departments or units. Its row in `accounts` holds the first membership; the others
-- are here.
CREATE TABLE memberships (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- key of the configuration
  department text NOT NULL,
  unit text,
  position text,
  -- values that differ from the department's own
  flags jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (account, department, unit)
);
CREATE INDEX memberships_by_department ON memberships (department, account);

ALTER TABLE accounts
  -- the membership that was used last, with which the next session begins; null: the first one
  ADD COLUMN last_membership uuid REFERENCES memberships (id) ON DELETE SET NULL,
  -- the departments of its other memberships: what they demand of a sign-in holds for the whole account
  ADD COLUMN other_departments text[] NOT NULL DEFAULT '{}';

-- The membership in which a session works; null: the first one. A session goes on there when its membership ends.
ALTER TABLE sessions ADD COLUMN membership uuid REFERENCES memberships (id) ON DELETE SET NULL;
CREATE INDEX sessions_by_membership ON sessions (membership) WHERE membership IS NOT NULL;

CREATE FUNCTION keep_other_departments() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.account ELSE NEW.account END;
BEGIN
  UPDATE accounts SET other_departments = ARRAY(
    SELECT DISTINCT m.department FROM memberships m WHERE m.account = changed ORDER BY 1) WHERE id = changed;
  RETURN NULL;
END $$;
ALTER FUNCTION keep_other_departments() SET search_path FROM CURRENT;
CREATE TRIGGER memberships_tell_account AFTER INSERT OR DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION keep_other_departments();

-- The account as it is in one of its other memberships.
CREATE FUNCTION portal_member(a accounts, m memberships) RETURNS accounts LANGUAGE sql STABLE AS $$
  SELECT jsonb_populate_record(a, jsonb_build_object('department', m.department, 'unit', m.unit,
    'position', m.position, 'flags', m.flags,
    'other_departments', array_append(a.other_departments, a.department)))
$$;

-- Each account once for each of its memberships; `membership` is null for the first one.
CREATE VIEW account_memberships AS
SELECT id, slug, department, username, name, password, unit, language, flags, is_suspended, has_second_step,
  other_departments, NULL::uuid AS membership FROM accounts
UNION ALL
SELECT a.id, a.slug, m.department, a.username, a.name, a.password, m.unit, a.language, m.flags, a.is_suspended,
  a.has_second_step, array_append(a.other_departments, a.department), m.id
FROM memberships m JOIN accounts a ON a.id = m.account;

CREATE OR REPLACE FUNCTION portal_session(bearer bytea) RETURNS TABLE (account accounts, stale boolean) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.id IS NULL THEN a ELSE portal_member(a, m) END, s.seen_at < now() - interval '5 minutes'
    FROM sessions s JOIN accounts a ON a.id = s.account
      LEFT JOIN memberships m ON m.id = s.membership AND m.account = a.id
    WHERE s.token = bearer AND NOT a.is_suspended AND portal_session_lives(s.started_at, s.seen_at)
$$;
