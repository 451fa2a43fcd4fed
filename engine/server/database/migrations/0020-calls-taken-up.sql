-- A call that changes a record is taken up in one statement: who makes it, whether it was made before, and the family
-- of its record, held and read. What took four questions and answers takes one, within the transaction that writes.

-- A record with all that stands below it, and what stands around them, for the caller's snapshot. Each table is asked
-- by index, row by row: what PostgreSQL cannot know is that a family is small.
CREATE FUNCTION portal_family(root uuid, who uuid) RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    WITH RECURSIVE family AS (
      SELECT 0 AS depth, r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.parent, r.version,
        r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.wake, r.head,
        r.created_at AS created, r.updated_at AS updated
      FROM records r WHERE r.id = root
      UNION ALL
      SELECT f.depth + 1, c.* FROM family f CROSS JOIN LATERAL (
        SELECT r.id, r.type, r.slug, r.number, r.state, r.kind, r.owner, r.office, r.unit, r.parent, r.version,
          r.due, r.data, r.form, r.items, r.since, r.clocks, r.booking, r.wake, r.head, r.created_at, r.updated_at
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

-- `bearer` is the digest of a session's token; without one the call is made by `who`, or by nobody. `doing` and `wish`
-- name the call and its key, `said` its content. What `claim` says of it: `nobody` (the session is over), `running`,
-- `other` (the key stands for something else), `answered`, or `taken`: then nobody else takes it up before the end of
-- the transaction, and nobody else changes the family, if there is one. Each statement sees what was committed before.
CREATE FUNCTION portal_take_up(
  bearer bytea, who uuid, doing text, wish text, said bytea, of_type text, of_slug text,
  OUT account json, OUT stale boolean, OUT claim text,
  OUT status integer, OUT headers jsonb, OUT answer text, OUT family json
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  held text;
  root uuid;
  is_same boolean;
BEGIN
  claim := 'nobody';
  IF bearer IS NOT NULL THEN
    SELECT a.id, s.seen_at < now() - interval '5 minutes', to_json(a) INTO who, stale, account
      FROM sessions s JOIN accounts a ON a.id = s.account
      WHERE s.token = bearer AND NOT a.is_suspended
        AND s.seen_at > now() - interval '12 hours' AND s.started_at > now() - interval '7 days';
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  held := coalesce(who::text, 'signed-out') || ' ' || doing;
  -- While a call runs whatever comes under its key is told so; whether it says the same is judged once it has ended.
  IF NOT pg_try_advisory_xact_lock(hashtextextended(held || E'\n' || wish, 0)) THEN
    claim := 'running';
    RETURN;
  END IF;
  SELECT i.body = said, i.status, i.headers, i.answer INTO is_same, status, headers, answer FROM idempotency i
    WHERE i.scope = held AND i.key = wish AND i.status IS NOT NULL
      AND i.started_at > now() - interval '24 hours';
  IF FOUND THEN
    claim := CASE WHEN is_same THEN 'answered' ELSE 'other' END;
    RETURN;
  END IF;
  claim := 'taken';
  SELECT coalesce(r.ancestors[cardinality(r.ancestors)], r.id) INTO root FROM records r
    WHERE r.slug = of_slug AND r.type = of_type;
  IF root IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM records r WHERE r.id = root FOR NO KEY UPDATE;
  family := portal_family(root, who);
END $$;
