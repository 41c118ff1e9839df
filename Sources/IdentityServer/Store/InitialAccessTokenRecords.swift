import Foundation
import GRDB

/// Tokens that allow one thing, once: registering a client (RFC 7591 §1.2). The database stores their hashes.
extension Store {
  enum TokenOrigin: String, Sendable { case administrator, device, push }

  /// - Returns: the token, in the clear only here.
  static func issueInitialAccessToken(
    _ origin: TokenOrigin, device: String? = nil, now: Date, lifetime: TimeInterval, _ database: Database
  ) throws -> String {
    let token = freshToken()
    try database.run(
      sql: "INSERT INTO initial_access_tokens (token_hash, origin, device, issued, expires) VALUES (?, ?, ?, ?, ?)",
      arguments: [digest(token), origin.rawValue, device, seconds(now), seconds(now) + Int(lifetime)])
    return token
  }

  /// The holder of a valid token: a device, or the administrator.
  func holder(ofInitialAccessToken token: String, now: Date) throws -> String? {
    try read { try Store.holder(ofInitialAccessToken: token, now: now, $0) }
  }

  /// Valid: unused, unexpired, and not of a device that has been revoked.
  private static func holder(
    ofInitialAccessToken token: String, now: Date, _ database: Database
  ) throws -> String? {
    try database.value(
      String.self,
      sql: """
        SELECT coalesce('device ' || t.device, 'administrator') FROM initial_access_tokens t LEFT JOIN devices d ON d.name = t.device
        WHERE t.token_hash = ? AND t.used = 0 AND t.expires > ? AND (t.device IS NULL OR d.status = 'active')
        """, arguments: [digest(token), seconds(now)])
  }

  /// - Returns: whether the token was valid until now. Its push counts as received.
  static func useUpInitialAccessToken(_ token: String, now: Date, _ database: Database) throws -> Bool {
    guard try holder(ofInitialAccessToken: token, now: now, database) != nil else { return false }
    try database.run(sql: "UPDATE initial_access_tokens SET used = 1 WHERE token_hash = ?", arguments: [digest(token)])
    try database.run(sql: "DELETE FROM pushes WHERE token_hash = ?", arguments: [digest(token)])
    return true
  }
}
