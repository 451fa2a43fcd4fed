-- When a record was filed: the time of the step with which it first left the state that it began in.
ALTER TABLE records ADD COLUMN filed_at timestamptz;

UPDATE records r SET filed_at = f.at
  FROM (
    SELECT DISTINCT ON (record) record, at FROM (
      SELECT record, at, what, version, state, lag(state) OVER (PARTITION BY record ORDER BY version) AS before FROM events
    ) e WHERE state <> before AND what <> 'renamed' ORDER BY record, version
  ) f
  WHERE f.record = r.id;

-- Accounts are read as records, too, and nobody files them.
CREATE OR REPLACE VIEW user_records AS
SELECT
  id,
  'user'::text AS type,
  slug,
  NULL::text AS number,
  CASE WHEN is_suspended THEN 'suspended' ELSE 'active' END AS state,
  NULL::text AS kind,
  id AS owner,
  department AS office,
  unit,
  NULL::uuid AS parent,
  '{}'::uuid[] AS ancestors,
  1 AS version,
  NULL::timestamptz AS due,
  jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'username', username, 'department', department, 'unit', unit)) AS data,
  NULL::text AS form,
  '{}'::jsonb AS items,
  created_at AS since,
  '{}'::jsonb AS clocks,
  NULL::jsonb AS booking,
  NULL::timestamptz AS wake,
  array_to_tsvector(array_remove(regexp_split_to_array(lower(name || ' ' || username), '[^[:alnum:]]+'), '')) AS search,
  NULL::bytea AS head,
  created_at,
  updated_at,
  NULL::timestamptz AS filed_at
FROM accounts;

-- As before, with the new column.
CREATE OR REPLACE FUNCTION portal_family(root uuid, who uuid) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE family AS (
      SELECT 0 AS depth, r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.parent, r.version,
        r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.wake, r.head,
        r.filed_at AS filed, r.created_at AS created, r.updated_at AS updated
      FROM records r WHERE r.id = root
      UNION ALL
      SELECT f.depth + 1, c.* FROM family f CROSS JOIN LATERAL (
        SELECT r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.parent, r.version,
          r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.wake, r.head,
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
        SELECT a.id, a.slug, a.name FROM accounts a WHERE a.id = o.id OFFSET 0) a)));
END $$;
