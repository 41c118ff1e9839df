import FoundationEssentials
import OAuthClient

/// The client in whose name the user logs in: this instance's own, or the static one that every instance shares.
public struct LoginClient: Hashable, Sendable {
  public var credentials: ClientCredentials
  /// `nil`: the secret never expires, or there is none.
  public var secretExpiresAt: Date?
  public var idTokenAlgorithm: String
  /// Nobody registered it for this instance, so nobody can forget or replace it.
  public var isStatic: Bool

  public init(_ registration: ClientRegistration) {
    credentials = registration.credentials
    secretExpiresAt = registration.secretExpiresAt
    idTokenAlgorithm = registration.idTokenAlgorithm
    isStatic = false
  }

  /// A public client (RFC 6749 §2.1): PKCE is what ties its code to the app that asked.
  public init(staticClientID: String) {
    credentials = ClientCredentials(clientID: staticClientID, authentication: .none)
    idTokenAlgorithm = "RS256"
    isStatic = true
  }
}

extension AppState {
  /// Whether this instance has a client of its own, or will: not with a static client, nor where an application server has one.
  public var registers: Bool { settings.registration.registers && !usesApplicationServer }

  /// `nil`: the app has to register first, or nobody knows yet whether it has.
  public var loginClient: LoginClient? {
    if registers { return currentRegistration.map(LoginClient.init) }
    switch keystore {
    case .empty, .open: return LoginClient(staticClientID: settings.registrationClientID)
    case .loading, .locked, .failed: return nil
    }
  }
}
