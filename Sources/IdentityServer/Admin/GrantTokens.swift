import Foundation
import GRDB

/// A grant with its valid codes and tokens. The tokens themselves are not in the database.
public struct GrantWithTokens: Hashable, Sendable {
  public struct Token: Hashable, Sendable {
    /// `code`: an unredeemed code of an authorization or of a device (RFC 8628).
    public enum Kind: String, Hashable, Sendable { case code, access, refresh }
    public var kind: Kind
    public var expires: Date
    /// The thumbprint of the key that the token is bound to (RFC 9449 §6); `nil`: it is not bound.
    public var keyThumbprint: String?
  }

  public var grant: ClientGrant
  /// The grant's tokens, sorted by expiry, the longest-lived last.
  public var tokens: [Token]
}

extension GrantAdministration {
  /// Tokens of one client beyond this number are left out.
  private static let maximumTokens = 1000

  static func withTokens(
    _ grants: [ClientGrant], of owner: GrantOwner, at instant: Int, _ database: Database
  ) throws -> [GrantWithTokens] {
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
    var tokens: [Int64: [GrantWithTokens.Token]] = [:]
    for row in rows {
      guard let kind = GrantWithTokens.Token.Kind(rawValue: row["kind"]) else { continue }
      let token = GrantWithTokens.Token(kind: kind, expires: date(row["expires"]), keyThumbprint: row["dpop_jkt"])
      tokens[row["grant_id"], default: []].append(token)
    }
    return grants.map { GrantWithTokens(grant: $0, tokens: tokens[$0.id] ?? []) }
  }
}
