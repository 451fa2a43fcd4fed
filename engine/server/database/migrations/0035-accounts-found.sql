-- Accounts are listed by the day of their creation and found by words, through indexes. The second has the text of the
-- column `search` in `user_records`.
CREATE INDEX accounts_by_created ON accounts (created_at, id);
CREATE INDEX accounts_by_word ON accounts
  USING gin (array_to_tsvector(array_remove(regexp_split_to_array(lower(name || ' ' || username), '[^[:alnum:]]+'), '')));
