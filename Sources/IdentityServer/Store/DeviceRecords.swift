import GRDB

/// The trusted devices and the pushes to them.
extension Store {
  /// Enrols a device, or replaces its certificate: a device has one certificate at a time.
  static func enroll(_ name: String, certificateHash: Data, expires: Date, now: Date, _ database: Database) throws {
    try database.run(
      """
      INSERT INTO devices (name, certificate_hash, enrolled, expires) VALUES (?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET certificate_hash = excluded.certificate_hash, enrolled = excluded.enrolled,
      expires = excluded.expires, status = 'active'
      """, name, certificateHash, seconds(now), seconds(expires))
  }

  static func isEnrolled(_ name: String, certificateHash: Data, _ database: Database) throws -> Bool {
    try database.hasRow(
      "SELECT 1 FROM devices WHERE name = ? AND certificate_hash = ? AND status = 'active'", name, certificateHash)
  }

  func activeDevice(_ certificateHash: Data) async throws -> String? {
    try await pool.read {
      try $0.value(
        String.self, "SELECT name FROM devices WHERE certificate_hash = ? AND status = 'active'", certificateHash)
    }
  }

  /// A token for a waiting device: at once under the automatic policy, otherwise after the administrator has sent a push.
  ///
  /// A push counts as received only when it has registered a client. A device that polls again before that, because the answer
  /// was lost, gets a new token, and the lost token becomes invalid.
  ///
  /// - Parameter isOver: whether the device has polled again since. Called inside the write transaction, so that the newer poll
  ///   gets its token after this one.
  func pushedToken(
    for device: String, automatic: Bool, now: Date, lifetime: TimeInterval,
    unless isOver: @escaping @Sendable () -> Bool
  ) async throws -> String? {
    try await pool.write { database in
      guard !isOver() else { return nil }
      try database.run("UPDATE devices SET waiting = ? WHERE name = ?", seconds(now), device)
      guard !automatic else {
        return try Store.issueInitialAccessToken(.push, device: device, now: now, lifetime: lifetime, database)
      }
      guard
        let push = try database.row(
          "SELECT token_hash FROM pushes WHERE device = ? AND expires > ?", device, seconds(now))
      else { return nil }
      if let lost: Data = push["token_hash"] {
        try database.run("UPDATE initial_access_tokens SET used = 1 WHERE token_hash = ?", lost)
      }
      let token = try Store.issueInitialAccessToken(.push, device: device, now: now, lifetime: lifetime, database)
      try database.run("UPDATE pushes SET token_hash = ? WHERE device = ?", digest(token), device)
      return token
    }
  }
}

/// Tokens that allow one thing, once: registering a client (RFC 7591 §1.2). The database stores their hashes.
extension Store {
  enum TokenOrigin: String, Sendable { case administrator, device, push }

  /// - Returns: the token, in the clear only here.
  static func issueInitialAccessToken(
    _ origin: TokenOrigin, device: String? = nil, now: Date, lifetime: TimeInterval, _ database: Database
  ) throws -> String {
    let token = freshToken()
    try database.run(
      "INSERT INTO initial_access_tokens (token_hash, origin, device, issued, expires) VALUES (?, ?, ?, ?, ?)",
      digest(token), origin.rawValue, device, seconds(now), seconds(now) + Int(lifetime))
    return token
  }

  func holder(ofInitialAccessToken token: String, now: Date) throws -> String? {
    try read { try Store.holder(ofInitialAccessToken: token, now: now, $0) }
  }

  /// Valid: unused, unexpired, and not of a device that has been revoked.
  private static func holder(
    ofInitialAccessToken token: String, now: Date, _ database: Database
  ) throws -> String? {
    try database.value(
      String.self,
      """
      SELECT coalesce('device ' || t.device, 'administrator') FROM initial_access_tokens t LEFT JOIN devices d ON d.name = t.device
      WHERE t.token_hash = ? AND t.used = 0 AND t.expires > ? AND (t.device IS NULL OR d.status = 'active')
      """, digest(token), seconds(now))
  }

  /// Returns whether the token was valid until now. Its push counts as received.
  static func useUpInitialAccessToken(_ token: String, now: Date, _ database: Database) throws -> Bool {
    guard try holder(ofInitialAccessToken: token, now: now, database) != nil else { return false }
    try database.run("UPDATE initial_access_tokens SET used = 1 WHERE token_hash = ?", digest(token))
    try database.run("DELETE FROM pushes WHERE token_hash = ?", digest(token))
    return true
  }
}
