-- Accounts, their sessions, and the sign-ins that failed.

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  slug text NOT NULL UNIQUE,
  -- key of the configuration
  department text NOT NULL,
  -- an e-mail address, in small letters
  username text NOT NULL UNIQUE,
  name text NOT NULL,
  -- argon2id, in the PHC format
  password text NOT NULL,
  unit text,
  -- values that differ from the department's own
  flags jsonb NOT NULL DEFAULT '{}',
  is_suspended boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX accounts_by_department ON accounts (department, name, id);

CREATE TABLE sessions (
  -- SHA-256 of the token: what is stored opens nothing
  token bytea PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX sessions_by_account ON sessions (account);

-- Shared by all processes on the database, so that nobody gets more attempts by asking another one.
CREATE TABLE failed_sign_ins (
  address text NOT NULL,
  -- SHA-256 of the name that was tried
  username bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX failed_sign_ins_by_address ON failed_sign_ins (address, at);
