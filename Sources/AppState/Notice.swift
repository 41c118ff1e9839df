import OAuthClient

public indirect enum Notice: Hashable, Sendable {
  case signedOut
  case signedOutLocally
  /// The server was asked to end its session but knows no way back to this app, so it cannot confirm that it did.
  case signedOutUnconfirmed
  /// The session is in a browser elsewhere, and this app cannot end it (RFC 8628).
  case signedOutWithoutBrowser
  case forgotDevice(erased: [String], serverDeleted: Bool)
  /// The same where the device never had a registration.
  case forgotSession(erased: [String])
  case clearedBrowserData(erased: [String])
  case tokenRefreshed
  /// The server issued a refresh token but does not refresh for this client.
  case refreshNotGranted
  case registered
  case accountCreated
  case paid(Payment)
  case revokedTokens(RevocationReport)
  case registrationUpdated(newSecret: Bool)
  /// The same, but the server keeps some values that differ from the request.
  case registrationUpdatedInPart([RegistrationDifference])
  /// The update ended after the request left, in this run or the last one, so that the server may have changed the registration.
  case updateCancelled
  /// The registration was read at the server: it is unchanged, or its changes have been saved.
  case registrationChecked(changed: Bool)
  /// After an update with an unknown outcome, the server refuses the token that manages the registration.
  case registrationOutOfReach
  /// The server no longer accepts the refresh token. That is no error, but the user has to log in again.
  case sessionEnded
  /// The kept tokens are for another scope than the configuration now asks for: the user has to log in.
  case scopeChanged
  /// A silent start failed, for a reason that may pass.
  case notSignedInSilently(AppError)
  /// The registration ended after the request left, in this run or the last one, so that the server may have made a client.
  case registrationCancelled
}

/// What Revoke Tokens did at the server. The app drops both tokens in any case.
public struct RevocationReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    /// The server confirms that the token is no longer valid.
    case revoked
    case absent
    /// The server has no revocation endpoint.
    case notOffered
    /// The server did not revoke it or did not confirm it: the token may be valid until it expires.
    case unconfirmed(AppError)
  }

  public var refreshToken: Outcome
  public var accessToken: Outcome

  public init(refreshToken: Outcome = .absent, accessToken: Outcome = .absent) {
    (self.refreshToken, self.accessToken) = (refreshToken, accessToken)
  }
}
