-- Conversations between two sides, each an office or a person, about a record or about none.
CREATE TABLE threads (
  id uuid PRIMARY KEY,
  slug text NOT NULL UNIQUE,
  subject text NOT NULL,
  record uuid REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  -- number of its newest message
  last integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL,
  -- words for searching: of the subject and of every message
  search tsvector NOT NULL DEFAULT ''
);
CREATE INDEX threads_by_record ON threads (record) WHERE record IS NOT NULL;
CREATE INDEX threads_search ON threads USING gin (search);

CREATE TABLE thread_sides (
  thread uuid NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  -- 1: who began the thread
  side smallint NOT NULL CHECK (side IN (1, 2)),
  department text NOT NULL,
  unit text,
  -- the person; null: everybody in the department's unit
  account uuid REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  -- number of the newest message that somebody of this side has read
  read integer NOT NULL DEFAULT 0,
  -- when a mail tells this side of unread messages; null: no more
  notice_at timestamptz,
  PRIMARY KEY (thread, side)
);
CREATE INDEX thread_sides_by_account ON thread_sides (account) WHERE account IS NOT NULL;
CREATE INDEX thread_sides_by_office ON thread_sides (department, unit) WHERE account IS NULL;
CREATE INDEX thread_sides_notice ON thread_sides (notice_at) WHERE notice_at IS NOT NULL;

CREATE TABLE thread_messages (
  thread uuid NOT NULL REFERENCES threads (id) ON DELETE CASCADE,
  -- counts from 1
  number integer NOT NULL,
  side smallint NOT NULL,
  account uuid NOT NULL REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED,
  at timestamptz NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (thread, number)
);
CREATE INDEX thread_messages_by_account ON thread_messages (account, at);
