import GRDB

/// Whose grants, by their column.
enum GrantOwner: String {
  case client = "client_id"
  case user = "user_name"
}

enum GrantAdministration {
  /// The moment is a number, so it can stand in the SQL text and needs no argument.
  static func isLive(at instant: Int) -> String {
    """
    g.revoked = 0 AND (
    EXISTS (SELECT 1 FROM tokens t WHERE t.grant_id = g.grant_id AND t.used = 0 AND t.revoked = 0 AND t.expires > \(instant)) OR
    EXISTS (SELECT 1 FROM authorization_codes a WHERE a.grant_id = g.grant_id AND a.used = 0 AND a.expires > \(instant)) OR
    EXISTS (SELECT 1 FROM device_authorizations d WHERE d.grant_id = g.grant_id AND d.status = 'allowed'
    AND d.expires > \(instant)))
    """
  }
  /// Only this many of a client's grants are shown, the newest first.
  static let maximumCount = 200
  /// Tokens of one client beyond this number are left out.
  private static let maximumTokens = 1000

  static func fetch(of owner: GrantOwner, _ id: String, at instant: Int, _ database: Database) throws -> [ClientGrant] {
    try database.rows(
      """
      SELECT g.*, s.handle, (SELECT count(*) FROM tokens t WHERE t.grant_id = g.grant_id AND t.used = 0
      AND t.revoked = 0 AND t.expires > ?) AS live_tokens
      FROM grants g LEFT JOIN sso_sessions s ON s.session_hash = g.session_hash AND s.expires > ?
      WHERE g.\(owner.rawValue) = ? AND \(isLive(at: instant)) ORDER BY g.grant_id DESC LIMIT ?
      """, instant, instant, id, maximumCount
    ).map { row in
      ClientGrant(
        id: row["grant_id"], user: row["user_name"], scope: scopeNames(row["scope"]), created: date(row["created"]),
        session: row["handle"], liveTokens: row["live_tokens"])
    }
  }

  static func fetchWithTokens(
    of owner: GrantOwner, _ id: String, at instant: Int, _ database: Database
  ) throws -> [ClientGrant] {
    let rows = try database.rows(
      """
      SELECT t.grant_id, t.kind, t.expires, t.dpop_jkt FROM grants g JOIN tokens t USING (grant_id)
      WHERE g.\(owner.rawValue) = ? AND g.revoked = 0 AND t.used = 0 AND t.revoked = 0 AND t.expires > ?
      UNION ALL
      SELECT a.grant_id, 'code', a.expires, a.dpop_jkt FROM grants g JOIN authorization_codes a USING (grant_id)
      WHERE g.\(owner.rawValue) = ? AND g.revoked = 0 AND a.used = 0 AND a.expires > ?
      UNION ALL
      SELECT d.grant_id, 'code', d.expires, NULL FROM grants g JOIN device_authorizations d USING (grant_id)
      WHERE g.\(owner.rawValue) = ? AND g.revoked = 0 AND d.status = 'allowed' AND d.expires > ?
      ORDER BY 3, 2 LIMIT ?
      """, id, instant, id, instant, id, instant, maximumTokens)
    var tokens: [Int64: [ClientGrant.Token]] = [:]
    for row in rows {
      guard let kind = ClientGrant.Token.Kind(rawValue: row["kind"]) else { continue }
      let token = ClientGrant.Token(kind, expires: date(row["expires"]), keyThumbprint: row["dpop_jkt"])
      tokens[row["grant_id"], default: []].append(token)
    }
    var grants = try fetch(of: owner, id, at: instant, database)
    for index in grants.indices { grants[index].tokens = tokens[grants[index].id] ?? [] }
    return grants
  }
}

extension Administration {
  package func grants(of id: String) async throws -> [ClientGrant] {
    let instant = seconds(time.now)
    return try await database.read { database in
      guard try Store.client(id, database) != nil else { throw IdentityServerError(.unknownClient, id) }
      return try GrantAdministration.fetch(of: .client, id, at: instant, database)
    }
  }

  /// Ends one grant of a client with its code and tokens. The client and its other grants live on.
  package func revokeGrant(_ grant: Int64, of id: String) async throws {
    try await database.write { database in
      let isLive = try database.changesRow(
        "UPDATE grants SET revoked = 1 WHERE grant_id = ? AND client_id = ? AND revoked = 0", grant, id)
      guard isLive else { throw IdentityServerError(.unknownGrant, String(grant)) }
    }
  }
}
