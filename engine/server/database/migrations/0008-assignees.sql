-- The account that works on a record, and where it is read.

ALTER TABLE records ADD COLUMN assignee uuid;

CREATE INDEX records_by_assignee ON records (assignee, type, state) WHERE assignee IS NOT NULL;

CREATE OR REPLACE FUNCTION portal_family(root uuid, who uuid) RETURNS json LANGUAGE plpgsql STABLE AS $$
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
        SELECT DISTINCT e.record, e.what FROM events e WHERE e.record = f.id AND e.account = who OFFSET 0) e),
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
  NULL::timestamptz AS filed_at,
  NULL::uuid AS assignee
FROM accounts;

-- An account that is suspended, moves or loses a right ends its claims: a job releases the records, each with an event.
CREATE FUNCTION release_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM records r WHERE r.assignee = NEW.id) THEN
    INSERT INTO outbox (name, data) VALUES ('release', jsonb_build_object('account', NEW.id));
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION release_claims() SET search_path FROM CURRENT;

CREATE TRIGGER accounts_release_claims AFTER UPDATE OF is_suspended, department, unit, flags ON accounts
  FOR EACH ROW
  WHEN ((OLD.is_suspended, OLD.department, OLD.unit, OLD.flags)
    IS DISTINCT FROM (NEW.is_suspended, NEW.department, NEW.unit, NEW.flags))
  EXECUTE FUNCTION release_claims();
