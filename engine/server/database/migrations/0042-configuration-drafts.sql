-- What a person has changed in the workbench and not put in force yet.
CREATE TABLE configuration_drafts (
  account uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
  -- the version that the changes were made against
  base integer NOT NULL,
  -- name of each changed file → its text in that version, and its text now
  files jsonb NOT NULL,
  -- counts the changes
  revision integer NOT NULL,
  -- the revision and the version in force that were planned together last; null: no plan was made
  planned_revision integer,
  planned_version integer,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
