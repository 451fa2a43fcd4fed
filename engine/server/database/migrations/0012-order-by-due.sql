-- Lists by due dates: what has none stands last, so that the index has a place for it, too.
DROP INDEX records_by_due;
CREATE INDEX records_by_office_due ON records (office, type, (coalesce(due, 'infinity'::timestamptz)), id);
