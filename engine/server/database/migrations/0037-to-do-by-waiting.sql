-- The to-do list of an office: without a due date, what has waited longest comes first. See 0034.
DROP INDEX records_by_office;
CREATE INDEX records_by_office ON records (office, type, state, due, since, id);
