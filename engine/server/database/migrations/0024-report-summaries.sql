-- Summaries of reports: for each record type the counts by day, month and year, rolled up from the events.

-- Reports read the few events after a summary, and the anchors those after the last seal.
DROP INDEX events_by_seq;
CREATE INDEX events_by_seq ON events (seq);

-- Histories are short, and their key begins with the record: without this index writers do less than before.
DROP INDEX events_by_account;

-- One row for each record type and design. The design is the hash of what the type's reports count.
CREATE TABLE report_summaries (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  type text NOT NULL,
  design text NOT NULL,
  -- all events up to this one are in the summary
  watermark bigint NOT NULL,
  -- the last record that the first run has added; records are added in the order of their ids
  added uuid,
  -- the first run has added all records
  is_complete boolean NOT NULL DEFAULT false,
  rolled_at timestamptz NOT NULL,
  UNIQUE (type, design)
);

-- The records that one part of a design counts alike.
CREATE TABLE report_cells (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  summary integer NOT NULL,
  part smallint NOT NULL,
  length text NOT NULL CHECK (length IN ('day', 'month', 'year')),
  -- its first day; null: the records have no such day
  day date,
  -- columns that rules of access read, groups and times
  key text[] NOT NULL,
  number bigint NOT NULL,
  amount numeric NOT NULL,
  UNIQUE NULLS NOT DISTINCT (summary, part, length, day, key)
);

-- The cells of single days that count a record, so that a change can take it out of them.
CREATE TABLE report_places (
  summary integer NOT NULL,
  record uuid NOT NULL,
  cells bigint[] NOT NULL,
  amounts numeric[] NOT NULL,
  -- when the passing of time alone changes a number of this record
  until timestamptz,
  PRIMARY KEY (record, summary)
);

CREATE INDEX report_places_by_time ON report_places (summary, until) WHERE until IS NOT NULL;

-- The percentile as `percentile_cont` computes it, of values that each stand for a number of records.
CREATE FUNCTION portal_percentile(portion float8, amounts float8[], numbers bigint[]) RETURNS float8
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH ranked AS (
    SELECT amount, sum(sum(number)) OVER (ORDER BY amount) AS upto
    FROM unnest(amounts, numbers) AS one(amount, number) GROUP BY amount
  ), place AS (
    SELECT portion * (max(upto)::float8 - 1) AS rank FROM ranked
  ), near AS (
    SELECT rank - floor(rank) AS share,
      (SELECT min(amount) FROM ranked WHERE upto > floor(rank)::numeric) AS low,
      (SELECT min(amount) FROM ranked WHERE upto > ceil(rank)::numeric) AS high
    FROM place
  )
  SELECT low + share * (high - low) FROM near
$$;

-- As before. Besides, summaries count the record again, because its answers have changed without an event.
CREATE OR REPLACE FUNCTION erase_event_values(of uuid, fields text[]) RETURNS bigint LANGUAGE plpgsql AS $$
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
  UPDATE report_places p SET until = '-infinity' WHERE p.record = of;
  RETURN erased;
END $$;
