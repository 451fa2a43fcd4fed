-- Links, sent by mail, with which the owner of an account chooses a password. Each works once.
CREATE TABLE password_links (
  -- SHA-256 of the token: nobody can use what is stored
  token bytea PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset', 'invitation')),
  -- The link is worthless once the account has another address.
  address text NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- also set when a later link, or another password, makes it worthless
  used_at timestamptz
);

CREATE INDEX password_links_by_account ON password_links (account, sent_at DESC);
CREATE INDEX password_links_by_end ON password_links (expires_at);

-- What a person sees of their own sessions.
ALTER TABLE sessions
  -- names the session in an address, where its token must not stand
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  -- header of the browser that signed in
  ADD COLUMN agent text,
  -- IPv4 address or IPv6 /64 of the last use
  ADD COLUMN network text;
