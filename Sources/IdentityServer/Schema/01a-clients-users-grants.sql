-- `dynamically_registered_clients` keeps the name and the columns that the Curity tutorial queries. Its triggers treat a
-- status that is changed by SQL as a revocation: the client's grants are revoked, and resetting the status does not
-- restore them.
CREATE TABLE dynamically_registered_clients (
  client_id TEXT PRIMARY KEY NOT NULL,
  authenticated_user TEXT,
  status TEXT NOT NULL DEFAULT 'active',
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  last_used INTEGER,
  template_id TEXT REFERENCES configured_clients(client_id),
  secret_hash BLOB,
  secret_expires INTEGER NOT NULL DEFAULT 0,
  registration_token_hash BLOB NOT NULL UNIQUE,
  registration_token_expires INTEGER NOT NULL,
  metadata TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX clients_of_user ON dynamically_registered_clients(authenticated_user);

CREATE TABLE configured_clients (
  client_id TEXT PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('static', 'template')),
  metadata TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE users (
  user_name TEXT PRIMARY KEY NOT NULL,
  password_hash TEXT,
  given_name TEXT NOT NULL,
  family_name TEXT NOT NULL,
  email TEXT NOT NULL,
  roles TEXT NOT NULL DEFAULT '[]',
  origin TEXT NOT NULL CHECK (origin IN ('configuration', 'administrator'))
) WITHOUT ROWID;

CREATE TABLE sso_sessions (
  session_hash BLOB PRIMARY KEY NOT NULL,
  user_name TEXT NOT NULL REFERENCES users(user_name) ON DELETE CASCADE,
  authenticated INTEGER NOT NULL,
  expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_of_user ON sso_sessions(user_name);
CREATE INDEX sessions_by_expiry ON sso_sessions(expires);

CREATE TABLE administrator_sessions (
  session_hash BLOB PRIMARY KEY NOT NULL,
  expires INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE grants (
  grant_id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL,
  user_name TEXT NOT NULL REFERENCES users(user_name) ON DELETE CASCADE,
  session_hash BLOB,
  scope TEXT NOT NULL,
  authenticated INTEGER NOT NULL,
  nonce TEXT,
  created INTEGER NOT NULL,
  revoked INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX grants_of_client ON grants(client_id);
CREATE INDEX grants_of_user ON grants(user_name);
CREATE INDEX grants_of_session ON grants(session_hash);

CREATE TABLE authorization_codes (
  code_hash BLOB PRIMARY KEY NOT NULL,
  grant_id INTEGER NOT NULL REFERENCES grants(grant_id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  redirect_uri_was_sent INTEGER NOT NULL,
  code_challenge TEXT,
  expires INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX codes_of_grant ON authorization_codes(grant_id);

CREATE TABLE tokens (
  token_hash BLOB PRIMARY KEY NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
  grant_id INTEGER NOT NULL REFERENCES grants(grant_id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  issued INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  revoked INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX tokens_of_grant ON tokens(grant_id);
CREATE INDEX tokens_by_expiry ON tokens(expires);

CREATE TRIGGER client_deactivated AFTER UPDATE OF status ON dynamically_registered_clients
WHEN NEW.status <> 'active' BEGIN
  UPDATE grants SET revoked = 1 WHERE client_id = NEW.client_id;
END;
CREATE TRIGGER client_deleted AFTER DELETE ON dynamically_registered_clients BEGIN
  UPDATE grants SET revoked = 1 WHERE client_id = OLD.client_id;
END;

CREATE TABLE signing_keys (
  key_id TEXT PRIMARY KEY NOT NULL,
  private_key TEXT NOT NULL,
  created INTEGER NOT NULL,
  retired INTEGER
) WITHOUT ROWID;
CREATE TABLE server_secrets (
  name TEXT PRIMARY KEY NOT NULL,
  secret BLOB NOT NULL
) WITHOUT ROWID;
