-- Breaks off a statement that did not find everything as it expected it.
CREATE FUNCTION portal_insist(holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT holds THEN
    RAISE EXCEPTION 'somebody else was faster' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- The family is locked and read by plain statements, which ask for the wallet once for each owner.
DROP FUNCTION portal_family;
DROP FUNCTION portal_wallet;
