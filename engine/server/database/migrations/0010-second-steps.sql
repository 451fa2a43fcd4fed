-- The second step of signing in: a code of an authenticator app, or a recovery code.
ALTER TABLE accounts ADD COLUMN has_second_step boolean NOT NULL DEFAULT false;

CREATE TABLE second_steps (
  account uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- Secrets are encrypted: nonce, text and tag of AES-256-GCM. Null: not set up yet
  secret bytea,
  -- a new secret, which the person has not confirmed with a code yet
  offered bytea,
  offered_at timestamptz,
  -- the half-minute of the newest code that was accepted: no code of it or of an earlier one is accepted again
  used bigint NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- SHA-256 of the code; a used one is deleted
  digest bytea NOT NULL,
  PRIMARY KEY (account, digest)
);
