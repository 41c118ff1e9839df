/// Why the server cannot start, or cannot do what its administrator asks. The `code` values are stable.
package struct IdentityServerError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case portInUse = "port_in_use"
    case authorityPortInUse = "authority_port_in_use"
    /// An address cannot be bound, for a reason other than a taken port.
    case cannotListen = "server_cannot_listen"
    case directoryUnwritable = "server_directory_unwritable"
    case databaseDamaged = "server_database_damaged"
    case databaseNewer = "server_database_newer"
    /// `idsvr.sqlite` comes from an earlier version, and the next start of the server brings it up to date.
    case databaseOlder = "server_database_older"
    case databaseLocked = "server_database_locked"
    case databaseUnreadable = "server_database_unreadable"
    case certificateDamaged = "server_certificate_damaged"
    /// A file of the certificate that the server's administrator has named cannot be used.
    case certificateUnreadable = "server_certificate_unreadable"
    case certificateKeyDiffers = "server_certificate_key_differs"
    case unknownClient = "unknown_client"
    /// The client authenticates with a key, or not at all.
    case clientHasNoSecret = "client_has_no_secret"
    /// The client has metadata of its own.
    case clientHasNoTemplate = "client_has_no_template"
    case databaseMissing = "server_database_missing"
    /// No device of this name is enrolled, or it was revoked.
    case unknownDevice = "unknown_device"
    case unknownGrant = "unknown_grant"
    case unknownSession = "unknown_session"
    case unknownUser = "unknown_user"
    case userExists = "user_exists"
    case userNameUnfit = "user_name_unfit"
    case userProfileUnfit = "user_profile_unfit"
    case passwordUnfit = "password_unfit"
    /// The user comes from the configuration and can only be changed there.
    case userIsConfigured = "user_is_configured"
    /// The client's user was deactivated or deleted, and the client cannot pass to another user.
    case ownerGone = "owner_gone"
    case unknownTemplate = "unknown_template"
    /// The server has only the template that the client has already.
    case noOtherTemplate = "no_other_template"
    case templateExists = "template_exists"
    case templateNameUnfit = "template_name_unfit"
    /// The metadata is refused, as a registration with it would be.
    case templateUnfit = "template_unfit"
    case templateInUse = "template_in_use"
    /// The template comes with the product and would return at the next start.
    case templateIsBuiltIn = "template_is_built_in"
    /// Only an app can have this fault: it is in its keystore, browser, secure element, request or connection.
    case faultNotAtServer = "fault_not_at_server"
    /// At the rule's endpoint the server does not know whose a request is.
    case faultTargetUnknown = "fault_target_unknown"
    /// The target has no name, is no IP address, or has a name although it is everybody.
    case faultTargetUnfit = "fault_target_unfit"
    case unknownFault = "unknown_fault"
    case clientTestRunning = "client_test_running"
    case clientTestsTooMany = "client_tests_too_many"
    /// `dcr-terminal client-test` tests every client that signs in, and no other test can run meanwhile.
    case clientTestOfEverybody = "client_test_of_everybody"
  }

  var isUnknown: Bool {
    switch code {
    case .unknownClient, .unknownDevice, .unknownGrant, .unknownSession, .unknownUser, .unknownTemplate, .unknownFault:
      true
    default: false
    }
  }

  package var code: Code
  /// The port, path or client id that the error is about.
  package var subject: String
  /// The system's message, for the log; may be empty. Never holds a secret.
  package var detail: String
  /// The member of `config.json` that sets the port; empty for errors about other things.
  package var member = ""

  package init(_ code: Code, _ subject: String, detail: String = "") {
    (self.code, self.subject, self.detail) = (code, subject, detail)
  }

  func of(_ member: String) -> IdentityServerError {
    var error = self
    error.member = member
    return error
  }
}

extension Optional {
  func orThrow(_ code: IdentityServerError.Code, _ subject: String) throws(IdentityServerError) -> Wrapped {
    guard let self else { throw IdentityServerError(code, subject) }
    return self
  }
}
