-- The one key from which every other key of this portal is derived; all processes on the database share it.
CREATE TABLE secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);
