-- Forms that records were filled in with, and the configurations that were in force: never changed, never deleted.
CREATE TABLE forms (
  -- content hash
  hash text PRIMARY KEY,
  -- text and not jsonb, since the order of questions is part of a form
  body text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE portals (
  hash text PRIMARY KEY,
  body text NOT NULL,
  in_force_since timestamptz NOT NULL DEFAULT now()
);
