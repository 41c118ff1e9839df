import GRDB

/// Columns for tokens that are bound to a key (RFC 9449) or meant for a resource (RFC 8707), and the table of pushed
/// requests (RFC 9126).
extension Schema {
  static func registerKeys(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("10 keys") { database in try database.execute(sql: keyBindings) }
  }

  static func registerSigningAlgorithms(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("12 signing algorithms") { database in
      try database.execute(sql: "ALTER TABLE signing_keys ADD COLUMN algorithm TEXT NOT NULL DEFAULT 'RS256'")
    }
  }

  /// `used_at`: the time of a refresh token's first use, in seconds since 1970; NULL while unused or if an earlier version recorded the use.
  static func registerRefreshGrace(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("13 refresh grace") { database in
      try database.execute(sql: "ALTER TABLE tokens ADD COLUMN used_at INTEGER")
    }
  }

  /// `dpop_jkt` is a JWK thumbprint (RFC 7638) in base64url, `resource` a JSON array of URIs; NULL: no key, no particular
  /// resource. A pushed request is found by the SHA-256 of its `request_uri`; its parameters are stored form-encoded, and
  /// `browser_hash` is the first browser that presented it.
  private static let keyBindings = """
    ALTER TABLE authorization_codes ADD COLUMN dpop_jkt TEXT;
    ALTER TABLE tokens ADD COLUMN dpop_jkt TEXT;
    ALTER TABLE tokens ADD COLUMN resource TEXT;
    ALTER TABLE grants ADD COLUMN resource TEXT;

    CREATE TABLE pushed_requests (
      request_uri_hash BLOB PRIMARY KEY NOT NULL,
      client_id TEXT NOT NULL,
      parameters TEXT NOT NULL,
      browser_hash BLOB,
      expires INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX pushed_requests_by_expiry ON pushed_requests(expires);
    CREATE INDEX pushed_requests_of_client ON pushed_requests(client_id, expires);
    """
}
