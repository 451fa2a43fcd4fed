-- Rows of lookups as offices keep them, over those of the configuration's files. Each change is a version of its own;
-- nothing is ever deleted, since records name the rows that they were answered with.
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
