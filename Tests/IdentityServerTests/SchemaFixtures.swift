/// The tables exactly as earlier versions of the program created them. They never change: such databases are in use.
enum SchemaFixtures {
  /// The migrations that each version had run, and its tables.
  static let versions: [(migrations: [String], sql: [String])] = [
    ([first], [version1]),
    ([first, "application server"], [version1, application]),
    ([first, "application server", "2 devices and initial access tokens"], [version1, application, version2]),
  ]

  private static let first = "1 clients, users, sessions, grants"

  private static let version1 = """
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
    """

  private static let application = """
    ALTER TABLE configured_clients ADD COLUMN secret_hash BLOB;
    CREATE TABLE application_accounts (
      subject TEXT PRIMARY KEY NOT NULL,
      given_name TEXT NOT NULL,
      family_name TEXT NOT NULL,
      email TEXT NOT NULL,
      created INTEGER NOT NULL
    ) WITHOUT ROWID;
    """

  private static let version2 = """
    CREATE TABLE devices (
      name TEXT PRIMARY KEY NOT NULL,
      certificate_hash BLOB NOT NULL UNIQUE,
      status TEXT NOT NULL DEFAULT 'active',
      enrolled INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      waiting INTEGER
    ) WITHOUT ROWID;
    CREATE TABLE initial_access_tokens (
      token_hash BLOB PRIMARY KEY NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('administrator', 'device', 'push')),
      device TEXT REFERENCES devices(name) ON DELETE CASCADE,
      issued INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      used INTEGER NOT NULL DEFAULT 0
    ) WITHOUT ROWID;
    CREATE INDEX initial_access_tokens_by_expiry ON initial_access_tokens(expires);
    CREATE TABLE pushes (
      device TEXT PRIMARY KEY NOT NULL REFERENCES devices(name) ON DELETE CASCADE,
      sent INTEGER NOT NULL,
      expires INTEGER NOT NULL,
      token_hash BLOB
    ) WITHOUT ROWID;
    """
}
