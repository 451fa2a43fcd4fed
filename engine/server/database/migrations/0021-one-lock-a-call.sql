-- While a call runs whatever comes under its key is told so: two locks are not let go at one moment, so that a second one
-- for its content now and then took a retry for another call.

-- `bearer` is the digest of a session's token; without one the call is made by `who`, or by nobody. `doing` and `wish`
-- name the call and its key, `said` its content. What `claim` says of it: `nobody` (the session is over), `running`,
-- `other` (the key stands for something else), `answered`, or `taken`: then nobody else takes it up before the end of
-- the transaction, and nobody else changes the family, if there is one. Each statement sees what was committed before.
CREATE OR REPLACE FUNCTION portal_take_up(
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
