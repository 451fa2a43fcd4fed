-- Files for spreadsheets that somebody asked for, and when each report is next sent by mail.
CREATE TABLE exports (
  id uuid PRIMARY KEY,
  account uuid NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  -- whom the account acted for when it asked
  department text NOT NULL,
  unit text,
  language text NOT NULL,
  -- a list with its parameters, or a report with its period
  subject jsonb NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'too-long')),
  -- rows written so far, and rows of the whole file
  rows integer NOT NULL DEFAULT 0,
  total integer,
  bytes bigint,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX exports_by_account ON exports (account, asked_at);
CREATE INDEX exports_by_expiry ON exports (expires_at);

CREATE TABLE report_mails (
  report text PRIMARY KEY,
  -- the schedule that next_at follows
  schedule text NOT NULL,
  next_at timestamptz NOT NULL
);
