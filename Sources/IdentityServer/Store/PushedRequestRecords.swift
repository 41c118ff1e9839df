import GRDB

/// The requests that clients have pushed (RFC 9126), from the push to the code that answers them.
///
/// An authenticating client only fills its own quota. Anyone can push in the name of a public client, so there the newest
/// request is always accepted, and an older, unopened one makes room (docs/decisions/0036).
extension Store {
  static let maximumPushedRequests = 20_000
  /// Opened requests of a public client for each unopened one: a person logs in more slowly than an app opens the browser.
  static let openedForEachPushed = 5

  /// - Parameters:
  ///   - address: the pusher's address.
  ///   - limit: live references of the client; 0: unlimited. An authenticating client gets 429 beyond it (RFC 9126 §2.3).
  func push(
    _ reference: String, of client: Client, from address: String, _ parameters: FormParameters, now: Date,
    lifetime: TimeInterval, limit: Int, all: Int = maximumPushedRequests
  ) async throws {
    try await pool.write { database in
      try database.run("DELETE FROM pushed_requests WHERE client_id = ? AND expires <= ?", client.id, seconds(now))
      if limit > 0 {
        if client.isPublic {
          try Store.makeRoom(for: limit, opened: false, of: client.id, database)
        } else if try Store.holds(limit, "client_id = ?", [client.id], database) {
          throw OAuthError.tryLater("too many requests are pushed and not used", status: 429, after: Int(lifetime))
        }
      }
      try Store.makeRoomAmongAll(all, now: now, database)
      try database.run(
        """
        INSERT INTO pushed_requests (request_uri_hash, client_id, parameters, expires, address, number)
        VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM pushed_requests))
        """, digest(reference), client.id, parameters.encoded, seconds(now) + Int(lifetime), address)
    }
  }

  /// The parameters behind a reference, which from now on belongs to this browser and is kept for `kept` seconds: the time that
  /// the person may take for login and consent.
  /// - Throws: `invalid_request_uri`, with the same description for every cause.
  func openPushedRequest(
    _ reference: String, of clientID: String, browser: String, now: Date, kept: TimeInterval, limit: Int
  ) async throws -> FormParameters {
    let text = try await pool.write { database in
      let hash = digest(reference)
      let browserHash = digest(browser)
      let isFirst = try database.changesRow(
        """
        UPDATE pushed_requests SET browser_hash = ?1, expires = ?2
        WHERE request_uri_hash = ?3 AND client_id = ?4 AND expires > ?5 AND browser_hash IS NULL
        """, browserHash, seconds(now) + Int(kept), hash, clientID, seconds(now))
      // The request that has just been opened is not the oldest.
      if limit > 0, isFirst, try Store.client(clientID, database)?.isPublic ?? false {
        try Store.makeRoom(for: Store.openedForEachPushed * limit + 1, opened: true, of: clientID, database)
      }
      return try database.value(
        String.self,
        """
        SELECT parameters FROM pushed_requests
        WHERE request_uri_hash = ? AND client_id = ? AND expires > ? AND browser_hash = ?
        """, hash, clientID, seconds(now), browserHash)
    }
    guard let text else { throw Store.unknownReference }
    return try FormParameters(formEncoded: text.utf8)
  }

  /// Uses up a reference. Its code is issued in the same transaction, so that one reference gives only one code.
  static func usePushedRequest(_ reference: String, _ database: Database) throws {
    guard try database.changesRow("DELETE FROM pushed_requests WHERE request_uri_hash = ?", digest(reference)) else {
      throw unknownReference
    }
  }

  func endPushedRequest(_ reference: String) async throws {
    try await pool.write {
      try $0.run("DELETE FROM pushed_requests WHERE request_uri_hash = ?", digest(reference))
    }
  }

  private static let unknownReference = OAuthError(
    .invalidRequestURI, "the request_uri is unknown, used, expired or bound to something else")

  private static func holds(
    _ limit: Int, _ condition: String, _ arguments: [Database.Argument], _ database: Database
  ) throws -> Bool {
    let statement = try database.cachedStatement(
      sql: "SELECT 1 FROM pushed_requests WHERE \(condition) LIMIT 1 OFFSET ?")
    return try Row.fetchOne(statement, arguments: .whole(arguments + [limit - 1])) != nil
  }

  /// Beyond `limit` of one kind, removes the oldest; of unopened requests, from the address that pushed most of them.
  private static func makeRoom(for limit: Int, opened: Bool, of clientID: String, _ database: Database) throws {
    let kind = "browser_hash IS \(opened ? "NOT " : "")NULL"
    guard try holds(limit, "client_id = ? AND \(kind)", [clientID], database) else { return }
    let busiest = try opened ? nil : busiestAddress(of: clientID, database)
    try database.run(
      """
      DELETE FROM pushed_requests WHERE request_uri_hash = (SELECT request_uri_hash FROM pushed_requests
      WHERE client_id = ?1 AND \(kind) ORDER BY ?2 IS NOT NULL AND address <> ?2, expires, number LIMIT 1)
      """, clientID, busiest)
  }

  private static func busiestAddress(of clientID: String, _ database: Database) throws -> String? {
    try database.value(
      String.self,
      """
      SELECT address FROM pushed_requests WHERE client_id = ? AND browser_hash IS NULL
      GROUP BY address ORDER BY count(*) DESC LIMIT 1
      """, clientID)
  }

  /// When all clients together have `limit`, removes the expired requests, or else one of the client that has most.
  private static func makeRoomAmongAll(_ limit: Int, now: Date, _ database: Database) throws {
    guard try holds(limit, "true", [], database) else { return }
    try database.run("DELETE FROM pushed_requests WHERE expires <= ?", seconds(now))
    guard try holds(limit, "true", [], database),
      let most = try database.row(
        """
        SELECT client_id, count(browser_hash) > count(*) - count(browser_hash) AS opened FROM pushed_requests
        GROUP BY client_id ORDER BY count(*) DESC LIMIT 1
        """)
    else { return }
    try makeRoom(for: 1, opened: most["opened"], of: most["client_id"], database)
  }
}
