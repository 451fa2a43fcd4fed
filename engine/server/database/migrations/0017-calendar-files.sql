-- The event that a mail carries as an iCalendar file: { method, content }.
ALTER TABLE messages ADD COLUMN calendar jsonb;
