-- Messages of every channel in one table, with the state of each.
ALTER TABLE mails RENAME TO messages;

ALTER TABLE messages
  ADD COLUMN channel text NOT NULL DEFAULT 'mail',
  -- the record as an extension receives it, until the message is sent or given up
  ADD COLUMN record jsonb;

ALTER TABLE messages ALTER COLUMN channel DROP DEFAULT;

-- The kind of job is new. A message that is no longer waiting is not sent twice.
DELETE FROM outbox WHERE name = 'mail';

INSERT INTO outbox (name, data)
SELECT 'message', jsonb_build_object('id', id) FROM messages WHERE state = 'waiting' ORDER BY order_number;
