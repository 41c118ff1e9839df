import GRDB

/// The authorizations that devices have requested (RFC 8628), from the two codes to the tokens.
///
/// As with pushed requests, an authenticating client only fills its own quota. Anyone can request in the name of a public client,
/// so there the newest request is always accepted, and an older, undecided one makes room (docs/decisions/0036).
extension Store {
  /// RFC 8628 §3.5: seconds that every early poll adds to the pause.
  static let slowerBy = 5
  static let soonerBy = 1

  enum DeviceRefusal: String, Error {
    case pending, denied, expired, unknown, replayed, revoked
    case tooSoon = "asked too soon"
    case otherClient = "given to another client"
  }

  struct WaitingDevice: Sendable {
    var code: UserCode
    var client: Client
    var parameters: FormParameters
  }

  /// - Parameters:
  ///   - code: the device's own code; like the user's code, it is in the clear only in the answer.
  ///   - limit: waiting authorizations of the client; 0: unlimited. An authenticating client gets 429 beyond it.
  ///   - all: authorizations of all clients together, with any `limit`.
  func authorizeDevice(
    _ code: String, of client: Client, from address: String, _ parameters: FormParameters, now: Date,
    lifetime: TimeInterval, interval: Int, limit: Int, all: Int = maximumDeviceAuthorizations
  ) async throws -> UserCode {
    try await pool.write { database in
      if limit > 0 { try Store.makeRoomForDevices(limit, of: client, now: now, lifetime: lifetime, database) }
      try Store.makeRoomAmongDevices(all, now: now, database)
      // One of 2.5e10 codes is hardly ever in use; if it is, another is drawn.
      while true {
        let userCode = UserCode.fresh()
        let isFree = try database.changesRow(
          """
          INSERT OR IGNORE INTO device_authorizations
          (device_code_hash, user_code_hash, client_id, parameters, address, number, expires, pause)
          VALUES (?, ?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM device_authorizations), ?, ?)
          """, digest(code), digest(userCode.letters), client.id, parameters.encoded, address,
          seconds(now) + Int(lifetime), interval)
        if isFree { return userCode }
      }
    }
  }

  /// The authorization for a user's code, while it is waiting for a decision.
  func waitingDevice(_ code: UserCode, now: Date) throws -> WaitingDevice? {
    try read { database in
      guard
        let row = try database.row(
          """
          SELECT client_id, parameters FROM device_authorizations
          WHERE user_code_hash = ? AND status = 'pending' AND expires > ?
          """, digest(code.letters), seconds(now)),
        let client = try Store.client(row["client_id"], database), client.isLive
      else { return nil }
      let parameters: String = row["parameters"]
      return WaitingDevice(code: code, client: client, parameters: try FormParameters(formEncoded: parameters.utf8))
    }
  }

  /// If the authorization is still waiting: only the first of any number of concurrent answers succeeds.
  func allowDevice(_ code: UserCode, _ approval: GrantBinding, now: Date) async throws -> Bool {
    try await pool.write { database in
      guard try Store.decide(code, "allowed", now: now, database) else { return false }
      let grant = try Store.insertGrant(approval, now: now, database)
      try database.run(
        "UPDATE device_authorizations SET grant_id = ? WHERE user_code_hash = ?", grant, digest(code.letters))
      try Store.markUsed(approval.clientID, now: now, database)
      try Store.markSessionUsed(approval.sessionHash, now: now, database)
      return true
    }
  }

  func denyDevice(_ code: UserCode, now: Date) async throws -> Bool {
    try await pool.write { try Store.decide(code, "denied", now: now, $0) }
  }

  private static func decide(_ code: UserCode, _ status: String, now: Date, _ database: Database) throws -> Bool {
    try database.changesRow(
      "UPDATE device_authorizations SET status = ? WHERE user_code_hash = ? AND status = 'pending' AND expires > ?",
      status, digest(code.letters), seconds(now))
  }

  /// One poll of a device: if the user has allowed it, uses up its code and runs `issue` in the same transaction. A code that
  /// is redeemed twice has leaked: everything that it gave is revoked, as with authorization codes (RFC 9700 §4.14.2's reason).
  ///
  /// Polling before the pause is over lengthens the pause permanently (RFC 8628 §3.5).
  func redeemDevice<Issued: Sendable>(
    _ code: String, of clientID: String, now: Date, issue: @escaping @Sendable (Grant, Database) throws -> Issued
  ) async throws -> Result<Issued, DeviceRefusal> {
    try await pool.write { database in
      let hash = digest(code)
      guard
        let row = try database.row(
          """
          SELECT d.client_id AS asked_by, d.status, d.expires, d.polled, d.pause, d.grant_id, \(Store.grantColumns)
          FROM device_authorizations d LEFT JOIN grants g ON g.grant_id = d.grant_id
          WHERE d.device_code_hash = ?
          """, hash)
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
        "UPDATE device_authorizations SET polled = ?, pause = pause + ? WHERE device_code_hash = ?", seconds(now),
        isTooSoon ? Store.slowerBy : 0, hash)
      guard !isTooSoon else { return .failure(.tooSoon) }
      guard row["status"] == "allowed" else { return .failure(.pending) }
      guard let grant = try Store.grant(row, database) else { return .failure(.revoked) }
      try database.run("UPDATE device_authorizations SET status = 'used' WHERE device_code_hash = ?", hash)
      return .success(try issue(grant, database))
    }
  }
}

/// Limits how many devices may wait for their users, and chooses which of them make room (docs/decisions/0036).
///
/// Only waiting, unexpired authorizations of a client count and make room. Expired ones are kept for a day, so that their
/// devices are told the reason; when the table is full, they are removed first.
extension Store {
  static let maximumDeviceAuthorizations = 20_000

  private static let isWaiting = "status = 'pending' AND expires > ?1"

  /// Beyond `limit` waiting devices an authenticating client gets 429; of a public client's, an older one makes room.
  static func makeRoomForDevices(
    _ limit: Int, of client: Client, now: Date, lifetime: TimeInterval, _ database: Database
  ) throws {
    let waiting =
      try database.value(
        Int.self, "SELECT count(*) FROM device_authorizations WHERE client_id = ?2 AND \(isWaiting)", seconds(now),
        client.id) ?? 0
    guard waiting >= limit else { return }
    guard client.isPublic else {
      throw OAuthError.tryLater("too many devices wait for a user", status: 429, after: Int(lifetime))
    }
    try removeOldestDevice(of: client.id, now: now, database)
  }

  /// When all clients together have `limit`, removes the expired ones, or else one of the client that has most.
  static func makeRoomAmongDevices(_ limit: Int, now: Date, _ database: Database) throws {
    func isFull() throws -> Bool {
      try database.hasRow("SELECT 1 FROM device_authorizations LIMIT 1 OFFSET ?", limit - 1)
    }
    guard try isFull() else { return }
    try database.run("DELETE FROM device_authorizations WHERE expires <= ?", seconds(now))
    guard try isFull(),
      let most = try database.value(
        String.self,
        """
        SELECT client_id FROM device_authorizations WHERE \(isWaiting)
        GROUP BY client_id ORDER BY count(*) DESC LIMIT 1
        """, seconds(now))
    else { return }
    try removeOldestDevice(of: most, now: now, database)
  }

  /// Removes the oldest authorization from the client's busiest address, so that a flood from one address makes room only there.
  private static func removeOldestDevice(of clientID: String, now: Date, _ database: Database) throws {
    try database.run(
      """
      DELETE FROM device_authorizations WHERE device_code_hash = (SELECT device_code_hash FROM device_authorizations
      WHERE client_id = ?2 AND \(isWaiting) ORDER BY address <> (SELECT address FROM device_authorizations
        WHERE client_id = ?2 AND \(isWaiting) GROUP BY address ORDER BY count(*) DESC LIMIT 1), number LIMIT 1)
      """, seconds(now), clientID)
  }
}
