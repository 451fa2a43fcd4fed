-- Under which rules a record was last looked at, so that exactly those that other rules have seen are looked at again.
ALTER TABLE records
  -- a number for what decides what happens by itself; 0: not known
  ADD COLUMN life integer NOT NULL DEFAULT 0;

CREATE INDEX records_by_life ON records (type, state, life);

-- Which configuration is the newest, the table `versions` says.
DROP TABLE lives;

CREATE INDEX parties_by_department ON parties (department) WHERE department IS NOT NULL;
