-- Keys with which people sign in without a password.
CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  -- id of the credential, as base64url
  credential text NOT NULL UNIQUE,
  -- COSE key
  public_key bytea NOT NULL,
  -- signatures so far, as the authenticator counts them; 0: it does not count
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz
);
CREATE INDEX passkeys_by_account ON passkeys (account);

-- Each challenge is good once. A used one is kept until it would have expired.
CREATE TABLE used_challenges (
  challenge text PRIMARY KEY,
  at timestamptz NOT NULL
);
