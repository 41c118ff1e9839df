import Foundation
import GRDB

/// The devices that the server trusts, and what is pushed to them.
extension Store {
  /// A device is enrolled with one certificate at a time: a new one takes the place of the old.
  static func enroll(_ name: String, certificateHash: Data, expires: Date, now: Date, _ database: Database) throws {
    try database.execute(
      sql: """
        INSERT INTO devices (name, certificate_hash, enrolled, expires) VALUES (?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET certificate_hash = excluded.certificate_hash, enrolled = excluded.enrolled,
        expires = excluded.expires, status = 'active'
        """, arguments: .whole([name, certificateHash, seconds(now), seconds(expires)]))
  }

  /// Whether the device is on record with that certificate, and active.
  static func isEnrolled(_ name: String, certificateHash: Data, _ database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT 1 FROM devices WHERE name = ? AND certificate_hash = ? AND status = 'active'",
      arguments: .whole([name, certificateHash])) ?? false
  }

  /// The name of the active device with that certificate.
  func activeDevice(_ certificateHash: Data) async throws -> String? {
    try await pool.read {
      try String.fetchOne(
        $0, sql: "SELECT name FROM devices WHERE certificate_hash = ? AND status = 'active'",
        arguments: .whole([certificateHash]))
    }
  }

  /// A token for a device that waits: at once when that is the policy, otherwise when the administrator has sent one.
  ///
  /// What was sent counts as received only when it has registered a client: a device that asks again before that, because
  /// the answer was lost on its way, gets another token, and the lost one is good for nothing any more.
  ///
  /// - Parameter isOver: whether the device has asked again since. Judged where nothing else writes, so that the newer
  ///   question gets its token after this one.
  func pushedToken(
    for device: String, automatic: Bool, now: Date, lifetime: TimeInterval,
    unless isOver: @escaping @Sendable () -> Bool
  ) async throws -> String? {
    try await pool.write { database in
      guard !isOver() else { return nil }
      try database.execute(
        sql: "UPDATE devices SET waiting = ? WHERE name = ?", arguments: .whole([seconds(now), device]))
      guard !automatic else {
        return try Store.issueInitialAccessToken(.push, device: device, now: now, lifetime: lifetime, database)
      }
      guard
        let push = try Row.fetchOne(
          database, sql: "SELECT token_hash FROM pushes WHERE device = ? AND expires > ?",
          arguments: .whole([device, seconds(now)]))
      else { return nil }
      if let lost: Data = push["token_hash"] {
        try database.execute(
          sql: "UPDATE initial_access_tokens SET used = 1 WHERE token_hash = ?", arguments: .whole([lost]))
      }
      let token = try Store.issueInitialAccessToken(.push, device: device, now: now, lifetime: lifetime, database)
      try database.execute(
        sql: "UPDATE pushes SET token_hash = ? WHERE device = ?", arguments: .whole([digest(token), device]))
      return token
    }
  }
}
