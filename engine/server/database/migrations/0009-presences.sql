-- Who is looking at a record now. A crash may lose it: everybody who is still there tells so again.
CREATE UNLOGGED TABLE presences (
  record uuid NOT NULL,
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (record, account)
);
