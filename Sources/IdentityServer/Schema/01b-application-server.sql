-- The application server's own accounts: no table of the authorization server refers to them.
ALTER TABLE configured_clients ADD COLUMN secret_hash BLOB;
CREATE TABLE application_accounts (
  subject TEXT PRIMARY KEY NOT NULL,
  given_name TEXT NOT NULL,
  family_name TEXT NOT NULL,
  email TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;
