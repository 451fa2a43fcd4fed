-- An answer is kept for a day and hardly ever read: to make it small would take longer than to write it.
ALTER TABLE idempotency ALTER answer SET STORAGE EXTERNAL;
