-- Records, their history, who has a part in them, the answers of repeated calls, and the counters of numbers.

CREATE TABLE records (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  slug text NOT NULL UNIQUE,
  number text,
  state text NOT NULL,
  -- set/kind of the requirement kind
  kind text,
  owner uuid,
  office text,
  unit text,
  parent uuid REFERENCES records (id),
  -- nearest first; the first is the parent
  ancestors uuid[] NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  due timestamptz,
  data jsonb NOT NULL DEFAULT '{}',
  -- hash of the form it was filled in with
  form text,
  items jsonb NOT NULL DEFAULT '{}',
  -- words by which it is found
  search tsvector NOT NULL DEFAULT '',
  -- hash of the newest event
  head bytea,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  updated_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);

CREATE INDEX records_by_created ON records (type, created_at DESC, id DESC);
CREATE INDEX records_by_updated ON records (type, updated_at DESC, id DESC);
CREATE INDEX records_by_owner ON records (owner, type, created_at DESC, id DESC);
CREATE INDEX records_by_office ON records (office, type, state, created_at DESC, id DESC);
CREATE INDEX records_by_office_created ON records (office, type, created_at DESC, id DESC);
CREATE INDEX records_by_office_updated ON records (office, type, updated_at DESC, id DESC);
CREATE INDEX records_by_state ON records (type, state, created_at DESC, id DESC);
CREATE INDEX records_by_parent ON records (parent, type) WHERE parent IS NOT NULL;
CREATE INDEX records_by_kind ON records (kind, created_at DESC, id DESC) WHERE kind IS NOT NULL;
CREATE INDEX records_by_number ON records (number) WHERE number IS NOT NULL;
CREATE INDEX records_by_word ON records USING gin (search);

-- Append-only: one row for each version of a record, each hashed over the one before.
CREATE TABLE events (
  record uuid NOT NULL REFERENCES records (id),
  version integer NOT NULL,
  at timestamptz NOT NULL,
  account uuid,
  department text,
  -- created, saved, item, or the transition's name
  what text NOT NULL,
  -- the state after it
  state text NOT NULL,
  -- answers of the transition; for an item its id, state and remark; never a password
  detail jsonb NOT NULL DEFAULT '{}',
  hash bytea NOT NULL,
  PRIMARY KEY (record, version)
);

CREATE INDEX events_by_account ON events (record, account);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'events are append-only';
END $$;

CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE ON events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Roles besides the owner, which stands in the record itself.
CREATE TABLE parties (
  record uuid NOT NULL REFERENCES records (id),
  role text NOT NULL CHECK (role <> 'owner'),
  account uuid,
  department text,
  CHECK ((account IS NULL) <> (department IS NULL))
);

CREATE UNIQUE INDEX parties_once ON parties (record, role, account, department) NULLS NOT DISTINCT;
CREATE INDEX parties_by_account ON parties (account) WHERE account IS NOT NULL;

-- One row a call that writes; `status` is null while it runs.
CREATE TABLE idempotency (
  scope text NOT NULL,
  key text NOT NULL,
  body bytea NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  status integer,
  headers jsonb,
  answer text,
  PRIMARY KEY (scope, key)
);

CREATE INDEX idempotency_by_age ON idempotency (started_at);

CREATE TABLE sequences (
  name text PRIMARY KEY,
  value bigint NOT NULL
);

-- Conditions over fields, with the same answers as the engine's own functions: see records/condition-sql.ts.

-- The value under a key; under a list, the flat list of what its rows have there. Null: missing.
CREATE FUNCTION portal_step(value jsonb, key text) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  row_value jsonb;
  found jsonb;
  gathered jsonb := '[]';
BEGIN
  IF value IS NULL OR jsonb_typeof(value) NOT IN ('object', 'array') THEN
    RETURN NULL;
  ELSIF jsonb_typeof(value) = 'object' THEN
    RETURN value -> key;
  END IF;
  FOR row_value IN SELECT jsonb_array_elements(value) LOOP
    found := portal_step(row_value, key);
    IF found IS NOT NULL AND found <> 'null' THEN
      gathered := gathered || CASE jsonb_typeof(found) WHEN 'array' THEN found ELSE jsonb_build_array(found) END;
    END IF;
  END LOOP;
  RETURN gathered;
END $$;

CREATE FUNCTION portal_read(value jsonb, keys text[]) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  key text;
BEGIN
  FOREACH key IN ARRAY keys LOOP
    value := portal_step(value, key);
  END LOOP;
  RETURN value;
END $$;

-- Through the column of a lookup, given as an object from the rows' values to their cells.
CREATE FUNCTION portal_lookup(value jsonb, cells jsonb) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  one jsonb;
  cell jsonb;
  gathered jsonb := '[]';
BEGIN
  IF value IS NULL THEN
    RETURN NULL;
  ELSIF jsonb_typeof(value) = 'string' THEN
    RETURN cells -> (value #>> '{}');
  ELSIF jsonb_typeof(value) <> 'array' THEN
    RETURN NULL;
  END IF;
  FOR one IN SELECT jsonb_array_elements(value) LOOP
    cell := CASE jsonb_typeof(one) WHEN 'string' THEN cells -> (one #>> '{}') END;
    IF cell IS NOT NULL AND cell <> 'null' THEN
      gathered := gathered || CASE jsonb_typeof(cell) WHEN 'array' THEN cell ELSE jsonb_build_array(cell) END;
    END IF;
  END LOOP;
  RETURN gathered;
END $$;

-- A number, or digits in a text (money); null for everything else.
CREATE FUNCTION portal_number(value jsonb) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN jsonb_typeof(value) = 'number' THEN (value #>> '{}')::numeric
    WHEN jsonb_typeof(value) = 'string' AND (value #>> '{}') ~ '^-?[0-9]+(\.[0-9]+)?$' THEN (value #>> '{}')::numeric
  END
$$;

CREATE FUNCTION portal_day(value jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN jsonb_typeof(value) = 'string' AND (value #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' THEN left(value #>> '{}', 10)
  END
$$;

CREATE FUNCTION portal_present(value jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT value IS NOT NULL AND value NOT IN ('null', '""', '[]')
$$;

CREATE FUNCTION portal_scalar(value jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_typeof(value) IN ('string', 'number', 'boolean'), false)
$$;

-- Never null: a missing side makes every comparison false.
CREATE FUNCTION portal_compare(subject jsonb, operator text, operand jsonb) RETURNS boolean
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(CASE
    WHEN operator = 'exists' THEN to_jsonb(portal_present(subject)) = operand
    WHEN NOT portal_present(subject) OR operand IS NULL OR operand = 'null' THEN false
    ELSE CASE operator
      WHEN 'is' THEN portal_scalar(subject) AND subject = operand
      WHEN 'in' THEN jsonb_typeof(operand) = 'array' AND portal_scalar(subject) AND operand @> subject
      WHEN 'has' THEN jsonb_typeof(subject) = 'array' AND portal_scalar(operand) AND subject @> operand
      WHEN 'hasAny' THEN CASE WHEN jsonb_typeof(subject) = 'array' AND jsonb_typeof(operand) = 'array' THEN EXISTS (
        SELECT 1 FROM jsonb_array_elements(subject) AS one WHERE portal_scalar(one) AND operand @> one) END
      WHEN 'above' THEN portal_number(subject) > portal_number(operand)
      WHEN 'below' THEN portal_number(subject) < portal_number(operand)
      WHEN 'atLeast' THEN portal_number(subject) >= portal_number(operand)
      WHEN 'atMost' THEN portal_number(subject) <= portal_number(operand)
      WHEN 'before' THEN portal_day(subject) COLLATE "C" < portal_day(operand) COLLATE "C"
      WHEN 'after' THEN portal_day(subject) COLLATE "C" > portal_day(operand) COLLATE "C"
      ELSE false
    END
  END, false)
$$;

CREATE FUNCTION portal_union(value jsonb) RETURNS jsonb
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN value IS NULL THEN NULL
    WHEN jsonb_typeof(value) = 'array' THEN
      (SELECT coalesce(jsonb_agg(DISTINCT one), '[]') FROM jsonb_array_elements(value) AS one)
    ELSE jsonb_build_array(value)
  END
$$;

CREATE FUNCTION portal_sum(value jsonb) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN jsonb_typeof(value) = 'array' THEN
      (SELECT coalesce(sum(portal_number(one)), 0) FROM jsonb_array_elements(value) AS one)
    ELSE coalesce(portal_number(value), 0)
  END
$$;
