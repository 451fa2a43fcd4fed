-- Who has taken a step that several people take, since the record entered its state: a list of
-- {"step", "by": [accounts of the person and of the deputy], "version"}.
ALTER TABLE records ADD COLUMN signatures jsonb NOT NULL DEFAULT '[]';

-- With the signatures, and the names of the parties.
CREATE OR REPLACE FUNCTION portal_family(root uuid, who uuid[]) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE family AS (
      SELECT 0 AS depth, r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.assignee, r.parent,
        r.version, r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.signatures, r.wake, r.head,
        r.filed_at AS filed, r.created_at AS created, r.updated_at AS updated
      FROM records r WHERE r.id = root
      UNION ALL
      SELECT f.depth + 1, c.* FROM family f CROSS JOIN LATERAL (
        SELECT r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.assignee, r.parent,
          r.version, r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.signatures, r.wake, r.head,
          r.filed_at, r.created_at, r.updated_at
        FROM records r WHERE r.parent = f.id OFFSET 0) c
    ), owners AS (
      SELECT DISTINCT f.owner AS id FROM family f WHERE f.owner IS NOT NULL
    )
    SELECT json_build_object(
      'members', (SELECT json_agg(f ORDER BY f.depth, f.created, f.id) FROM family f),
      'parties', (SELECT json_agg(p) FROM family f CROSS JOIN LATERAL (
        SELECT p.record, p.role, p.account, p.department, (SELECT name FROM accounts WHERE id = p.account) AS name
        FROM parties p WHERE p.record = f.id OFFSET 0) p),
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
