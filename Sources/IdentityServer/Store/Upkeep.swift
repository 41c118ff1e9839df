import GRDB
import Logging

/// Maintenance of the database: removes expired rows, and closes the database properly.
extension Store {
  /// Rows removed per transaction, which bounds how long registrations and logins wait.
  static let removalChunk = 1000

  /// Codes and tokens are kept for a day longer, so that a replay is recognised. Each chunk is its own transaction.
  func removeExpired(now: Date, chunk: Int = removalChunk) async throws {
    let instant = seconds(now)
    let yesterday = instant - 86_400
    try await removeAll("sso_sessions", key: "session_hash", "expires <= ?", instant, chunk)
    try await removeAll("administrator_sessions", key: "session_hash", "expires <= ?", instant, chunk)
    try await removeAll("initial_access_tokens", key: "token_hash", "expires <= ?", yesterday, chunk)
    try await removeAll("pushed_requests", key: "request_uri_hash", "expires <= ?", instant, chunk)
    try await removeAll("device_authorizations", key: "device_code_hash", "expires <= ?", yesterday, chunk)
    try await removeAll("payments", key: "payment_id", "created <= ?", instant - Store.paymentsAreKept, chunk)
    try await removeAll("tokens", key: "token_hash", "expires <= ?", yesterday, chunk)
    try await removeGrants(createdUntil: yesterday, chunk)
  }

  private func removeAll(_ table: String, key: String, _ condition: String, _ instant: Int, _ chunk: Int) async throws {
    let sql = "DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE \(condition) LIMIT \(chunk))"
    var removed = chunk
    while removed == chunk {
      removed = try await pool.write { database in
        try database.run(sql, instant)
        return database.changesCount
      }
      try Task.checkCancellation()
    }
  }

  /// Removes old grants without tokens. Grants that still have tokens are skipped, so the walk remembers its position.
  private func removeGrants(createdUntil instant: Int, _ chunk: Int) async throws {
    var place: (created: Int, id: Int64)? = (Int.min, Int64.min)
    while let from = place {
      place = try await pool.write { database in
        let rows = try database.rows(
          """
          SELECT created, grant_id FROM grants WHERE created <= ? AND (created, grant_id) > (?, ?)
          ORDER BY created, grant_id LIMIT \(chunk)
          """, instant, from.created, from.id)
        guard let last = rows.last else { return nil }
        let end: (created: Int, id: Int64) = (last["created"], last["grant_id"])
        try database.run(
          """
          DELETE FROM grants WHERE created <= ? AND (created, grant_id) > (?, ?) AND (created, grant_id) <= (?, ?)
          AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.grant_id = grants.grant_id)
          """, instant, from.created, from.id, end.created, end.id)
        return rows.count == chunk ? end : nil
      }
      try Task.checkCancellation()
    }
  }

  /// Moves the write-ahead log into the database and closes it. If another process is reading, the log stays; nothing is
  /// lost, because the next opening of the database reads the log as well.
  func finish(_ logger: Logger) {
    do {
      _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    } catch { logger.info("the write-ahead log stays", metadata: ["detail": "\(error)"]) }
    do {
      try closeConnections()
    } catch { logger.warning("the database did not close", metadata: ["detail": "\(error)"]) }
  }
}
