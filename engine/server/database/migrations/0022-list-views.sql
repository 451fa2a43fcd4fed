-- What a list shows, under a name: for a person, or for everybody in a department's unit.
CREATE TABLE list_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- type/list
  list text NOT NULL,
  name text NOT NULL,
  -- as in the address of the list's page
  query text NOT NULL,
  account uuid REFERENCES accounts (id) ON DELETE CASCADE,
  department text,
  unit text,
  CHECK ((account IS NULL) <> (department IS NULL))
);
CREATE UNIQUE INDEX list_views_by_name ON list_views
  (list, coalesce(account::text, ''), coalesce(department, ''), coalesce(unit, ''), lower(name));

-- The view with which a list opens for an account.
CREATE TABLE default_views (
  account uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  list text NOT NULL,
  view uuid NOT NULL REFERENCES list_views (id) ON DELETE CASCADE,
  PRIMARY KEY (account, list)
);
CREATE INDEX default_views_by_view ON default_views (view);
