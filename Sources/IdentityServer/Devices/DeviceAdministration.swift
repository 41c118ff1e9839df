import GRDB

package struct EnrolledDevice: Hashable, Sendable {
  package var name: String
  package var status: String
  package var enrolled: Date
  package var certificateExpires: Date
  /// Whether the device has polled the push channel within the last half minute.
  package var isWaiting: Bool
  /// Whether a push was sent that has not registered a client yet.
  package var hasPendingPush: Bool
}

/// The devices, read straight from database and certificate authority, also by another process while the server runs.
package struct DeviceAdministration: Sendable {
  /// Seconds for which a push waits for its device.
  package static let pushLifetime: TimeInterval = 3600
  private static let waitingSeconds = 30

  private let database: any DatabaseWriter
  private let directory: URL
  private let time: TimeSource

  /// - Parameter directory: the server's folder.
  package init(directory: URL) throws(IdentityServerError) {
    let path = directory.appendingPathComponent("idsvr.sqlite").path
    self.init(try Store(existing: path), directory: directory, time: .system)
  }

  init(_ store: Store, directory: URL, time: TimeSource) {
    database = store.pool
    (self.directory, self.time) = (directory, time)
  }

  /// Acts as device management does for a phone: makes a key and a certificate and writes both, with mode 0600, into the
  /// phone's folder. Files that are still valid stay.
  /// - Parameter reactivates: `false` for automatic enrolment, or a restart of the server would undo a revocation.
  package func enroll(_ name: String, into folder: URL, reactivates: Bool = true) async throws {
    if !reactivates {
      let sql = "SELECT 1 FROM devices WHERE name = ? AND status <> 'active'"
      if try await database.read({ try $0.hasRow(sql, name) }) { return }
    }
    let files = try DeviceCertificateFile.prepare(
      name, in: folder, authority: directory.appendingPathComponent("tls"),
      // By the machine's time, by which peers judge certificates.
      now: TimeSource.system.now)
    if let kept = files.kept {
      if try await database.read({ try Store.isEnrolled(name, certificateHash: kept.hash, $0) }) { return }
    }
    let fresh = try files.make()
    try await database.write { [time] in
      try Store.enroll(name, certificateHash: fresh.hash, expires: fresh.expires, now: time.now, $0)
    }
  }

  package func list() async throws -> [EnrolledDevice] {
    let instant = seconds(time.now)
    return try await database.read { database in
      try database.rows(
        """
        SELECT d.*, p.device AS push FROM devices d LEFT JOIN pushes p ON p.device = d.name AND p.expires > ?
        ORDER BY d.name
        """, instant
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

  /// Sends a dcr token to a device, which receives it when it polls the push channel within ``pushLifetime``.
  package func push(to name: String) async throws {
    let instant = seconds(time.now)
    try await database.write { database in
      guard try database.hasRow("SELECT 1 FROM devices WHERE name = ? AND status = 'active'", name) else {
        throw IdentityServerError(.unknownDevice, name)
      }
      try database.run(
        """
        INSERT INTO pushes (device, sent, expires) VALUES (?, ?, ?)
        ON CONFLICT (device) DO UPDATE SET sent = excluded.sent, expires = excluded.expires
        """, name, instant, instant + Int(DeviceAdministration.pushLifetime))
    }
  }

  /// Revokes a device: its certificate and its unused tokens are refused from now on.
  package func revoke(_ name: String) async throws {
    try await database.write { database in
      guard try database.changesRow("UPDATE devices SET status = 'revoked' WHERE name = ?", name) else {
        throw IdentityServerError(.unknownDevice, name)
      }
      try database.run("DELETE FROM pushes WHERE device = ?", name)
      // A device that is enrolled again must request a new token.
      try database.run("UPDATE initial_access_tokens SET used = 1 WHERE device = ?", name)
    }
  }
}
