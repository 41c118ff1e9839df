import Foundation
import GRDB

/// One key of ``SigningKeys`` as it is stored.
struct SigningKeyRecord: Sendable {
  var id: String
  var pem: String
}

extension Store {
  private static let newestFirst = """
    FROM signing_keys WHERE retired IS NULL OR retired > ? ORDER BY retired IS NOT NULL, created DESC, key_id
    """

  /// The key that signs comes first, then those that only verify.
  func signingKeys(retiredAfter oldest: Date) async throws -> [SigningKeyRecord] {
    try await pool.read { database in
      try Row.fetchAll(
        database, sql: "SELECT key_id, private_key " + Store.newestFirst, arguments: .whole([seconds(oldest)])
      ).map { SigningKeyRecord(id: $0["key_id"], pem: $0["private_key"]) }
    }
  }

  /// The ids of the keys that ``signingKeys(retiredAfter:)`` returns.
  func signingKeyIDs(retiredAfter oldest: Date) async throws -> [String] {
    try await pool.read {
      try String.fetchAll($0, sql: "SELECT key_id " + Store.newestFirst, arguments: .whole([seconds(oldest)]))
    }
  }

  /// Adds a key and retires those before it, or adds the very first one: then nothing happens when another process was
  /// faster. The id of the key that was added.
  func addSigningKey(_ key: SigningKeyRecord, now: Date, retiring: Bool) async throws -> String? {
    try await pool.write { database in
      if retiring {
        try database.execute(
          sql: "UPDATE signing_keys SET retired = ? WHERE retired IS NULL", arguments: .whole([seconds(now)]))
      } else if try Int.fetchOne(database, sql: "SELECT count(*) FROM signing_keys WHERE retired IS NULL") != 0 {
        return nil
      }
      try database.execute(
        sql: "INSERT INTO signing_keys (key_id, private_key, created) VALUES (?, ?, ?)",
        arguments: .whole([key.id, key.pem, seconds(now)]))
      return key.id
    }
  }

  func removeSigningKeys(retiredUntil oldest: Date) async throws {
    try await pool.write {
      try $0.execute(sql: "DELETE FROM signing_keys WHERE retired <= ?", arguments: .whole([seconds(oldest)]))
    }
  }
}
