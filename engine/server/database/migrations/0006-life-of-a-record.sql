-- What a record goes through: how long it has been in its state, its clocks, what it has booked and what it was issued.

ALTER TABLE records
  ADD COLUMN since timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  ADD COLUMN clocks jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN booking jsonb,
  -- the next moment at which something may happen by itself
  ADD COLUMN wake timestamptz;

UPDATE records SET since = updated_at;

CREATE INDEX records_by_wake ON records (wake) WHERE wake IS NOT NULL;
CREATE INDEX records_by_due ON records (office, type, due, id) WHERE due IS NOT NULL;

CREATE TABLE documents (
  id uuid PRIMARY KEY,
  -- of the public page that verifies it
  code text NOT NULL UNIQUE,
  record uuid NOT NULL REFERENCES records (id),
  document text NOT NULL,
  number text,
  variant text,
  state text NOT NULL DEFAULT 'valid' CHECK (state IN ('valid', 'suspended', 'revoked')),
  -- whose it is, for the wallet
  owner uuid,
  issued_at timestamptz NOT NULL,
  -- the last day
  valid_until date,
  -- what stood on it when it was issued
  content jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX documents_by_record ON documents (record, issued_at DESC);
CREATE INDEX documents_by_owner ON documents (owner, document, issued_at DESC);

DROP VIEW user_records;

-- Accounts as records of the built-in type `user`: read and listed under the rules of the configuration.
CREATE VIEW user_records AS
SELECT
  id,
  'user'::text AS type,
  slug,
  NULL::text AS number,
  CASE WHEN is_suspended THEN 'suspended' ELSE 'active' END AS state,
  NULL::text AS kind,
  id AS owner,
  NULL::text AS office,
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
  updated_at
FROM accounts;
