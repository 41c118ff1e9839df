import Foundation
import GRDB

/// Clients that belong to no user: nobody's deactivation ends them, so their number has a ceiling (docs/decisions/0018).
extension Store {
  /// Seconds that a client has for its first use, from its registration or its last change. Longer than any login takes.
  static let timeForFirstUse = 3600

  /// Makes room for one more client without an owner: at the ceiling those go that were never used and had their time for it,
  /// the oldest first. A client that was ever used is never removed for another.
  ///
  /// Clients that anybody could register, at an open server, and those for which a token was needed have a ceiling each: the first fill no
  /// place of the second.
  ///
  /// - Parameters:
  ///   - limit: of live clients without an owner; 0 is no limit.
  ///   - openly: whether the one more is a client that anybody could register.
  /// - Returns: `nil` when there is room, otherwise the seconds until there may be.
  static func makeRoom(_ limit: Int, openly: Bool, now: Date, _ database: Database) throws -> Int? {
    guard limit > 0 else { return nil }
    let kind = "authenticated_user IS NULL AND status = 'active' AND registered_openly = ?"
    func excess() throws -> Int {
      let count = try database.value(
        Int.self, sql: "SELECT count(*) FROM dynamically_registered_clients WHERE \(kind)", arguments: [openly])
      return (count ?? 0) - limit + 1
    }
    let surplus = try excess()
    guard surplus > 0 else { return nil }
    let unused = kind + " AND last_used IS NULL"
    try database.run(
      sql: """
        DELETE FROM dynamically_registered_clients WHERE client_id IN (SELECT client_id
        FROM dynamically_registered_clients WHERE \(unused) AND updated <= ? ORDER BY updated, client_id LIMIT ?)
        """, arguments: [openly, seconds(now) - timeForFirstUse, surplus])
    guard try excess() > 0 else { return nil }
    let oldest = try database.value(
      Int.self, sql: "SELECT min(updated) FROM dynamically_registered_clients WHERE \(unused)",
      arguments: [openly])
    return oldest.map { max(1, $0 + timeForFirstUse - seconds(now)) } ?? timeForFirstUse
  }
}
