import OAuthClient

/// A friendly note of what was just done.
public enum Notice: Hashable, Sendable {
  case signedOut
  case signedOutLocally
  /// The server was asked to end its session and knows no way back to this app, so it cannot say that it did.
  case signedOutUnconfirmed
  /// There is no browser here whose session could be ended (RFC 8628).
  case signedOutWithoutBrowser
  case forgotDevice(erased: [String], serverDeleted: Bool)
  /// The same where there never was a registration.
  case forgotSession(erased: [String])
  case clearedBrowserData(erased: [String])
  case tokenRefreshed
  /// The server has issued a refresh token, and does not refresh for this client.
  case refreshNotGranted
  case registered
  case accountCreated
  /// The API has made the payment.
  case paid(Payment)
  case revokedTokens(RevocationReport)
  case registrationUpdated(newSecret: Bool)
  /// The same, but the server keeps something else than it was asked for.
  case registrationUpdatedInPart([RegistrationDifference])
  /// Cancelled while the server may have changed the registration.
  case updateCancelled
  /// Read at the server: it is as it was known, or what it is now has been saved.
  case registrationChecked(changed: Bool)
  /// After an update of which nobody knows whether it was done, the server takes no token to manage the registration with.
  case registrationOutOfReach
  /// The server no longer takes the refresh token. Nothing is wrong; somebody has to log in again.
  case sessionEnded
  /// What was kept is for another scope than the configuration asks for now: somebody has to log in.
  case scopeChanged
  /// A silent start was not possible, for a reason that may pass.
  case notSignedInSilently(AppError)
  /// Cancelled while the server may have made a client.
  case registrationCancelled
}

/// What became of the tokens that Revoke Tokens took back. Here they are gone in any case.
public struct RevocationReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The server says that it does not count any more.
    case revoked
    /// There was none.
    case absent
    /// The server has no way to take tokens back.
    case notOffered
    /// The server did not do it or did not say so: it may count until it expires.
    case unconfirmed(AppError)
  }

  public var refreshToken: Outcome
  public var accessToken: Outcome

  public init(refreshToken: Outcome = .absent, accessToken: Outcome = .absent) {
    (self.refreshToken, self.accessToken) = (refreshToken, accessToken)
  }
}
