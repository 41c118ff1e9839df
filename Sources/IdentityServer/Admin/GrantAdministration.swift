import Foundation
import GRDB
import SharedValues

/// Selects grants: of a client, or of a user.
enum GrantOwner {
  case client(String)
  case user(String)

  var column: String {
    switch self {
    case .client: "client_id"
    case .user: "user_name"
    }
  }

  var id: String {
    switch self {
    case .client(let id), .user(let id): id
    }
  }
}

/// The SQL that the lists of grants share.
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

  static func fetch(of owner: GrantOwner, at instant: Int, _ database: Database) throws -> [ClientGrant] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT g.*, s.handle, (SELECT count(*) FROM tokens t WHERE t.grant_id = g.grant_id AND t.used = 0
        AND t.revoked = 0 AND t.expires > ?) AS live_tokens
        FROM grants g LEFT JOIN sso_sessions s ON s.session_hash = g.session_hash AND s.expires > ?
        WHERE g.\(owner.column) = ? AND \(isLive(at: instant)) ORDER BY g.grant_id DESC LIMIT ?
        """, arguments: .whole([instant, instant, owner.id, maximumCount])
    ).map { row in
      ClientGrant(
        id: row["grant_id"], user: row["user_name"], scope: scopeNames(row["scope"]), created: date(row["created"]),
        session: row["handle"], liveTokens: row["live_tokens"])
    }
  }
}

extension ClientAdministration {
  /// The client's live grants, the newest first.
  ///
  /// - Throws: ``IdentityServerError`` `unknown_client`.
  package func grants(of id: String) async throws -> [ClientGrant] {
    let instant = seconds(time.now)
    let grants = try await database.read { database -> [ClientGrant]? in
      guard try Store.client(id, database) != nil else { return nil }
      return try GrantAdministration.fetch(of: .client(id), at: instant, database)
    }
    guard let grants else { throw IdentityServerError(.unknownClient, id) }
    return grants
  }

  /// Ends one grant of a client: its code, access and refresh tokens are revoked. The client and its other grants live on.
  ///
  /// - Throws: ``IdentityServerError`` `unknown_grant`.
  package func revokeGrant(_ grant: Int64, of id: String) async throws {
    let existed = try await database.write { database in
      try database.execute(
        sql: "UPDATE grants SET revoked = 1 WHERE grant_id = ? AND client_id = ? AND revoked = 0",
        arguments: .whole([grant, id]))
      return database.changesCount == 1
    }
    guard existed else { throw IdentityServerError(.unknownGrant, String(grant)) }
  }
}
