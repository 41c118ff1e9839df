/// Why the server cannot start or cannot do what its administrator asks. `code` is stable.
public struct IdentityServerError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Something else listens on the port.
    case portInUse = "port_in_use"
    /// Neither 127.0.0.1 nor ::1 can be bound, for another reason.
    case cannotListen = "server_cannot_listen"
    /// The folder cannot be made or written.
    case directoryUnwritable = "server_directory_unwritable"
    /// `idsvr.sqlite` is no database, or a damaged one.
    case databaseDamaged = "server_database_damaged"
    /// `idsvr.sqlite` comes from a newer version of this program.
    case databaseNewer = "server_database_newer"
    /// `idsvr.sqlite` comes from an earlier version, and the next start of the server brings it up to date.
    case databaseOlder = "server_database_older"
    /// Another process has locked `idsvr.sqlite`.
    case databaseLocked = "server_database_locked"
    /// `idsvr.sqlite` is there and cannot be read.
    case databaseUnreadable = "server_database_unreadable"
    /// A file in `tls/` is damaged.
    case certificateDamaged = "server_certificate_damaged"
    /// No dynamically registered client has that id.
    case unknownClient = "unknown_client"
    /// There is no database at the path.
    case databaseMissing = "server_database_missing"
    /// No such device is enrolled, or it was revoked.
    case unknownDevice = "unknown_device"
    /// The client has no such grant, or it is revoked already.
    case unknownGrant = "unknown_grant"
    /// No SSO session has that handle, or it has ended.
    case unknownSession = "unknown_session"
    case unknownUser = "unknown_user"
    case userExists = "user_exists"
    /// A user name that is not fit for one.
    case userNameUnfit = "user_name_unfit"
    /// A name, address or role that is too long or holds control characters.
    case userProfileUnfit = "user_profile_unfit"
    case passwordUnfit = "password_unfit"
    /// The user stands in the configuration, and is changed there alone.
    case userIsConfigured = "user_is_configured"
    /// The client belongs to a user who is gone or deactivated; nobody else may have it.
    case ownerGone = "owner_gone"
    case unknownTemplate = "unknown_template"
    case templateExists = "template_exists"
    case templateNameUnfit = "template_name_unfit"
    /// The metadata is refused, as a registration with it would be.
    case templateUnfit = "template_unfit"
    /// Active instances need it.
    case templateInUse = "template_in_use"
    /// The template comes with the product, and would be back at the next start.
    case templateIsBuiltIn = "template_is_built_in"
  }

  /// What was asked for is not there.
  var isUnknown: Bool {
    switch code {
    case .unknownClient, .unknownDevice, .unknownGrant, .unknownSession, .unknownUser, .unknownTemplate: true
    default: false
    }
  }

  public var code: Code
  /// The port, path or client id that it is about.
  public var subject: String
  /// What the system said, for the log; may be empty. Never holds a secret.
  public var detail: String
  /// The member of `config.json` that a port comes from; empty where the error is about something else.
  public var member = ""

  public init(_ code: Code, _ subject: String, detail: String = "") {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }

  func of(_ member: String) -> IdentityServerError {
    var error = self
    error.member = member
    return error
  }
}
