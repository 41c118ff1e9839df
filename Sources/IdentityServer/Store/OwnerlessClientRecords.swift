import GRDB

/// Limits the clients without an owner, which no user's deactivation ends (docs/decisions/0018).
extension Store {
  /// Seconds for a client's first use after its registration or last change; longer than any login takes.
  static let timeForFirstUse = 3600

  /// Makes room for a new client without an owner: at the limit, removes clients that were not used within
  /// ``timeForFirstUse``, the oldest first. A client that has ever been used is never removed for another.
  ///
  /// Clients of an open server and those that needed a token have separate limits: the former cannot crowd out the latter.
  ///
  /// - Parameters:
  ///   - limit: live clients without an owner; 0: unlimited.
  ///   - openly: whether the new client is registered without a token.
  /// - Returns: `nil` when there is room, otherwise the seconds until there may be.
  static func makeRoom(_ limit: Int, openly: Bool, now: Date, _ database: Database) throws -> Int? {
    guard limit > 0 else { return nil }
    let kind = "authenticated_user IS NULL AND status = 'active' AND registered_openly = ?"
    func excess() throws -> Int {
      let count = try database.value(
        Int.self, "SELECT count(*) FROM dynamically_registered_clients WHERE \(kind)", openly)
      return (count ?? 0) - limit + 1
    }
    let surplus = try excess()
    guard surplus > 0 else { return nil }
    let unused = kind + " AND last_used IS NULL"
    try database.run(
      """
      DELETE FROM dynamically_registered_clients WHERE client_id IN (SELECT client_id
      FROM dynamically_registered_clients WHERE \(unused) AND updated <= ? ORDER BY updated, client_id LIMIT ?)
      """, openly, seconds(now) - timeForFirstUse, surplus)
    guard try excess() > 0 else { return nil }
    let oldest = try database.value(
      Int.self, "SELECT min(updated) FROM dynamically_registered_clients WHERE \(unused)", openly)
    return oldest.map { max(1, $0 + timeForFirstUse - seconds(now)) } ?? timeForFirstUse
  }
}
