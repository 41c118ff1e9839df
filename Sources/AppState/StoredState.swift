import FoundationEssentials
import Keystore
import OAuthClient
import SharedValues

/// What the app remembers between starts, judged and ready for use.
public struct StoredState: Hashable, Sendable {
  /// `nil` where a static client is used.
  public var registration: ClientRegistration?
  public var registeredAt: Date?
  public var tokens: KeptTokens
  /// Whether the disk holds a refresh token: this client's, or that of another static client, which cannot be used here.
  public var holdsRefreshToken: Bool

  public init(registration: ClientRegistration?, registeredAt: Date?, tokens: KeptTokens) {
    (self.registration, self.registeredAt, self.tokens) = (registration, registeredAt, tokens)
    holdsRefreshToken = tokens.refreshToken != nil
  }
}

/// The tokens that outlive a run. The access token never does.
public struct KeptTokens: Hashable, Sendable {
  public var idToken: Secret?
  /// The refresh token for a silent start.
  public var refreshToken: Secret?
  /// Thumbprint of the key that the tokens are bound to (RFC 9449); `nil`: none.
  public var key: String?
  /// The scope that the refresh token was requested with; `nil`: unknown.
  public var scope: String?

  public init(idToken: Secret? = nil, refreshToken: Secret? = nil, key: String? = nil, scope: String? = nil) {
    (self.idToken, self.refreshToken, self.key, self.scope) = (idToken, refreshToken, key, scope)
  }
}

/// Why the stored state cannot be used. Nothing was changed on disk.
public enum ApplicationStateError: Error, Hashable, Sendable {
  case keystore(KeystoreError)
  /// The registration belongs to another issuer than the configured one.
  case otherIssuer(stored: String, configured: String)
  /// The stored registration response does not pass today's checks.
  case unusable(ProtocolError)
  /// The device is registered, but configured to use a static client.
  case registered(clientID: String)

  /// The codes of a document that was read but does not fit.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case otherIssuer = "registration_bound_to_other_issuer"
    case unusable = "registration_unusable"
    case registered = "device_is_registered"
  }

  public var code: AppError.Code {
    switch self {
    case .keystore(let error): .keystore(error.code)
    case .otherIssuer: .storedState(.otherIssuer)
    case .unusable: .storedState(.unusable)
    case .registered: .storedState(.registered)
    }
  }
}

extension ApplicationStateError: WordedError {
  public var values: [String: Term] {
    switch self {
    case .keystore(let error): error.values
    case .otherIssuer(let stored, let configured): ["received": .value(stored), "expected": .value(configured)]
    case .unusable(let error): error.values
    case .registered(let clientID): ["received": .value(clientID)]
    }
  }
}
