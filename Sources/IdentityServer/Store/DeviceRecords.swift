import Foundation
import GRDB

/// The trusted devices and the pushes to them.
extension Store {
  /// Enrols a device, or replaces its certificate: a device has one certificate at a time.
  static func enroll(_ name: String, certificateHash: Data, expires: Date, now: Date, _ database: Database) throws {
    try database.run(
      sql: """
        INSERT INTO devices (name, certificate_hash, enrolled, expires) VALUES (?, ?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET certificate_hash = excluded.certificate_hash, enrolled = excluded.enrolled,
        expires = excluded.expires, status = 'active'
        """, arguments: [name, certificateHash, seconds(now), seconds(expires)])
  }

  /// Whether the device is enrolled with that certificate, and active.
  static func isEnrolled(_ name: String, certificateHash: Data, _ database: Database) throws -> Bool {
    try database.value(
      Bool.self, sql: "SELECT 1 FROM devices WHERE name = ? AND certificate_hash = ? AND status = 'active'",
      arguments: [name, certificateHash]) ?? false
  }

  func activeDevice(_ certificateHash: Data) async throws -> String? {
    try await pool.read {
      try $0.value(
        String.self, sql: "SELECT name FROM devices WHERE certificate_hash = ? AND status = 'active'",
        arguments: [certificateHash])
    }
  }

  /// A token for a waiting device: at once under the automatic policy, otherwise after the administrator has sent a push.
  ///
  /// A push counts as received only when it has registered a client. A device that polls again before that, because the
  /// answer was lost, gets a new token, and the lost token becomes invalid.
  ///
  /// - Parameter isOver: whether the device has polled again since. Called inside the write transaction, so that the newer
  ///   poll gets its token after this one.
  func pushedToken(
    for device: String, automatic: Bool, now: Date, lifetime: TimeInterval,
    unless isOver: @escaping @Sendable () -> Bool
  ) async throws -> String? {
    try await pool.write { database in
      guard !isOver() else { return nil }
      try database.run(sql: "UPDATE devices SET waiting = ? WHERE name = ?", arguments: [seconds(now), device])
      guard !automatic else {
        return try Store.issueInitialAccessToken(.push, device: device, now: now, lifetime: lifetime, database)
      }
      guard
        let push = try database.row(
          sql: "SELECT token_hash FROM pushes WHERE device = ? AND expires > ?", arguments: [device, seconds(now)])
      else { return nil }
      if let lost: Data = push["token_hash"] {
        try database.run(sql: "UPDATE initial_access_tokens SET used = 1 WHERE token_hash = ?", arguments: [lost])
      }
      let token = try Store.issueInitialAccessToken(.push, device: device, now: now, lifetime: lifetime, database)
      try database.run(sql: "UPDATE pushes SET token_hash = ? WHERE device = ?", arguments: [digest(token), device])
      return token
    }
  }
}
