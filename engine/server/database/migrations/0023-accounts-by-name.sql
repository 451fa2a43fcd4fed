-- Lists of accounts are sorted by name, through an index.
CREATE INDEX accounts_by_name ON accounts (name, id);

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
  NULL::uuid AS assignee,
  name,
  username
FROM accounts;
