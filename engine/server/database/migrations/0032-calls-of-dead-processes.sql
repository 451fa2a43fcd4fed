-- A call of more than one transaction is claimed by the process that carries it out. The process holds a lock of the
-- database under its number for as long as it lives; when it dies the claim is free at once.
ALTER TABLE idempotency ADD holder integer;

-- Does the process with this number still live?
CREATE FUNCTION portal_lives(holder integer) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT NOT pg_try_advisory_xact_lock_shared(7361520, holder)
$$;

-- The claim of an answered call has no holder. Raises where somebody else has taken the claim over in the meantime: a
-- process that was taken for dead must not write what another one has written.
CREATE FUNCTION portal_settle(holder integer, mine integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  PERFORM portal_insist(mine IS NULL OR holder IS NOT DISTINCT FROM mine);
  RETURN NULL;
END $$;
