-- The language in which an account reads: mails are written in it, and pages where the browser has chosen none.
ALTER TABLE accounts ADD COLUMN language text;
