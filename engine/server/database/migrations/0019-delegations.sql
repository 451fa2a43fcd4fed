-- An officer names a deputy, who acts for them from one day to another.
CREATE TABLE delegations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  officer uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  deputy uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- Days in the portal's time zone. The last one belongs to the delegation.
  first_day date NOT NULL,
  last_day date NOT NULL,
  -- As `type.step`; null: every step that may be delegated.
  steps text[],
  -- Names of the flags that the officer passes on.
  flags text[] NOT NULL DEFAULT '{}',
  reason text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  -- Ended before its last day.
  ended_at timestamptz,
  CHECK (officer <> deputy),
  CHECK (first_day <= last_day)
);
CREATE INDEX delegations_officer ON delegations (officer, last_day);
CREATE INDEX delegations_deputy ON delegations (deputy, last_day);

-- The delegation under which a session acts; null: its account acts for itself.
ALTER TABLE sessions ADD COLUMN delegation uuid REFERENCES delegations (id) ON DELETE SET NULL;

-- Delegations that nobody ended, of accounts that are not suspended. The caller compares the days.
CREATE VIEW open_delegations AS
SELECT d.id, d.deputy, d.first_day, d.last_day, jsonb_build_object(
  'id', d.id, 'account', o.id, 'name', o.name, 'username', o.username, 'department', o.department, 'unit', o.unit,
  'flags', o.flags, 'first_day', d.first_day, 'last_day', d.last_day, 'steps', d.steps, 'gives', d.flags) AS delegation
FROM delegations d JOIN accounts o ON o.id = d.officer JOIN accounts a ON a.id = d.deputy
WHERE d.ended_at IS NULL AND NOT o.is_suspended AND NOT a.is_suspended;

-- The delegation under which the session with this digest acts, or null.
CREATE FUNCTION portal_delegation(bearer bytea) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT d.delegation FROM sessions s JOIN open_delegations d ON d.id = s.delegation AND d.deputy = s.account
    WHERE s.token = bearer
$$;

-- `who`: the accounts whose steps on the records are asked for. A deputy's step is also one of the officer.
DROP FUNCTION portal_family(uuid, uuid);
CREATE FUNCTION portal_family(root uuid, who uuid[]) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE family AS (
      SELECT 0 AS depth, r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.assignee, r.parent,
        r.version, r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.wake, r.head,
        r.filed_at AS filed, r.created_at AS created, r.updated_at AS updated
      FROM records r WHERE r.id = root
      UNION ALL
      SELECT f.depth + 1, c.* FROM family f CROSS JOIN LATERAL (
        SELECT r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.assignee, r.parent,
          r.version, r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.wake, r.head,
          r.filed_at, r.created_at, r.updated_at
        FROM records r WHERE r.parent = f.id OFFSET 0) c
    ), owners AS (
      SELECT DISTINCT f.owner AS id FROM family f WHERE f.owner IS NOT NULL
    )
    SELECT json_build_object(
      'members', (SELECT json_agg(f ORDER BY f.depth, f.created, f.id) FROM family f),
      'parties', (SELECT json_agg(p) FROM family f CROSS JOIN LATERAL (
        SELECT p.record, p.role, p.account, p.department FROM parties p WHERE p.record = f.id OFFSET 0) p),
      'did', (SELECT json_agg(e) FROM family f CROSS JOIN LATERAL (
        SELECT DISTINCT e.record, e.what, w.account FROM events e JOIN unnest(who) w (account)
          ON e.account = w.account OR (e.detail ? 'for' AND e.detail ->> 'for' = w.account::text)
        WHERE e.record = f.id OFFSET 0) e),
      'documents', (SELECT json_agg(d ORDER BY d.issued_at DESC) FROM family f CROSS JOIN LATERAL (
        SELECT d.record, d.issued_at, portal_document(d) AS document FROM documents d WHERE d.record = f.id OFFSET 0) d),
      'wallets', (SELECT json_agg(d ORDER BY d.issued_at DESC) FROM owners o CROSS JOIN LATERAL (
        SELECT d.owner, d.issued_at, portal_document(d) AS document FROM documents d
        WHERE d.owner = o.id AND d.state = 'valid' OFFSET 0) d),
      'owners', (SELECT json_agg(a) FROM owners o CROSS JOIN LATERAL (
        SELECT a.id, a.slug, a.name FROM accounts a WHERE a.id = o.id OFFSET 0) a),
      'assignees', (SELECT json_agg(a) FROM (SELECT DISTINCT f.assignee AS id FROM family f WHERE f.assignee IS NOT NULL) n
        CROSS JOIN LATERAL (SELECT a.id, a.slug, a.name FROM accounts a WHERE a.id = n.id OFFSET 0) a)));
END $$;

CREATE OR REPLACE FUNCTION portal_take_up(
  bearer bytea, who uuid, doing text, wish text, said bytea, of_type text, of_slug text,
  OUT account json, OUT stale boolean, OUT claim text,
  OUT status integer, OUT headers jsonb, OUT answer text, OUT family json
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  root uuid;
  acts_for jsonb;
BEGIN
  claim := 'nobody';
  IF bearer IS NOT NULL THEN
    acts_for := portal_delegation(bearer);
    SELECT (s.account).id, (to_jsonb(s.account) || jsonb_build_object('acts_for', acts_for))::json, s.stale
      INTO who, account, stale FROM portal_session(bearer) s;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  SELECT c.* INTO claim, status, headers, answer
    FROM portal_claim(coalesce(who::text, 'signed-out') || ' ' || doing, wish, said, false) c;
  IF claim <> 'taken' THEN RETURN; END IF;
  SELECT coalesce(r.ancestors[cardinality(r.ancestors)], r.id) INTO root FROM records r
    WHERE r.slug = of_slug AND r.type = of_type;
  IF root IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM records r WHERE r.id = root FOR NO KEY UPDATE;
  family := portal_family(root, array_remove(ARRAY[who, (acts_for ->> 'account')::uuid], NULL));
END $$;
