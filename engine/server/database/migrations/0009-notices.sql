-- What is to be done after a change, written together with it; the queue takes it from here.

CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  data jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX outbox_by_time ON outbox (at);

-- What people are told in the portal.
CREATE TABLE notifications (
  id uuid PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  record uuid REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  -- name of its template
  notice text NOT NULL,
  subject text NOT NULL,
  -- Markdown, filled in
  body text NOT NULL,
  at timestamptz NOT NULL,
  read_at timestamptz
);

CREATE INDEX notifications_by_account ON notifications (account, at DESC, id DESC);
CREATE INDEX notifications_unread ON notifications (account) WHERE read_at IS NULL;

-- The same by e-mail, whether or not it can be sent.
CREATE TABLE mails (
  id uuid PRIMARY KEY,
  order_number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  at timestamptz NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  html text NOT NULL,
  -- kept: there was no server to send it with
  state text NOT NULL CHECK (state IN ('kept', 'waiting', 'sent', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  tried_at timestamptz,
  -- what went wrong last
  problem text
);

-- Steps that somebody takes by a link that was sent to him.
CREATE TABLE links (
  id uuid PRIMARY KEY,
  record uuid NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  transition text NOT NULL,
  -- the address that it was sent to, and the field that it stood in
  field text NOT NULL,
  address text NOT NULL,
  sent_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX links_by_record ON links (record, sent_at DESC);
CREATE INDEX links_by_address ON links (address, sent_at DESC);
