-- Which rules were adopted last, by a start or a saved configuration: processes that serve others leave the records alone.
CREATE TABLE adoptions (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- as in the records
  life integer NOT NULL
);
