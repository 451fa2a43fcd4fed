-- What is booked in calendars. A slot is one row, locked while somebody books it, so that its places are never given twice.

CREATE TABLE slots (
  calendar text NOT NULL,
  -- whose places they are; '': everybody's
  office text NOT NULL,
  starts_at timestamptz NOT NULL,
  PRIMARY KEY (calendar, office, starts_at)
);

CREATE TABLE bookings (
  record uuid NOT NULL REFERENCES records (id) ON DELETE CASCADE,
  calendar text NOT NULL,
  office text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (record, calendar),
  FOREIGN KEY (calendar, office, starts_at) REFERENCES slots (calendar, office, starts_at)
);

CREATE INDEX bookings_by_slot ON bookings (calendar, office, starts_at);

-- Lists of appointments are sorted by when they begin.
CREATE INDEX records_by_booking ON records (office, type, (booking ->> 'from'), id) WHERE booking IS NOT NULL;
