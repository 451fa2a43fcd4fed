-- Limits on guessing and on opening accounts: by network, by account and by device.

-- Networks: an IPv4 address, or the first 64 bits of an IPv6 address.
ALTER TABLE failed_sign_ins RENAME COLUMN address TO network;
-- digest of the browser's cookie
ALTER TABLE failed_sign_ins ADD COLUMN device bytea;
CREATE INDEX failed_sign_ins_by_username ON failed_sign_ins (username, at);

-- Browsers that signed in to an account before: a flood of guesses from elsewhere does not lock them out.
CREATE TABLE known_devices (
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  device bytea NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account, device)
);

CREATE INDEX known_devices_by_time ON known_devices (seen_at);

-- Accounts that somebody asked to open, whether or not the address had one.
CREATE TABLE registrations (
  network text NOT NULL,
  -- SHA-256 of the e-mail address
  username bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX registrations_by_network ON registrations (network, at);
CREATE INDEX registrations_by_username ON registrations (username, at);
