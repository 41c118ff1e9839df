import OAuthClient
import SharedValues

/// The public halves of the keys that the secure element of this phone holds for this instance. The private ones are never here.
public struct InstanceKeys: Hashable, Sendable {
  /// What the app proves itself with at the token endpoint (RFC 7523 §2.2).
  public var client: P256PublicKey?
  /// What its tokens are bound to (RFC 9449).
  public var dpop: P256PublicKey?

  public init(client: P256PublicKey? = nil, dpop: P256PublicKey? = nil) { (self.client, self.dpop) = (client, dpop) }
}

/// Which keys a flow works with.
public struct KeyNeeds: Hashable, Sendable {
  public enum ClientKey: Hashable, Sendable {
    case none
    /// For a client that is going to be registered, or gets another key: nothing else may ever have used it. Of the keys before, the
    /// one that is registered is kept; the others were made for registrations that came to nothing.
    case new(demandsUser: Bool, keeping: String? = nil)
    /// The one that was registered.
    case registered(thumbprint: String)
  }

  public enum TokenKey: Hashable, Sendable {
    case none
    /// The one that is there; a new one where there is none.
    case any
    /// The one that the tokens at hand are bound to: no other does.
    case bound(thumbprint: String)
  }

  public var client = ClientKey.none
  public var token = TokenKey.none

  public init(client: ClientKey = .none, token: TokenKey = .none) { (self.client, self.token) = (client, token) }

  var areNone: Bool { self == KeyNeeds() }
}

/// What the secure element was asked for, for the log: never what it signed.
public enum KeyDeed: Hashable, Sendable {
  case made(KeyUse, thumbprint: String)
  case signed(KeyUse, thumbprint: String)
}

/// Why a flow cannot go on with the phone's keys.
public enum KeyFailure: Error, Hashable, Sendable {
  /// The client's key is not on this phone: the registration is of no use here.
  case clientKeyLost
  /// The client was registered with a secret, before the configuration asked for a key.
  case clientWithoutKey
  /// The key of the tokens is gone: they are of no use, and the user logs in anew.
  case tokenKeyLost
  /// The secure element did not do it.
  case element(SecureElementError)

  /// The codes of keys that are not where they were; the element has its own.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    case clientKeyLost = "client_key_lost"
    case clientWithoutKey = "client_without_key"
    case tokenKeyLost = "dpop_key_lost"
  }

  public var code: AppError.Code {
    switch self {
    case .clientKeyLost: .key(.clientKeyLost)
    case .clientWithoutKey: .key(.clientWithoutKey)
    case .tokenKeyLost: .key(.tokenKeyLost)
    case .element(let error): .secureElement(error.code)
    }
  }

  /// What the code leaves open; may be empty.
  public var detail: String { if case .element(let error) = self { error.detail } else { "" } }
}

/// A key that signs for nobody but its user waits for them: "Face ID".
public struct PresenceQuestion: Hashable, Sendable {
  public var flow: FlowID
  public var use: KeyUse

  public init(flow: FlowID, use: KeyUse) { (self.flow, self.use) = (flow, use) }
}
