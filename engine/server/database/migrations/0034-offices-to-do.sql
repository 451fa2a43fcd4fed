-- The to-do list of an office: its records of a type and a state, the most urgent first. The index has all that the
-- list sorts by, so PostgreSQL finds and counts the records without reading them.
DROP INDEX records_by_office;
CREATE INDEX records_by_office ON records (office, type, state, due, created_at, id);
