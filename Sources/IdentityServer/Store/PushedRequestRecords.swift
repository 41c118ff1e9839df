import Foundation
import GRDB

/// The requests that clients have pushed (RFC 9126), from the push to the code that answers them.
extension Store {
  /// Live references of all clients together.
  static let maximumPushedRequests = 20_000

  /// - Throws: `temporarily_unavailable`, 429 (RFC 9126 §2.3), when the client has `limit` live references, or all clients
  ///   together have ``maximumPushedRequests``; `limit` 0 is no limit.
  func push(
    _ reference: String, of clientID: String, _ parameters: FormParameters, now: Date, lifetime: TimeInterval,
    limit: Int
  ) async throws {
    try await pool.write { database in
      guard try !Store.hasTooManyReferences(clientID, limit, now, database) else {
        throw OAuthError.tryLater("too many requests are pushed and not used", status: 429, after: Int(lifetime))
      }
      try database.run(
        sql: "INSERT INTO pushed_requests (request_uri_hash, client_id, parameters, expires) VALUES (?, ?, ?, ?)",
        arguments: [digest(reference), clientID, parameters.encoded, seconds(now) + Int(lifetime)])
    }
  }

  /// The parameters behind a reference, which belongs to this browser from now on and stays for `kept` seconds: as long as
  /// the person may take for login and consent.
  ///
  /// - Throws: `invalid_request_uri` when it is unknown, used, expired, another client's or in another browser. One description
  ///   for every cause.
  func openPushedRequest(
    _ reference: String, of clientID: String, browser: String, now: Date, kept: TimeInterval
  ) async throws -> FormParameters {
    let text = try await pool.write { database in
      let hash = digest(reference)
      let browserHash = digest(browser)
      try database.run(
        sql: """
          UPDATE pushed_requests SET browser_hash = ?1, expires = ?2
          WHERE request_uri_hash = ?3 AND client_id = ?4 AND expires > ?5 AND browser_hash IS NULL
          """, arguments: [browserHash, seconds(now) + Int(kept), hash, clientID, seconds(now)])
      return try database.value(
        String.self,
        sql: """
          SELECT parameters FROM pushed_requests
          WHERE request_uri_hash = ? AND client_id = ? AND expires > ? AND browser_hash = ?
          """, arguments: [hash, clientID, seconds(now), browserHash])
    }
    guard let text else { throw Store.unknownReference }
    return try FormParameters(formEncoded: text.utf8)
  }

  /// Uses a reference up. Its code is issued in the same transaction, so that of any number of answers at once one has a code.
  static func usePushedRequest(_ reference: String, _ database: Database) throws {
    try database.run(sql: "DELETE FROM pushed_requests WHERE request_uri_hash = ?", arguments: [digest(reference)])
    guard database.changesCount == 1 else { throw unknownReference }
  }

  private static let unknownReference = OAuthError(
    .invalidRequestURI, "the request_uri is unknown, used, expired or bound to something else")

  private static func hasTooManyReferences(
    _ clientID: String, _ limit: Int, _ now: Date, _ database: Database
  ) throws -> Bool {
    guard limit > 0 else { return false }
    let ofClient = try database.value(
      Bool.self, sql: "SELECT 1 FROM pushed_requests WHERE client_id = ? AND expires > ? LIMIT 1 OFFSET ?",
      arguments: [clientID, seconds(now), limit - 1])
    let ofAll = try database.value(
      Bool.self, sql: "SELECT 1 FROM pushed_requests WHERE expires > ? LIMIT 1 OFFSET ?",
      arguments: [seconds(now), maximumPushedRequests - 1])
    return ofClient ?? ofAll ?? false
  }
}
