-- Units of an office have places of their own in its calendars. '': of the whole office, or everybody's.

ALTER TABLE bookings DROP CONSTRAINT bookings_calendar_office_starts_at_fkey;
ALTER TABLE bookings ADD unit text NOT NULL DEFAULT '';
ALTER TABLE slots DROP CONSTRAINT slots_pkey;
ALTER TABLE slots ADD unit text NOT NULL DEFAULT '';
ALTER TABLE slots ADD PRIMARY KEY (calendar, office, unit, starts_at);

-- What is booked already takes a place of the record's unit.
UPDATE bookings b SET unit = r.unit FROM records r WHERE r.id = b.record AND b.office <> '' AND r.unit IS NOT NULL;
INSERT INTO slots (calendar, office, unit, starts_at)
SELECT DISTINCT calendar, office, unit, starts_at FROM bookings ON CONFLICT DO NOTHING;

ALTER TABLE bookings ADD FOREIGN KEY (calendar, office, unit, starts_at) REFERENCES slots (calendar, office, unit, starts_at);

DROP INDEX bookings_by_slot;
CREATE INDEX bookings_by_slot ON bookings (calendar, office, unit, starts_at);
