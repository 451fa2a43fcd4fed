-- The account of a person at an OpenID Connect provider.
CREATE TABLE account_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  linked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (issuer, subject),
  UNIQUE (account, issuer)
);

-- A sign-in with a provider that has begun. A successful one is deleted; the others count for the limit.
CREATE TABLE provider_sign_ins (
  -- Digest of the browser's cookie.
  id bytea PRIMARY KEY,
  provider text NOT NULL,
  network text NOT NULL,
  -- The path of the portal to which the person returns.
  next text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- The provider has sent the person back: no second answer counts.
  answered_at timestamptz,
  -- Digest of the ticket for the outcome; null: it was taken, or there is none yet.
  ticket bytea,
  account uuid REFERENCES accounts (id) ON DELETE CASCADE,
  refusal jsonb
);
CREATE INDEX provider_sign_ins_network ON provider_sign_ins (network, started_at);
