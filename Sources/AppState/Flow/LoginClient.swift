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

  /// - Parameter secretMethod: how its secret is sent; `nil`: as works at most servers.
  public init(_ registration: ClientRegistration, secretMethod: SecretMethod? = nil) {
    credentials = registration.credentials
    credentials.secretMethod = secretMethod
    secretExpiresAt = registration.secretExpiresAt
    idTokenAlgorithm = registration.idTokenAlgorithm
    isStatic = false
  }

  /// Mostly a public client (RFC 6749 §2.1): PKCE is what ties its code to the app that asked.
  public init(static client: StaticClient, secretMethod: SecretMethod? = nil) {
    credentials = ClientCredentials(
      clientID: client.id, authentication: client.authentication, secretMethod: secretMethod)
    idTokenAlgorithm = "RS256"
    isStatic = true
  }
}

/// A client that somebody has registered beforehand.
public struct StaticClient: Hashable, Sendable {
  public var id: String
  public var authentication: ClientAuthentication

  public init(id: String, authentication: ClientAuthentication = .none) {
    (self.id, self.authentication) = (id, authentication)
  }
}

extension AppState {
  /// Whether this instance has a client of its own, or will: not with a static client, nor where an application server has one.
  public var registers: Bool { settings.registration.registers && !usesApplicationServer }

  /// What the user chose on the screen goes before the configuration.
  var wantedSecretMethod: SecretMethod? { secretMethod ?? settings.keys.secretMethod }

  /// How the secret of a new client may be sent, best first.
  ///
  /// What form-encoding changes, many servers do not read right in Basic; whether it changes the secret, nobody knows before the client is
  /// registered. The embedded server reads it right, so that it is Basic there, as in the tutorial (seeds/000).
  var secretMethods: [SecretMethod] {
    if let wantedSecretMethod { return [wantedSecretMethod] }
    return settings.embeddedServer ? [.basic, .post] : [.post, .basic]
  }

  /// `nil`: the app has to register first, or nobody knows yet whether it has.
  public var loginClient: LoginClient? {
    if registers { return currentRegistration.map { LoginClient($0, secretMethod: wantedSecretMethod) } }
    switch keystore {
    case .empty, .open: return LoginClient(static: settings.staticClient, secretMethod: wantedSecretMethod)
    case .loading, .locked, .failed: return nil
    }
  }
}
