-- Account of who wants it, if they ordered it in the workbench: their name may be another when it is approved.
ALTER TABLE wished_versions ADD COLUMN author_account uuid NULL;
