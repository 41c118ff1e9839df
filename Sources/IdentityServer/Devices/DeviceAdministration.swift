import Foundation
import GRDB
import SharedValues

/// A device that was enrolled, as the administrator sees it.
public struct EnrolledDevice: Hashable, Sendable {
  public var name: String
  /// `active` or `revoked`.
  public var status: String
  public var enrolled: Date
  public var certificateExpires: Date
  /// Whether the device has asked the push channel within the last half minute.
  public var isWaiting: Bool
  /// A push was sent and has not registered a client yet.
  public var hasPendingPush: Bool
}

/// The devices, straight from database and certificate authority: also from another process, while the server runs.
public struct DeviceAdministration: Sendable {
  /// How long what the administrator sent waits for its device.
  public static let pushLifetime: TimeInterval = 3600
  private static let waitingSeconds = 30

  private let database: any DatabaseWriter
  private let directory: URL
  private let time: TimeSource

  /// - Parameter directory: the server's folder, with its database and its `tls/`.
  /// - Throws: ``IdentityServerError`` `server_database_missing` when no server has run there yet, and what opening raises.
  public init(directory: URL, time: TimeSource = .system) throws(IdentityServerError) {
    self.init(
      try Store(existing: directory.appendingPathComponent("idsvr.sqlite").path), directory: directory, time: time)
  }

  init(_ store: Store, directory: URL, time: TimeSource) {
    database = store.pool
    (self.directory, self.time) = (directory, time)
  }

  /// Does what device management does for a phone: makes a key and a certificate for it and puts both, with mode 0600, into
  /// its folder, as `device-certificate.pem` and `device-certificate-key.pem`. What is there and still good stays.
  ///
  /// - Parameter reactivates: whether a device that was revoked is let in again. What enrols by itself must not: a start of
  ///   the server would undo what the administrator did.
  /// - Throws: ``IdentityServerError``: the folder cannot be written, or the authority's files are missing or damaged.
  public func enroll(_ name: String, into folder: URL, reactivates: Bool = true) async throws {
    if !reactivates, try await isRevoked(name) { return }
    let files = try DeviceCertificateFile.prepare(
      name, in: folder, authority: directory.appendingPathComponent("tls"),
      // By the machine's time, as the peers judge certificates.
      now: TimeSource.system.now)
    if let kept = files.kept, try await isEnrolled(name, kept.hash) { return }
    let fresh = try files.make()
    try await database.write { [time] in
      try Store.enroll(name, certificateHash: fresh.hash, expires: fresh.expires, now: time.now, $0)
    }
  }

  private func isRevoked(_ name: String) async throws -> Bool {
    try await database.read { database in
      try Bool.fetchOne(
        database, sql: "SELECT 1 FROM devices WHERE name = ? AND status <> 'active'", arguments: .whole([name]))
        ?? false
    }
  }

  private func isEnrolled(_ name: String, _ hash: Data) async throws -> Bool {
    try await database.read { try Store.isEnrolled(name, certificateHash: hash, $0) }
  }

  /// All devices, by name.
  public func list() async throws -> [EnrolledDevice] {
    let instant = seconds(time.now)
    return try await database.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT d.*, p.device AS push FROM devices d LEFT JOIN pushes p ON p.device = d.name AND p.expires > ?
          ORDER BY d.name
          """, arguments: .whole([instant])
      ).map { row in
        let waiting: Int? = row["waiting"]
        let push: String? = row["push"]
        return EnrolledDevice(
          name: row["name"], status: row["status"], enrolled: date(row["enrolled"]),
          certificateExpires: date(row["expires"]),
          isWaiting: waiting.map { instant - $0 <= DeviceAdministration.waitingSeconds } ?? false,
          hasPendingPush: push != nil)
      }
    }
  }

  /// Sends a dcr token to a device: it gets it when it asks the push channel, within ``pushLifetime``.
  ///
  /// - Throws: ``IdentityServerError`` `unknown_device` when it is not enrolled or was revoked.
  public func push(to name: String) async throws {
    let instant = seconds(time.now)
    let wasSent = try await database.write { database in
      guard
        try Bool.fetchOne(
          database, sql: "SELECT 1 FROM devices WHERE name = ? AND status = 'active'", arguments: .whole([name]))
          ?? false
      else { return false }
      try database.execute(
        sql: """
          INSERT INTO pushes (device, sent, expires) VALUES (?, ?, ?)
          ON CONFLICT (device) DO UPDATE SET sent = excluded.sent, expires = excluded.expires
          """, arguments: .whole([name, instant, instant + Int(DeviceAdministration.pushLifetime)]))
      return true
    }
    guard wasSent else { throw IdentityServerError(.unknownDevice, name) }
  }

  /// The device's certificate is refused from now on, and its unused tokens with it.
  ///
  /// - Throws: ``IdentityServerError`` `unknown_device`.
  public func revoke(_ name: String) async throws {
    let existed = try await database.write { database in
      try database.execute(sql: "UPDATE devices SET status = 'revoked' WHERE name = ?", arguments: .whole([name]))
      let existed = database.changesCount == 1
      try database.execute(sql: "DELETE FROM pushes WHERE device = ?", arguments: .whole([name]))
      // Enrolled anew, the device asks for a token of its own time.
      try database.execute(sql: "UPDATE initial_access_tokens SET used = 1 WHERE device = ?", arguments: .whole([name]))
      return existed
    }
    guard existed else { throw IdentityServerError(.unknownDevice, name) }
  }
}
