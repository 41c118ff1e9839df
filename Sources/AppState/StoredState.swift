import Foundation
import Keystore
import OAuthClient
import SharedValues

/// What the app remembers between starts, judged and ready for use.
public struct StoredState: Hashable, Sendable {
  public var registration: ClientRegistration
  public var registeredAt: Date
  public var idToken: Secret?

  public init(registration: ClientRegistration, registeredAt: Date, idToken: Secret?) {
    self.registration = registration
    self.registeredAt = registeredAt
    self.idToken = idToken
  }
}

/// Why what is stored cannot be used. Nothing was changed on disk.
public enum ApplicationStateError: Error, Hashable, Sendable {
  case keystore(KeystoreError)
  /// The registration belongs to another issuer than the configured one.
  case otherIssuer(stored: String, configured: String)
  /// The stored registration response does not pass today's checks.
  case unusable(ProtocolError)

  /// Stable code, as in `--json`, tests and the catalogue.
  public var code: String {
    switch self {
    case .keystore(let error): error.code.rawValue
    case .otherIssuer: "registration_bound_to_other_issuer"
    case .unusable: "registration_unusable"
    }
  }
}
