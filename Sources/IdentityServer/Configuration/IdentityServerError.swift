/// Why the server cannot start or cannot do what its administrator asks. `code` is stable.
public struct IdentityServerError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Something else listens on the port.
    case portInUse = "port_in_use"
    /// Neither 127.0.0.1 nor ::1 can be bound, for another reason.
    case cannotListen = "cannot_listen"
    /// The folder cannot be made or written.
    case directoryUnwritable = "server_directory_unwritable"
    /// `idsvr.sqlite` is no database, or a damaged one.
    case databaseDamaged = "server_database_damaged"
    /// `idsvr.sqlite` comes from a newer version of this program.
    case databaseNewer = "server_database_newer"
    /// A file in `tls/` is damaged.
    case certificateDamaged = "server_certificate_damaged"
    /// No dynamically registered client has that id.
    case unknownClient = "unknown_client"
    /// There is no database at the path.
    case databaseMissing = "server_database_missing"
    /// No such device is enrolled, or it was revoked.
    case unknownDevice = "unknown_device"
  }

  public var code: Code
  /// The port, path or client id that it is about.
  public var subject: String
  /// What the system said, for the log; may be empty. Never holds a secret.
  public var detail: String

  public init(_ code: Code, _ subject: String, detail: String = "") {
    self.code = code
    self.subject = subject
    self.detail = detail
  }
}
