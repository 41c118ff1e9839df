import GRDB

/// What the tables need for tokens that are bound to a key (RFC 9449), for tokens that are meant for a resource (RFC 8707), and
/// for pushed requests (RFC 9126).
extension Schema {
  static func registerKeys(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("10 keys") { database in try database.execute(sql: keyBindings) }
  }

  static func registerSigningAlgorithms(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("12 signing algorithms") { database in
      try database.execute(sql: "ALTER TABLE signing_keys ADD COLUMN algorithm TEXT NOT NULL DEFAULT 'RS256'")
    }
  }

  /// `used_at`, in seconds since 1970: when a refresh token was used first; NULL for one that was used before this version.
  static func registerRefreshGrace(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("13 refresh grace") { database in
      try database.execute(sql: "ALTER TABLE tokens ADD COLUMN used_at INTEGER")
    }
  }

  /// `dpop_jkt` is a JWK thumbprint (RFC 7638) in base64url, `resource` a JSON array of URIs; NULL: bound to no key, meant for
  /// no resource in particular. A pushed request is found by the SHA-256 of its `request_uri`; its parameters are kept
  /// form-encoded, and `browser_hash` is the browser that came with it first.
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
