import Foundation
import GRDB

/// The authorizations that devices have asked for (RFC 8628), from the two codes to the tokens.
///
/// As with pushed requests, a client that authenticates fills its own places and nobody else's. As a public client anybody can ask, so
/// there the newest always finds a place, and an older one makes room of which no user has decided (docs/decisions/0036).
extension Store {
  /// RFC 8628 §3.5: what every question that comes too soon adds to the pause, in seconds.
  static let slowerBy = 5
  /// By how many seconds a question may come too soon. Times are kept in whole seconds, so a device that asks every 5 seconds can seem to
  /// ask after 4.
  static let soonerBy = 1

  /// Why a device gets no tokens (yet).
  enum DeviceRefusal: String, Error {
    case pending, denied, expired, unknown, replayed, revoked
    case tooSoon = "asked too soon"
    case otherClient = "given to another client"
  }

  /// An authorization that waits for a user's decision.
  struct WaitingDevice: Sendable {
    /// What the user has brought.
    var code: UserCode
    var client: Client
    var parameters: FormParameters
  }

  /// - Parameters:
  ///   - code: the device's own; it exists in the clear only in the answer, as the user's does.
  ///   - address: of who asks.
  ///   - limit: live authorizations of the client; 0 is no limit.
  ///   - all: live authorizations of all clients together, whatever `limit` is.
  /// - Throws: `temporarily_unavailable`, 429, when a client that authenticates has as many.
  func authorizeDevice(
    _ code: String, of client: Client, from address: String, _ parameters: FormParameters, now: Date,
    lifetime: TimeInterval, interval: Int, limit: Int, all: Int = maximumDeviceAuthorizations
  ) async throws -> UserCode {
    try await pool.write { database in
      if limit > 0 { try Store.makeRoomForDevices(limit, of: client, now: now, lifetime: lifetime, database) }
      try Store.makeRoomAmongDevices(all, now: now, database)
      // Of 2.5e10 codes one that lives is hardly ever drawn; then it is drawn again.
      while true {
        let userCode = UserCode.fresh()
        try database.run(
          sql: """
            INSERT OR IGNORE INTO device_authorizations
            (device_code_hash, user_code_hash, client_id, parameters, address, number, expires, pause)
            VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM device_authorizations), ?, ?)
            """,
          arguments: [
            digest(code), digest(userCode.letters), client.id, parameters.encoded, address,
            seconds(now) + Int(lifetime), interval,
          ])
        if database.changesCount == 1 { return userCode }
      }
    }
  }

  /// The authorization that a user's code stands for, while it waits for a decision.
  func waitingDevice(_ code: UserCode, now: Date) throws -> WaitingDevice? {
    try read { database in
      guard
        let row = try database.row(
          sql: """
            SELECT client_id, parameters FROM device_authorizations
            WHERE user_code_hash = ? AND status = 'pending' AND expires > ?
            """, arguments: [digest(code.letters), seconds(now)]),
        let client = try Store.client(row["client_id"], database), client.isLive
      else { return nil }
      let parameters: String = row["parameters"]
      return WaitingDevice(code: code, client: client, parameters: try FormParameters(formEncoded: parameters.utf8))
    }
  }

  /// The user's yes, which of any number of answers at once counts once.
  ///
  /// - Returns: whether the authorization still waited.
  func allowDevice(_ code: UserCode, _ approval: GrantBinding, now: Date) async throws -> Bool {
    try await pool.write { database in
      guard try Store.decide(code, "allowed", now: now, database) else { return false }
      let grant = try Store.insertGrant(approval, now: now, database)
      try database.run(
        sql: "UPDATE device_authorizations SET grant_id = ? WHERE user_code_hash = ?",
        arguments: [grant, digest(code.letters)])
      try Store.markUsed(approval.clientID, now: now, database)
      try Store.markSessionUsed(approval.sessionHash, now: now, database)
      return true
    }
  }

  /// The user's no. Returns whether the authorization still waited.
  func denyDevice(_ code: UserCode, now: Date) async throws -> Bool {
    try await pool.write { try Store.decide(code, "denied", now: now, $0) }
  }

  private static func decide(_ code: UserCode, _ status: String, now: Date, _ database: Database) throws -> Bool {
    try database.run(
      sql: """
        UPDATE device_authorizations SET status = ? WHERE user_code_hash = ? AND status = 'pending' AND expires > ?
        """, arguments: [status, digest(code.letters), seconds(now)])
    return database.changesCount == 1
  }

  /// One question of a device: uses its code up and runs `issue` in the same transaction where the user has allowed it. A code that
  /// is redeemed twice is in two hands: whatever it gave is revoked, as with authorization codes (RFC 9700 §4.14.2's reason).
  ///
  /// Who asks before the pause is over has to wait longer from then on, for good (RFC 8628 §3.5).
  func redeemDevice<Issued: Sendable>(
    _ code: String, of clientID: String, now: Date, issue: @escaping @Sendable (Grant, Database) throws -> Issued
  ) async throws -> Result<Issued, DeviceRefusal> {
    try await pool.write { database in
      let hash = digest(code)
      guard
        let row = try database.row(
          sql: """
            SELECT d.client_id AS asked_by, d.status, d.expires, d.polled, d.pause, d.grant_id, \(Store.grantColumns)
            FROM device_authorizations d LEFT JOIN grants g ON g.grant_id = d.grant_id
            WHERE d.device_code_hash = ?
            """, arguments: [hash])
      else { return .failure(.unknown) }
      guard row["asked_by"] == clientID else { return .failure(.otherClient) }
      guard row["status"] != "used" else {
        try Store.revokeGrant(row["grant_id"], database)
        return .failure(.replayed)
      }
      guard row["expires"] > seconds(now) else { return .failure(.expired) }
      guard row["status"] != "denied" else { return .failure(.denied) }
      let polled: Int? = row["polled"]
      let isTooSoon = polled.map { seconds(now) + Store.soonerBy < $0 + (row["pause"] as Int) } ?? false
      try database.run(
        sql: "UPDATE device_authorizations SET polled = ?, pause = pause + ? WHERE device_code_hash = ?",
        arguments: [seconds(now), isTooSoon ? Store.slowerBy : 0, hash])
      guard !isTooSoon else { return .failure(.tooSoon) }
      guard row["status"] == "allowed" else { return .failure(.pending) }
      guard let grant = try Store.grant(row, database) else { return .failure(.revoked) }
      try database.run(
        sql: "UPDATE device_authorizations SET status = 'used' WHERE device_code_hash = ?", arguments: [hash])
      return .success(try issue(grant, database))
    }
  }
}
