-- A session that sees the portal as another account, without changing anything, for half an hour at most.
ALTER TABLE sessions
  -- What is seen ends with its account or membership, and the session with it: it must not go on as somebody else.
  ADD COLUMN seen uuid REFERENCES accounts (id) ON DELETE CASCADE,
  -- null: the membership in the account's own row
  ADD COLUMN seen_membership uuid REFERENCES memberships (id) ON DELETE CASCADE,
  ADD COLUMN seen_until timestamptz;
CREATE INDEX sessions_by_seen ON sessions (seen) WHERE seen IS NOT NULL;
CREATE INDEX sessions_by_seen_membership ON sessions (seen_membership) WHERE seen_membership IS NOT NULL;

-- `onlooker`: the account of the session itself, while it sees another one.
DROP FUNCTION portal_session(bytea);
CREATE FUNCTION portal_session(bearer bytea) RETURNS TABLE (account accounts, stale boolean, onlooker jsonb) LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN m.id IS NULL THEN a ELSE portal_member(a, m) END, s.seen_at < now() - interval '5 minutes',
    CASE WHEN s.seen IS NOT NULL THEN (
      SELECT to_jsonb(CASE WHEN om.id IS NULL THEN o ELSE portal_member(o, om) END) - 'password' - 'head'
        || jsonb_build_object('until', s.seen_until)
      FROM accounts o LEFT JOIN memberships om ON om.id = s.membership AND om.account = o.id
      WHERE o.id = s.account AND NOT o.is_suspended) END
    FROM sessions s JOIN accounts a ON a.id = coalesce(s.seen, s.account)
      LEFT JOIN memberships m
        ON m.id = CASE WHEN s.seen IS NULL THEN s.membership ELSE s.seen_membership END AND m.account = a.id
    WHERE s.token = bearer AND NOT a.is_suspended AND portal_session_lives(s.started_at, s.seen_at)
      AND (s.seen IS NULL OR (s.seen_until > now()
        AND EXISTS (SELECT FROM accounts o WHERE o.id = s.account AND NOT o.is_suspended)))
$$;

CREATE OR REPLACE FUNCTION portal_take_up(
  bearer bytea, who uuid, doing text, wish text, said bytea, of_type text, of_slug text,
  OUT account json, OUT stale boolean, OUT claim text,
  OUT status integer, OUT headers jsonb, OUT answer text, OUT family json
) LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  root uuid;
  acts_for jsonb;
BEGIN
  claim := 'nobody';
  IF bearer IS NOT NULL THEN
    acts_for := portal_delegation(bearer);
    SELECT (s.account).id,
        (to_jsonb(s.account) || jsonb_build_object('acts_for', acts_for, 'onlooker', s.onlooker))::json, s.stale
      INTO who, account, stale FROM portal_session(bearer) s;
    IF NOT FOUND THEN RETURN; END IF;
    -- Nothing is claimed or locked for a call that is refused.
    IF account ->> 'onlooker' IS NOT NULL THEN RETURN; END IF;
  END IF;
  SELECT c.* INTO claim, status, headers, answer
    FROM portal_claim(coalesce(who::text, 'signed-out') || ' ' || doing, wish, said, false) c;
  IF claim <> 'taken' THEN RETURN; END IF;
  SELECT coalesce(r.ancestors[cardinality(r.ancestors)], r.id) INTO root FROM records r
    WHERE r.slug = of_slug AND r.type = of_type;
  IF root IS NULL THEN RETURN; END IF;
  PERFORM 1 FROM records r WHERE r.id = root FOR NO KEY UPDATE;
  family := portal_family(root, array_remove(ARRAY[who, (acts_for ->> 'account')::uuid], NULL));
END $$;
