-- The day that stands on a paper which is good for some time only, as it was said when the upload began.
ALTER TABLE files ADD COLUMN issued_on date;
