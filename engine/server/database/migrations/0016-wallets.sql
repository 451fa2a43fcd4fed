-- What a checklist may take from what the portal has issued to its owner: records without a kind have checklists, too.
CREATE OR REPLACE FUNCTION portal_wallet(kind text, owner uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN owner IS NULL THEN '[]' ELSE
    (SELECT coalesce(jsonb_agg(portal_document(d) ORDER BY d.issued_at DESC), '[]')
      FROM documents d WHERE d.owner = portal_wallet.owner AND d.state = 'valid') END
$$;
