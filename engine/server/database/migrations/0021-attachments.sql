-- A file belongs to an item of a record, or to a message. Its sender uploads it before the message is sent.
ALTER TABLE files ALTER COLUMN record DROP NOT NULL;
ALTER TABLE files ALTER COLUMN item DROP NOT NULL;
-- of a file of a message: the thread, or the recipient of a new one, that its upload named
ALTER TABLE files ADD COLUMN addressed jsonb;
-- the message; null: not sent, or erased
ALTER TABLE files ADD COLUMN thread uuid;
ALTER TABLE files ADD COLUMN message integer;
ALTER TABLE files ADD FOREIGN KEY (thread, message) REFERENCES thread_messages (thread, number)
  ON DELETE SET NULL (thread, message) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE files ADD CONSTRAINT files_of_record_or_message CHECK (
  (record IS NULL) = (item IS NULL) AND (record IS NULL) = (addressed IS NOT NULL)
  AND (thread IS NULL) = (message IS NULL) AND (thread IS NULL OR addressed IS NOT NULL)
);
-- unsent: complete, and its message is not sent yet
ALTER TABLE files DROP CONSTRAINT files_state_check;
ALTER TABLE files ADD CONSTRAINT files_state_check
  CHECK (state IN ('uploading', 'unsent', 'filed', 'replaced', 'removed'));
CREATE INDEX files_by_message ON files (thread, message) WHERE thread IS NOT NULL;
DROP INDEX files_unfinished;
DROP INDEX files_unfinished_by_account;
CREATE INDEX files_unfinished ON files (created_at) WHERE state IN ('uploading', 'unsent');
CREATE INDEX files_unfinished_by_account ON files (account) WHERE state IN ('uploading', 'unsent');
CREATE INDEX files_erased ON files (id) WHERE addressed IS NOT NULL AND thread IS NULL AND state = 'filed';
