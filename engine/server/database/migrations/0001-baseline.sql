-- The schema of release 0.2. Later migrations change it; this file never changes again.
--
--  1. Secrets, accounts and sessions
--  2. Limits on guessing and on opening accounts
--  3. Configurations, and rows that offices keep
--  4. Records and their histories
--  5. Audit keys and anchors
--  6. Calls: idempotency and number sequences
--  7. Files, documents and bookings
--  8. Notices and links
--  9. Accounts as records
-- 10. Functions for conditions over answers
-- 11. Functions for calls that change records
-- 12. Functions and triggers that protect histories

-- 1. Secrets, accounts and sessions ---------------------------------------------------------------

-- The root key, from which every other key of this portal is derived. All processes on the database share it.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE,
  -- key of the configuration
  department text NOT NULL,
  -- an e-mail address in lower case
  username text NOT NULL UNIQUE,
  name text NOT NULL,
  -- argon2id, in the PHC format
  password text NOT NULL,
  unit text,
  -- values that differ from the department's own
  flags jsonb NOT NULL DEFAULT '{}',
  is_suspended boolean NOT NULL DEFAULT false,
  -- language of mails, and of pages where the browser has chosen none
  language text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX accounts_by_department ON accounts (department, name, id);

CREATE TABLE sessions (
  -- SHA-256 of the token: nobody can sign in with what is stored
  token bytea PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX sessions_by_account ON sessions (account);

-- The accounts of a demonstration, with the password that they were made with. A database with such rows is a
-- demonstration, and production does not serve it. A row outlives its account, because the data of that account stay invented.
CREATE TABLE demonstration (
  account uuid UNIQUE REFERENCES accounts (id) ON DELETE SET NULL,
  password text NOT NULL
);

-- 2. Limits on guessing and on opening accounts ---------------------------------------------------
-- All processes share these counts, so nobody gets more attempts from another process.
-- A network is an IPv4 address, or the first 64 bits of an IPv6 address.

CREATE TABLE failed_sign_ins (
  network text NOT NULL,
  -- SHA-256 of the name that was tried
  username bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  -- digest of the browser's cookie
  device bytea
);

CREATE INDEX failed_sign_ins_by_network ON failed_sign_ins (network, at);
CREATE INDEX failed_sign_ins_by_username ON failed_sign_ins (username, at);

-- Browsers that signed in to an account before: many guesses from elsewhere do not lock them out.
CREATE TABLE known_devices (
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  device bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, device)
);

CREATE INDEX known_devices_by_time ON known_devices (seen_at);

-- Accounts that somebody asked to open, whether or not the address had one.
CREATE TABLE registrations (
  network text NOT NULL,
  -- SHA-256 of the e-mail address
  username bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX registrations_by_network ON registrations (network, at);
CREATE INDEX registrations_by_username ON registrations (username, at);

-- 3. Configurations, and rows that offices keep ---------------------------------------------------

-- Forms that records were filled in with. They are never changed and never deleted.
CREATE TABLE forms (
  -- content hash
  hash text PRIMARY KEY,
  -- text and not jsonb, because the order of questions is part of a form
  body text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);

-- Append-only: the compiled configurations that were in force.
CREATE TABLE portals (
  hash text PRIMARY KEY,
  body text NOT NULL,
  in_force_since timestamptz NOT NULL DEFAULT now()
);

-- Append-only: the texts of the files of each configuration that was in force, so that it can be served again.
CREATE TABLE config_files (
  -- SHA-256 of the text; a text that many configurations share is stored once
  hash text PRIMARY KEY,
  -- the text in UTF-8, compressed with deflate
  body bytea NOT NULL
);

-- Append-only: one row each time that a configuration comes into force. Going back is a new row, too.
CREATE TABLE versions (
  number integer PRIMARY KEY CHECK (number > 0),
  hash text NOT NULL REFERENCES portals (hash),
  at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);

-- Append-only: the files of each version, sealed. A version is sealed again under a new audit key.
CREATE TABLE version_files (
  -- number of the version
  version integer NOT NULL,
  -- fingerprint of the audit key, as in `audit_keys`
  key text NOT NULL,
  -- name of each file → its hash; rows that offices keep are not in them
  files jsonb NOT NULL,
  -- keyed hash over the version's number, its portal and these files
  seal bytea NOT NULL,
  PRIMARY KEY (version, key)
);

-- The rules that a start or a saved configuration adopted. Processes that serve other rules leave the records alone.
CREATE TABLE adoptions (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- as in `records`
  life integer NOT NULL
);

-- Rows of lookups that offices keep, over those of the configuration's files. Each change is a version of its own.
-- Nothing is ever deleted, because records name the rows that they were answered with.
CREATE TABLE kept_rows (
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  lookup text NOT NULL,
  value text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  -- all columns but the value
  columns jsonb NOT NULL,
  retired boolean NOT NULL,
  account uuid NOT NULL,
  department text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (lookup, value, version)
);

-- 4. Records and their histories ------------------------------------------------------------------
-- A record with everything below it is a family and changes as one: a call that changes a part locks the first record.

CREATE TABLE records (
  id uuid PRIMARY KEY,
  type text NOT NULL,
  slug text NOT NULL UNIQUE,
  number text,
  state text NOT NULL,
  -- when it came into the state
  since timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
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
  clocks jsonb NOT NULL DEFAULT '{}',
  booking jsonb,
  data jsonb NOT NULL DEFAULT '{}',
  -- hash of the form that it was filled in with
  form text,
  items jsonb NOT NULL DEFAULT '{}',
  -- the next moment at which something may happen by itself
  wake timestamptz,
  -- number of the rules under which it was last looked at; 0: not known
  life integer NOT NULL DEFAULT 0,
  -- words for searching
  search tsvector NOT NULL DEFAULT '',
  -- hash of the newest event
  head bytea,
  -- when a step first led out of the state that it began in
  filed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp()),
  updated_at timestamptz NOT NULL DEFAULT date_trunc('milliseconds', clock_timestamp())
);

CREATE INDEX records_by_created ON records (type, created_at DESC, id DESC);
CREATE INDEX records_by_updated ON records (type, updated_at DESC, id DESC);
CREATE INDEX records_by_owner ON records (owner, type, created_at DESC, id DESC);
CREATE INDEX records_by_office ON records (office, type, state, created_at DESC, id DESC);
CREATE INDEX records_by_office_created ON records (office, type, created_at DESC, id DESC);
CREATE INDEX records_by_office_updated ON records (office, type, updated_at DESC, id DESC);
-- Records without a due date come last, and the index has a place for them.
CREATE INDEX records_by_office_due ON records (office, type, (coalesce(due, 'infinity'::timestamptz)), id);
-- Lists of appointments are sorted by their beginning.
CREATE INDEX records_by_booking ON records (office, type, (booking ->> 'from'), id) WHERE booking IS NOT NULL;
CREATE INDEX records_by_state ON records (type, state, created_at DESC, id DESC);
CREATE INDEX records_by_parent ON records (parent, type) WHERE parent IS NOT NULL;
CREATE INDEX records_by_kind ON records (kind, created_at DESC, id DESC) WHERE kind IS NOT NULL;
CREATE INDEX records_by_number ON records (number) WHERE number IS NOT NULL;
CREATE INDEX records_by_word ON records USING gin (search);
CREATE INDEX records_by_wake ON records (wake) WHERE wake IS NOT NULL;
CREATE INDEX records_by_life ON records (type, state, life);

-- Append-only: one row for each version of a record. Each is hashed with the audit key over the row before.
CREATE TABLE events (
  -- order in which events were written; gaps are harmless
  seq bigint GENERATED BY DEFAULT AS IDENTITY,
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
  -- number of the configuration in `versions` under which it happened
  configuration integer NOT NULL,
  -- digest over the entries of its row in `event_values`; null where it changed no value
  digest bytea,
  hash bytea NOT NULL,
  PRIMARY KEY (record, version)
);

CREATE INDEX events_by_account ON events (record, account);
CREATE INDEX events_by_seq ON events USING brin (seq);

-- The values that an event changed: an object from field to `[salt, JSON text]`. An erased entry is its own digest instead.
CREATE TABLE event_values (
  record uuid NOT NULL,
  version integer NOT NULL,
  entries jsonb NOT NULL,
  PRIMARY KEY (record, version)
);

-- Roles in a record besides the owner, who is in the record itself.
CREATE TABLE parties (
  record uuid NOT NULL REFERENCES records (id),
  role text NOT NULL CHECK (role <> 'owner'),
  account uuid,
  department text,
  CHECK ((account IS NULL) <> (department IS NULL))
);

CREATE UNIQUE INDEX parties_once ON parties (record, role, account, department) NULLS NOT DISTINCT;
CREATE INDEX parties_by_account ON parties (account) WHERE account IS NOT NULL;
CREATE INDEX parties_by_department ON parties (department) WHERE department IS NOT NULL;

-- 5. Audit keys and anchors -----------------------------------------------------------------------

-- Append-only: the fingerprints of the keys that seal the histories, never the keys. The last one counts.
CREATE TABLE audit_keys (
  number integer PRIMARY KEY CHECK (number > 0),
  fingerprint text NOT NULL UNIQUE,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Append-only: seals over the events with `since < seq <= upto`. The first anchor of a key covers all earlier events.
CREATE TABLE anchors (
  number integer PRIMARY KEY CHECK (number > 0),
  key integer NOT NULL REFERENCES audit_keys (number),
  at timestamptz NOT NULL,
  since bigint NOT NULL,
  upto bigint NOT NULL,
  events bigint NOT NULL,
  -- SHA-256 over the hashes of these events, ordered by record and version
  digest bytea NOT NULL,
  -- keyed hash over all of this and the seal before
  seal bytea NOT NULL
);

-- 6. Calls: idempotency and number sequences ------------------------------------------------------

-- The answer of each call that wrote. While a call runs its key is locked, which leaves no row.
CREATE TABLE idempotency (
  scope text NOT NULL,
  key text NOT NULL,
  body bytea NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  status integer NOT NULL,
  headers jsonb NOT NULL,
  answer text NOT NULL,
  PRIMARY KEY (scope, key)
);

-- An answer is kept for a day and rarely read: compressing it would take longer than writing it.
ALTER TABLE idempotency ALTER answer SET STORAGE EXTERNAL;

CREATE INDEX idempotency_by_age ON idempotency (started_at);

-- The last value of each counter, from which numbers of records and documents are made.
CREATE TABLE sequences (
  name text PRIMARY KEY,
  value bigint NOT NULL
);

-- 7. Files, documents and bookings ----------------------------------------------------------------

-- Uploads. The bytes are in the data folder under the id; a replaced file stays for the history.
CREATE TABLE files (
  id text PRIMARY KEY,
  record uuid NOT NULL REFERENCES records (id),
  -- id of the checklist's item
  item text NOT NULL,
  -- who sent it
  account uuid NOT NULL,
  -- as the person named it
  name text NOT NULL,
  -- media type of the content, once the upload is complete
  type text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea,
  state text NOT NULL CHECK (state IN ('uploading', 'filed', 'replaced', 'removed')),
  -- the day on the paper, where the paper is valid for a limited time
  issued_on date,
  created_at timestamptz NOT NULL DEFAULT now(),
  filed_at timestamptz
);

CREATE INDEX files_by_record ON files (record, item);
CREATE INDEX files_unfinished ON files (created_at) WHERE state = 'uploading';
CREATE INDEX files_unfinished_by_account ON files (account) WHERE state = 'uploading';

-- Documents that the portal issued.
CREATE TABLE documents (
  id uuid PRIMARY KEY,
  -- of the public page that verifies it
  code text NOT NULL UNIQUE,
  record uuid NOT NULL REFERENCES records (id),
  document text NOT NULL,
  number text,
  variant text,
  state text NOT NULL DEFAULT 'valid' CHECK (state IN ('valid', 'suspended', 'revoked')),
  -- the account whose wallet has it
  owner uuid,
  issued_at timestamptz NOT NULL,
  -- the last day
  valid_until date,
  -- its content when it was issued
  content jsonb NOT NULL DEFAULT '{}'
);

CREATE INDEX documents_by_record ON documents (record, issued_at DESC);
CREATE INDEX documents_by_owner ON documents (owner, document, issued_at DESC);

-- A slot is one row. A booking locks it, so its places are never given twice.
CREATE TABLE slots (
  calendar text NOT NULL,
  -- whose places they are; '': everybody's
  office text NOT NULL,
  -- the office's unit; '': the whole office, or everybody
  unit text NOT NULL DEFAULT '',
  starts_at timestamptz NOT NULL,
  PRIMARY KEY (calendar, office, unit, starts_at)
);

CREATE TABLE bookings (
  record uuid NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  calendar text NOT NULL,
  office text NOT NULL,
  unit text NOT NULL DEFAULT '',
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (record, calendar),
  FOREIGN KEY (calendar, office, unit, starts_at) REFERENCES slots (calendar, office, unit, starts_at)
);

CREATE INDEX bookings_by_slot ON bookings (calendar, office, unit, starts_at);

-- 8. Notices and links ----------------------------------------------------------------------------

-- Work that follows a change, written in the same transaction. The queue takes it from here.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  data jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX outbox_by_time ON outbox (at);

-- Notices that people read in the portal.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  record uuid REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  -- name of its template
  notice text NOT NULL,
  subject text NOT NULL,
  -- Markdown, filled in
  body text NOT NULL,
  at timestamptz NOT NULL,
  read_at timestamptz
);

CREATE INDEX notifications_by_account ON notifications (account, at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (account) WHERE read_at IS NULL;

-- The same notices by e-mail, whether or not they can be sent.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  order_number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  at timestamptz NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  -- kept: there was no server to send it with
  state text NOT NULL CHECK (state IN ('kept', 'waiting', 'sent', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  tried_at timestamptz,
  -- the last error
  problem text
);

-- Links that let a person take one step without signing in.
CREATE TABLE links (
  id uuid PRIMARY KEY,
  record uuid NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  transition text NOT NULL,
  -- the field that had the address
  field text NOT NULL,
  address text NOT NULL,
  sent_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX links_by_record ON links (record, sent_at DESC);
CREATE INDEX links_by_address ON links (address, sent_at DESC);

-- 9. Accounts as records --------------------------------------------------------------------------

-- Records of the built-in type `user`, read and listed under the rules of the configuration. An account belongs to the
-- office that it works for.
CREATE VIEW user_records AS
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

-- 10. Functions for conditions over answers -------------------------------------------------------
-- They give the same answers as the engine's own functions in `engine/portal/conditions`.

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

-- 11. Functions for calls that change records -----------------------------------------------------

CREATE FUNCTION portal_document(d documents) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', d.id, 'code', d.code, 'document', d.document, 'number', d.number,
    'variant', d.variant, 'state', d.state, 'issuedAt', d.issued_at, 'validUntil', d.valid_until)
$$;

-- A record with everything below it and around it, for the caller's snapshot. Each table is asked by index, row by
-- row, because PostgreSQL cannot know that a family is small.
CREATE FUNCTION portal_family(root uuid, who uuid) RETURNS json LANGUAGE plpgsql STABLE AS $$
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

-- Does a session with these times still live? One that nobody uses ends after 12 hours, every one after 7 days.
CREATE FUNCTION portal_session_lives(started timestamptz, seen timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT seen > now() - interval '12 hours' AND started > now() - interval '7 days'
$$;

-- The account behind a token's digest, and whether the session should be remembered as being in use; no row: unknown,
-- expired, ended or suspended.
CREATE FUNCTION portal_session(bearer bytea) RETURNS TABLE (account accounts, stale boolean) LANGUAGE sql STABLE AS $$
  SELECT a, s.seen_at < now() - interval '5 minutes' FROM sessions s JOIN accounts a ON a.id = s.account
    WHERE s.token = bearer AND NOT a.is_suspended AND portal_session_lives(s.started_at, s.seen_at)
$$;

-- Is the answer of a call from this moment still kept for a retry?
CREATE FUNCTION portal_answer_lives(at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT at > now() - interval '24 hours'
$$;

-- Claims a call, named by its scope and key, for whoever asks first. `claim` is `running`, `other` (the key stands for
-- another call), `answered`, or `taken`: then nobody else claims the call before the transaction ends or, with
-- `is_longer`, before the connection ends or unlocks it. Each statement sees what was committed before.
CREATE FUNCTION portal_claim(
  held text, wish text, said bytea, is_longer boolean,
  OUT claim text, OUT status integer, OUT headers jsonb, OUT answer text
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  name bigint := hashtextextended(held || E'\n' || wish, 0);
  is_same boolean;
BEGIN
  claim := 'running';
  -- While a call runs whatever comes under its key is told so; whether it says the same is judged once it has ended.
  IF is_longer THEN
    IF NOT pg_try_advisory_lock(name) THEN RETURN; END IF;
  ELSIF NOT pg_try_advisory_xact_lock(name) THEN RETURN;
  END IF;
  SELECT i.body = said, i.status, i.headers, i.answer INTO is_same, status, headers, answer FROM idempotency i
    WHERE i.scope = held AND i.key = wish AND portal_answer_lives(i.started_at);
  claim := CASE WHEN NOT FOUND THEN 'taken' WHEN is_same THEN 'answered' ELSE 'other' END;
  IF is_longer AND claim <> 'taken' THEN PERFORM pg_advisory_unlock(name); END IF;
END $$;

-- Gives up a call that was claimed for longer than a transaction.
CREATE FUNCTION portal_release(held text, wish text) RETURNS void LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  PERFORM pg_advisory_unlock(hashtextextended(held || E'\n' || wish, 0));
END $$;

-- Takes up a call in one statement: who makes it, whether it was made before, and the locked family of its record.
-- `bearer` is the digest of a session's token; without one the call is made by `who`, or by nobody. `doing` and `wish`
-- name the call and its key, `said` its content. `claim` is `nobody` (the session is over), or what `portal_claim` says.
-- Where it is `taken` nobody else changes the family before the end of the transaction, if there is one.
CREATE FUNCTION portal_take_up(
  bearer bytea, who uuid, doing text, wish text, said bytea, of_type text, of_slug text,
  OUT account json, OUT stale boolean, OUT claim text,
  OUT status integer, OUT headers jsonb, OUT answer text, OUT family json
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  root uuid;
BEGIN
  claim := 'nobody';
  IF bearer IS NOT NULL THEN
    SELECT (s.account).id, to_json(s.account), s.stale INTO who, account, stale FROM portal_session(bearer) s;
    IF NOT FOUND THEN RETURN; END IF;
  END IF;
  SELECT c.* INTO claim, status, headers, answer
    FROM portal_claim(coalesce(who::text, 'signed-out') || ' ' || doing, wish, said, false) c;
  IF claim <> 'taken' THEN RETURN; END IF;
  SELECT coalesce(r.ancestors[cardinality(r.ancestors)], r.id) INTO root FROM records r
    WHERE r.slug = of_slug AND r.type = of_type;
  IF root IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM records r WHERE r.id = root FOR NO KEY UPDATE;
  family := portal_family(root, who);
END $$;

-- Ends a statement that did not find everything as it expected.
CREATE FUNCTION portal_insist(holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT holds THEN
    RAISE EXCEPTION 'somebody else was faster' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- The moment at which an answer takes the place of one from `earlier`. Raises where that one is still kept: somebody
-- else has carried the call out, whose lock was lost with its connection.
CREATE FUNCTION portal_answered_at(earlier timestamptz) RETURNS timestamptz LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portal_insist(NOT portal_answer_lives(earlier));
  RETURN now();
END $$;

-- 12. Functions and triggers that protect histories -----------------------------------------------

CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;

CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER anchors_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON anchors
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER audit_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER portals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON portals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER config_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON config_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER version_files_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON version_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER event_values_append_only BEFORE DELETE OR TRUNCATE ON event_values
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

CREATE FUNCTION sealed_entry(field text, entry jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE jsonb_typeof(entry)
    WHEN 'array' THEN to_jsonb(encode(sha256(convert_to(concat_ws(E'\n', field, entry ->> 0, entry ->> 1), 'UTF8')), 'hex'))
    ELSE entry
  END
$$;

-- Only what people wrote may be erased: answers, remarks, files. The function `isErasable` of the audit decides the same.
CREATE FUNCTION is_erasable(field text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT field ~ '^(data|detail)\.|^items\..+\.(remark|files)$'
$$;

-- The one change of values that is allowed: an entry that may be erased becomes its digest.
CREATE FUNCTION refuse_rewriting_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.record <> OLD.record OR NEW.version <> OLD.version
    OR (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(NEW.entries) AS key)
      IS DISTINCT FROM (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(OLD.entries) AS key)
    OR EXISTS (
      SELECT FROM jsonb_each(NEW.entries) AS one
      WHERE one.value <> OLD.entries -> one.key
        AND NOT (is_erasable(one.key) AND one.value = sealed_entry(one.key, OLD.entries -> one.key)))
  THEN
    RAISE EXCEPTION 'values of events may only be erased: answers, remarks and files';
  END IF;
  RETURN NEW;
END $$;
ALTER FUNCTION refuse_rewriting_values() SET search_path FROM CURRENT;

CREATE TRIGGER event_values_only_erased BEFORE UPDATE ON event_values
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_values();

-- Erases these fields, such as `data.phone`, from the history of a record. Returns how many events held one.
-- The caller erases the values from the record, too: the audit reports a record that still holds one.
CREATE FUNCTION erase_event_values(of uuid, fields text[]) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  refused text := (SELECT string_agg(field, ', ') FROM unnest(fields) AS field WHERE is_erasable(field) IS NOT TRUE);
  erased bigint;
BEGIN
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION 'these fields may not be erased: %', refused;
  END IF;
  UPDATE event_values v SET entries = (
    SELECT jsonb_object_agg(one.key, CASE WHEN one.key = ANY(fields) THEN sealed_entry(one.key, one.value) ELSE one.value END)
    FROM jsonb_each(v.entries) AS one)
  WHERE v.record = of AND v.entries ?| fields;
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;

-- Waits for those who are writing events now. Returns the last number given: no event at or below it comes later.
-- Its owner may lock the table; the role that runs the portal may not.
CREATE FUNCTION settle_events() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  LOCK TABLE events IN SHARE MODE;
  RETURN coalesce(pg_sequence_last_value(pg_get_serial_sequence('events', 'seq')), 0);
END $$;
ALTER FUNCTION settle_events() SET search_path FROM CURRENT;
