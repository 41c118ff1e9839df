import Foundation
import GRDB
import SharedValues

extension GrantAdministration {
  /// Tokens of one client beyond this number are left out.
  private static let maximumTokens = 1000

  /// The owner's live grants with their valid codes and tokens.
  static func fetchWithTokens(
    of owner: GrantOwner, at instant: Int, _ database: Database
  ) throws -> [ClientGrant] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT t.grant_id, t.kind, t.expires, t.dpop_jkt FROM grants g JOIN tokens t USING (grant_id)
        WHERE g.\(owner.column) = ? AND g.revoked = 0 AND t.used = 0 AND t.revoked = 0 AND t.expires > ?
        UNION ALL
        SELECT a.grant_id, 'code', a.expires, a.dpop_jkt FROM grants g JOIN authorization_codes a USING (grant_id)
        WHERE g.\(owner.column) = ? AND g.revoked = 0 AND a.used = 0 AND a.expires > ?
        UNION ALL
        SELECT d.grant_id, 'code', d.expires, NULL FROM grants g JOIN device_authorizations d USING (grant_id)
        WHERE g.\(owner.column) = ? AND g.revoked = 0 AND d.status = 'allowed' AND d.expires > ?
        ORDER BY 3, 2 LIMIT ?
        """, arguments: .whole([owner.id, instant, owner.id, instant, owner.id, instant, maximumTokens]))
    var tokens: [Int64: [ClientGrant.Token]] = [:]
    for row in rows {
      guard let kind = ClientGrant.Token.Kind(rawValue: row["kind"]) else { continue }
      let token = ClientGrant.Token(kind, expires: date(row["expires"]), keyThumbprint: row["dpop_jkt"])
      tokens[row["grant_id"], default: []].append(token)
    }
    return try fetch(of: owner, at: instant, database).map { grant in
      var grant = grant
      grant.tokens = tokens[grant.id] ?? []
      return grant
    }
  }
}
