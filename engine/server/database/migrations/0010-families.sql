-- A record with everything below it changes as one: whoever changes a part holds the row of the first record.

-- Locks the family of a record and reads it as it is then. Two statements in one: the second sees what was committed
-- while the first waited. Without `waits` a family that somebody else holds is left out.
CREATE FUNCTION portal_family(member uuid, who uuid, waits boolean) RETURNS TABLE (
  record jsonb, parties jsonb, did text[], documents jsonb, wallet jsonb, wake timestamptz, head bytea,
  owner_slug text, owner_name text
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  root uuid;
BEGIN
  SELECT coalesce(r.ancestors[cardinality(r.ancestors)], r.id) INTO root FROM records r WHERE r.id = member;
  IF waits THEN
    PERFORM 1 FROM records r WHERE r.id = root FOR NO KEY UPDATE;
  ELSE
    PERFORM 1 FROM records r WHERE r.id = root FOR NO KEY UPDATE SKIP LOCKED;
  END IF;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  RETURN QUERY
  WITH RECURSIVE tree AS (
    SELECT r.id, 0 AS depth FROM records r WHERE r.id = root
    UNION ALL
    SELECT r.id, t.depth + 1 FROM tree t JOIN records r ON r.parent = t.id
  )
  SELECT
    jsonb_build_object('id', r.id, 'type', r.type, 'slug', r.slug, 'number', r.number,
      'state', r.state, 'kind', r.kind, 'owner', r.owner, 'office', r.office, 'unit', r.unit,
      'parent', r.parent, 'version', r.version, 'due', r.due, 'data', r.data, 'form', r.form,
      'items', r.items, 'since', r.since, 'clocks', r.clocks, 'booking', r.booking,
      'created', r.created_at, 'updated', r.updated_at),
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
      'role', p.role, 'account', p.account, 'department', p.department)), '[]') FROM parties p WHERE p.record = r.id),
    ARRAY(SELECT DISTINCT e.what FROM events e WHERE e.record = r.id AND e.account = who),
    (SELECT coalesce(jsonb_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
      FROM documents d WHERE d.record = r.id),
    portal_wallet(r.kind, r.owner),
    r.wake, r.head, o.slug, o.name
  FROM tree t JOIN records r ON r.id = t.id LEFT JOIN accounts o ON o.id = r.owner
  ORDER BY t.depth, r.created_at, r.id;
END $$;

CREATE FUNCTION portal_document(d documents) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', d.id, 'code', d.code, 'document', d.document, 'number', d.number,
    'variant', d.variant, 'state', d.state, 'issuedAt', d.issued_at, 'validUntil', d.valid_until)
$$;

-- What a checklist may take from what the portal has issued to its owner: only records of a kind have one.
CREATE FUNCTION portal_wallet(kind text, owner uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN kind IS NULL OR owner IS NULL THEN '[]' ELSE
    (SELECT coalesce(jsonb_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
      FROM documents d WHERE d.owner = portal_wallet.owner AND d.state = 'valid') END
$$;

-- The values at a path row by row: a row that has nothing there is null. A list that is there and empty has no rows.
CREATE FUNCTION portal_rows(value jsonb, keys text[]) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  key text;
  one jsonb;
  found jsonb;
  gathered jsonb := jsonb_build_array(value);
  next jsonb;
BEGIN
  FOREACH key IN ARRAY keys LOOP
    next := '[]';
    FOR one IN SELECT jsonb_array_elements(gathered) LOOP
      found := CASE jsonb_typeof(one) WHEN 'object' THEN one -> key END;
      next := next || CASE jsonb_typeof(found)
        WHEN 'array' THEN found ELSE jsonb_build_array(coalesce(found, 'null'::jsonb)) END;
    END LOOP;
    gathered := next;
  END LOOP;
  RETURN gathered;
END $$;
