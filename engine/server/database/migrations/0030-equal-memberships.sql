-- All memberships of an account are equal: each has an id, each can end, and offices find people by any of them. The
-- row in `accounts` holds one of them.
ALTER TABLE accounts ADD COLUMN membership uuid NOT NULL DEFAULT gen_random_uuid();

-- The account as it is in another membership.
CREATE OR REPLACE FUNCTION portal_member(a accounts, m memberships) RETURNS accounts LANGUAGE sql STABLE AS $$
  SELECT jsonb_populate_record(a, jsonb_build_object('department', m.department, 'unit', m.unit,
    'position', m.position, 'flags', m.flags, 'membership', m.id,
    'other_departments', array_append(a.other_departments, a.department)))
$$;

-- Each account once for each of its memberships.
CREATE OR REPLACE VIEW account_memberships AS
SELECT id, slug, department, username, name, password, unit, language, flags, is_suspended, has_second_step,
  other_departments, membership, position, version, head, created_at, updated_at, NULL::timestamptz AS joined_at
FROM accounts
UNION ALL
SELECT a.id, a.slug, m.department, a.username, a.name, a.password, m.unit, a.language, m.flags, a.is_suspended,
  a.has_second_step, array_append(a.other_departments, a.department), m.id, m.position, a.version, a.head, a.created_at,
  a.updated_at, m.created_at
FROM memberships m JOIN accounts a ON a.id = m.account;

-- Accounts as records, once for each membership. `is_first`: the membership in the account's own row.
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
  username,
  membership,
  true AS is_first
FROM accounts
UNION ALL
SELECT
  a.id,
  'user'::text,
  a.slug,
  NULL::text,
  CASE WHEN a.is_suspended THEN 'suspended' WHEN a.password = '' THEN 'invited' ELSE 'active' END,
  NULL::text,
  a.id,
  m.department,
  m.unit,
  NULL::uuid,
  '{}'::uuid[],
  a.version,
  NULL::timestamptz,
  jsonb_strip_nulls(jsonb_build_object(
    'name', a.name, 'username', a.username, 'department', m.department, 'unit', m.unit, 'position', m.position)),
  NULL::text,
  '{}'::jsonb,
  a.created_at,
  '{}'::jsonb,
  NULL::jsonb,
  NULL::timestamptz,
  array_to_tsvector(array_remove(regexp_split_to_array(lower(a.name || ' ' || a.username), '[^[:alnum:]]+'), '')),
  a.head,
  a.created_at,
  a.updated_at,
  NULL::timestamptz,
  NULL::uuid,
  a.name,
  a.username,
  m.id,
  false
FROM memberships m JOIN accounts a ON a.id = m.account;

-- A membership that ends or changes may end claims: see `accounts_release_claims`.
CREATE FUNCTION release_claims_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM records r WHERE r.assignee = OLD.account) THEN
    INSERT INTO outbox (name, data) VALUES ('release', jsonb_build_object('account', OLD.account));
  END IF;
  RETURN NULL;
END $$;
ALTER FUNCTION release_claims_of_member() SET search_path FROM CURRENT;
CREATE TRIGGER memberships_release_claims AFTER DELETE OR UPDATE ON memberships
  FOR EACH ROW EXECUTE FUNCTION release_claims_of_member();

-- A delegation is about the membership in which the officer made it, and ends with it.
ALTER TABLE delegations ADD COLUMN membership uuid;
UPDATE delegations d SET membership = a.membership FROM accounts a WHERE a.id = d.officer;
ALTER TABLE delegations ALTER COLUMN membership SET NOT NULL;

CREATE OR REPLACE VIEW open_delegations AS
SELECT d.id, d.deputy, d.first_day, d.last_day, jsonb_build_object(
  'id', d.id, 'account', o.id, 'name', o.name, 'username', o.username, 'department', o.department, 'unit', o.unit,
  'flags', o.flags, 'first_day', d.first_day, 'last_day', d.last_day, 'steps', d.steps, 'gives', d.flags) AS delegation
FROM delegations d JOIN account_memberships o ON o.id = d.officer AND o.membership = d.membership
  JOIN accounts a ON a.id = d.deputy
WHERE d.ended_at IS NULL AND NOT o.is_suspended AND NOT a.is_suspended;
