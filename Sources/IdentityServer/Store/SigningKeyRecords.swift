import Foundation
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
        sql: "SELECT key_id, private_key, algorithm " + Store.newestFirst, arguments: [seconds(oldest)]
      ).compactMap { row in
        SigningAlgorithm(rawValue: row["algorithm"]).map {
          SigningKeyRecord(id: row["key_id"], pem: row["private_key"], algorithm: $0)
        }
      }
    }
  }

  /// The ids of the keys that ``signingKeys(retiredAfter:)`` returns.
  func signingKeyIDs(retiredAfter oldest: Date) async throws -> [String] {
    try await pool.read {
      try String.fetchAll($0, sql: "SELECT key_id " + Store.newestFirst, arguments: .whole([seconds(oldest)]))
    }
  }

  /// Adds an algorithm's first key. Does nothing if another process has added one.
  func addFirstSigningKey(_ key: SigningKeyRecord, now: Date) async throws {
    try await pool.write { database in
      let isThere = try Bool.fetchOne(
        database, sql: "SELECT count(*) FROM signing_keys WHERE retired IS NULL AND algorithm = ?",
        arguments: [key.algorithm.rawValue])
      guard isThere != true else { return }
      try Store.insert(key, now, database)
    }
  }

  func replaceSigningKeys(by keys: [SigningKeyRecord], now: Date) async throws {
    try await pool.write { database in
      try database.run(sql: "UPDATE signing_keys SET retired = ? WHERE retired IS NULL", arguments: [seconds(now)])
      for key in keys { try Store.insert(key, now, database) }
    }
  }

  private static func insert(_ key: SigningKeyRecord, _ now: Date, _ database: Database) throws {
    try database.run(
      sql: "INSERT INTO signing_keys (key_id, private_key, algorithm, created) VALUES (?, ?, ?, ?)",
      arguments: [key.id, key.pem, key.algorithm.rawValue, seconds(now)])
  }

  func removeSigningKeys(retiredUntil oldest: Date) async throws {
    try await pool.write {
      try $0.run(sql: "DELETE FROM signing_keys WHERE retired <= ?", arguments: [seconds(oldest)])
    }
  }
}
