import FoundationEssentials
import OAuthClient

/// The client that the user logs in with: this instance's own, or the static one that every instance shares.
public struct LoginClient: Hashable, Sendable {
  public var credentials: ClientCredentials
  /// `nil`: the secret never expires, or there is none.
  public var secretExpiresAt: Date?
  var idTokenAlgorithm: String
  /// A static client was not registered by this instance, which can neither delete nor replace it.
  public var isStatic: Bool

  /// - Parameter secretMethod: how its secret is sent; `nil`: the method that works at most servers.
  public init(_ registration: ClientRegistration, secretMethod: SecretMethod? = nil) {
    credentials = registration.credentials
    credentials.secretMethod = secretMethod
    secretExpiresAt = registration.secretExpiresAt
    idTokenAlgorithm = registration.idTokenAlgorithm
    isStatic = false
  }

  /// Mostly a public client (RFC 6749 §2.1): PKCE is what ties its code to the app that asked.
  init(static client: StaticClient, secretMethod: SecretMethod? = nil) {
    credentials = ClientCredentials(
      clientID: client.id, authentication: client.authentication, secretMethod: secretMethod)
    idTokenAlgorithm = "RS256"
    isStatic = true
  }
}

/// A client that was registered beforehand.
public struct StaticClient: Hashable, Sendable {
  public var id: String
  public var authentication: ClientAuthentication

  public init(id: String, authentication: ClientAuthentication = .none) {
    (self.id, self.authentication) = (id, authentication)
  }
}

extension AppState {
  /// Whether this instance has or will have its own client: not with a static client or an application server.
  public var registers: Bool { settings.registration.registers && !usesApplicationServer }

  /// The user's choice on the screen overrides the configuration.
  var wantedSecretMethod: SecretMethod? { secretMethod ?? settings.keys.secretMethod }

  /// How the secret of a new client may be sent, best first.
  ///
  /// Many servers misread a Basic secret that form-encoding changes, and whether it does is known only after the registration. The embedded server
  /// reads it correctly, so that Basic is used there, as in the tutorial (seeds/000).
  var secretMethods: [SecretMethod] {
    if let wantedSecretMethod { return [wantedSecretMethod] }
    return settings.embeddedServer ? [.basic, .post] : [.post, .basic]
  }

  /// `nil`: the app has to register first, or the keystore has not been read yet.
  public var loginClient: LoginClient? {
    if registers { return currentRegistration.map { LoginClient($0, secretMethod: wantedSecretMethod) } }
    switch keystore {
    case .empty, .open: return LoginClient(static: settings.staticClient, secretMethod: wantedSecretMethod)
    case .loading, .locked, .failed: return nil
    }
  }
}
