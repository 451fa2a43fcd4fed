-- Erases what people wrote to each other: the threads about a record, or those of a person. Returns how many threads.
-- Threads between two offices about no record stay.
CREATE FUNCTION erase_threads(of uuid) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  erased bigint;
BEGIN
  DELETE FROM threads t WHERE t.record = of
    OR t.record IN (SELECT id FROM records WHERE owner = of)
    OR EXISTS (SELECT FROM thread_sides s WHERE s.thread = t.id AND s.account = of);
  GET DIAGNOSTICS erased = ROW_COUNT;
  RETURN erased;
END $$;
ALTER FUNCTION erase_threads(uuid) SET search_path FROM CURRENT;
