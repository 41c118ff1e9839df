import Foundation
import GRDB

/// How many devices may wait for their users, and which of them make room (docs/decisions/0036).
///
/// Of a client only those count and make room that wait and have not expired. Expired ones are kept for a day, so that their devices are
/// told why they get nothing; where the table is full, they go first.
extension Store {
  /// Live authorizations of all clients together.
  static let maximumDeviceAuthorizations = 20_000

  /// `?1` is now.
  private static let isWaiting = "status = 'pending' AND expires > ?1"

  /// - Throws: `temporarily_unavailable`, 429, where `limit` devices of a client that authenticates wait. Of a public client the oldest
  ///   one makes room.
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

  /// Where all clients together have `limit`, those go that have expired, or else one of the client that has most.
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

  /// The oldest of the address that has most of the client's: who floods from one address makes room there, and nobody else does.
  private static func removeOldestDevice(of clientID: String, now: Date, _ database: Database) throws {
    try database.run(
      sql: """
        DELETE FROM device_authorizations WHERE device_code_hash = (SELECT device_code_hash FROM device_authorizations
        WHERE client_id = ?2 AND \(isWaiting) ORDER BY address <> (SELECT address FROM device_authorizations
          WHERE client_id = ?2 AND \(isWaiting) GROUP BY address ORDER BY count(*) DESC LIMIT 1), number LIMIT 1)
        """, arguments: [seconds(now), clientID])
  }
}
