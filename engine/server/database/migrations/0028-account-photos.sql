-- The photo of a person: a small square JPEG without hidden data.
CREATE TABLE account_photos (
  account uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- random, another one for each photo: signed addresses name it
  id text NOT NULL UNIQUE,
  content bytea NOT NULL CHECK (octet_length(content) <= 500000)
);
