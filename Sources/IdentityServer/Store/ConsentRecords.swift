import GRDB

struct Approvals: Sendable {
  /// Scopes that the user allowed on the consent page.
  var onPage: Set<String> = []
  /// Scopes that the client got after the user acted for it: on that page, or by a login for its request.
  var byAct: Set<String> = []
}

extension Store {
  func approvals(of user: String, for clientID: String) throws -> Approvals {
    try read { database in
      let rows = try Row.fetchAll(
        database.cachedStatement(sql: "SELECT scope, was_asked FROM consents WHERE user_name = ? AND client_id = ?"),
        arguments: .whole([user, clientID]))
      var approvals = Approvals()
      for row in rows {
        approvals.byAct.insert(row["scope"])
        if row["was_asked"] { approvals.onPage.insert(row["scope"]) }
      }
      return approvals
    }
  }

  /// - Parameter wasAsked: whether the user answered on the consent page; a login alone never replaces such an answer.
  func remember(_ scope: [String], of user: String, for clientID: String, wasAsked: Bool, now: Date) async throws {
    try await pool.write { database in
      for name in scope {
        try database.run(
          """
          INSERT INTO consents (user_name, client_id, scope, was_asked, granted) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (user_name, client_id, scope)
          DO UPDATE SET was_asked = max(was_asked, excluded.was_asked), granted = excluded.granted
          """, user, clientID, name, wasAsked, seconds(now))
      }
    }
  }

  /// Counting stops at `limit`.
  static func countLiveClients(of user: String, upTo limit: Int, _ database: Database) throws -> Int {
    try database.value(
      Int.self,
      """
      SELECT count(*) FROM (SELECT 1 FROM dynamically_registered_clients
      WHERE authenticated_user = ? AND status = ? LIMIT ?)
      """, user, RegisteredClient.active, limit) ?? 0
  }
}
