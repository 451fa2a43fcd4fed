-- Which workflows and calendars were in force, so that records are looked at again where those change.
CREATE TABLE lives (
  -- a hash of what decides what happens by itself
  life text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
