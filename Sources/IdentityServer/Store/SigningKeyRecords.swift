import GRDB

struct SigningKeyRecord: Sendable {
  var id: String
  var pem: String
  var algorithm = SigningAlgorithm.rs256
}

extension Store {
  private static let newestFirst = """
    FROM signing_keys WHERE retired IS NULL OR retired > ? ORDER BY retired IS NOT NULL, created DESC, key_id
    """

  /// Signing keys come first, then those that only verify.
  func signingKeys(retiredAfter oldest: Date) async throws -> [SigningKeyRecord] {
    try await pool.read { database in
      try database.rows(
        "SELECT key_id, private_key, algorithm " + Store.newestFirst, seconds(oldest)
      ).compactMap { row in
        SigningAlgorithm(rawValue: row["algorithm"]).map {
          SigningKeyRecord(id: row["key_id"], pem: row["private_key"], algorithm: $0)
        }
      }
    }
  }

  func signingKeyIDs(retiredAfter oldest: Date) async throws -> [String] {
    try await pool.read { try $0.values(String.self, "SELECT key_id " + Store.newestFirst, seconds(oldest)) }
  }

  /// Adds an algorithm's first key. Does nothing if another process has added one.
  func addFirstSigningKey(_ key: SigningKeyRecord, now: Date) async throws {
    try await pool.write { database in
      let isThere = try database.hasRow(
        "SELECT 1 FROM signing_keys WHERE retired IS NULL AND algorithm = ?", key.algorithm.rawValue)
      if !isThere { try Store.insert(key, now, database) }
    }
  }

  func replaceSigningKeys(by keys: [SigningKeyRecord], now: Date) async throws {
    try await pool.write { database in
      try database.run("UPDATE signing_keys SET retired = ? WHERE retired IS NULL", seconds(now))
      for key in keys { try Store.insert(key, now, database) }
    }
  }

  private static func insert(_ key: SigningKeyRecord, _ now: Date, _ database: Database) throws {
    try database.run(
      "INSERT INTO signing_keys (key_id, private_key, algorithm, created) VALUES (?, ?, ?, ?)", key.id, key.pem,
      key.algorithm.rawValue, seconds(now))
  }

  func removeSigningKeys(retiredUntil oldest: Date) async throws {
    try await pool.write { try $0.run("DELETE FROM signing_keys WHERE retired <= ?", seconds(oldest)) }
  }
}
