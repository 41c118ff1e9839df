import Foundation
import GRDB

/// Limits how many devices may wait for their users, and chooses which of them make room (docs/decisions/0036).
///
/// Only waiting, unexpired authorizations of a client count and make room. Expired ones are kept for a day, so that their
/// devices are told the reason; when the table is full, they are removed first.
extension Store {
  static let maximumDeviceAuthorizations = 20_000

  /// `?1` is the current time.
  private static let isWaiting = "status = 'pending' AND expires > ?1"

  /// - Throws: `temporarily_unavailable`, 429, when `limit` devices of an authenticating client wait. For a public client, an
  ///   older authorization makes room instead.
  static func makeRoomForDevices(
    _ limit: Int, of client: Client, now: Date, lifetime: TimeInterval, _ database: Database
  ) throws {
    let waiting =
      try database.value(
        Int.self, sql: "SELECT count(*) FROM device_authorizations WHERE client_id = ?2 AND \(isWaiting)",
        arguments: [seconds(now), client.id]) ?? 0
    guard waiting >= limit else { return }
    guard client.isPublic else {
      throw OAuthError.tryLater("too many devices wait for a user", status: 429, after: Int(lifetime))
    }
    try removeOldestDevice(of: client.id, now: now, database)
  }

  /// When all clients together have `limit`, removes the expired ones, or else one of the client that has most.
  static func makeRoomAmongDevices(_ limit: Int, now: Date, _ database: Database) throws {
    func isFull() throws -> Bool {
      try database.value(Bool.self, sql: "SELECT 1 FROM device_authorizations LIMIT 1 OFFSET ?", arguments: [limit - 1])
        ?? false
    }
    guard try isFull() else { return }
    try database.run(sql: "DELETE FROM device_authorizations WHERE expires <= ?", arguments: [seconds(now)])
    guard try isFull(),
      let most = try database.value(
        String.self,
        sql: """
          SELECT client_id FROM device_authorizations WHERE \(isWaiting)
          GROUP BY client_id ORDER BY count(*) DESC LIMIT 1
          """, arguments: [seconds(now)])
    else { return }
    try removeOldestDevice(of: most, now: now, database)
  }

  /// Removes the oldest authorization from the client's busiest address, so that a flood from one address makes room only there.
  private static func removeOldestDevice(of clientID: String, now: Date, _ database: Database) throws {
    try database.run(
      sql: """
        DELETE FROM device_authorizations WHERE device_code_hash = (SELECT device_code_hash FROM device_authorizations
        WHERE client_id = ?2 AND \(isWaiting) ORDER BY address <> (SELECT address FROM device_authorizations
          WHERE client_id = ?2 AND \(isWaiting) GROUP BY address ORDER BY count(*) DESC LIMIT 1), number LIMIT 1)
        """, arguments: [seconds(now), clientID])
  }
}
