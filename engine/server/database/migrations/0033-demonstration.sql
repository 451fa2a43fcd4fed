-- The accounts of a demonstration, with the password that they were made with. While there are any, the database is a
-- demonstration, which production does not serve. A row outlives its account: what that account did is still invented.
CREATE TABLE demonstration (
  account uuid UNIQUE REFERENCES accounts (id) ON DELETE SET NULL,
  password text NOT NULL
);

-- Only demonstration accounts share a hash, since every other one has a salt of its own.
INSERT INTO demonstration (account, password)
  SELECT id, password FROM accounts
  WHERE password IN (SELECT password FROM accounts GROUP BY password HAVING count(*) > 1);
