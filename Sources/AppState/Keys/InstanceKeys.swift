import SharedValues

/// The public halves of the keys that the secure element of this phone holds for this instance. The private ones are never here.
public struct InstanceKeys: Hashable, Sendable {
  /// The key that authenticates the client at the token endpoint (RFC 7523 §2.2).
  public var client: P256PublicKey?
  /// The key that its tokens are bound to (RFC 9449).
  public var dpop: P256PublicKey?

  public init(client: P256PublicKey? = nil, dpop: P256PublicKey? = nil) { (self.client, self.dpop) = (client, dpop) }
}

public struct KeyNeeds: Hashable, Sendable {
  public enum ClientKey: Hashable, Sendable {
    case none
    /// A key that has never been used, for a client that is to be registered or gets a new key. Of the older keys, the registered one is kept; the
    /// others belong to registrations that were never completed.
    case new(demandsUser: Bool, keeping: String? = nil)
    case registered(thumbprint: String)
  }

  public enum TokenKey: Hashable, Sendable {
    case none
    /// The existing key, or a new one where there is none.
    case any
    /// The key that the present tokens are bound to; no other will do.
    case bound(thumbprint: String)
  }

  public var client = ClientKey.none
  public var token = TokenKey.none

  public init(client: ClientKey = .none, token: TokenKey = .none) { (self.client, self.token) = (client, token) }
}

/// What the secure element did, for the log: never what it signed.
public enum KeyOperation: Hashable, Sendable {
  case made(KeyUse, thumbprint: String)
  case signed(KeyUse, thumbprint: String)
}

/// Why a flow cannot go on with the phone's keys.
public enum KeyFailure: Error, Hashable, Sendable {
  /// The client's key is not on this phone: the registration cannot be used here.
  case clientKeyLost
  /// The client was registered with a secret, before the configuration asked for a key.
  case clientWithoutKey
  /// The key of the tokens is gone: they cannot be used, and the user has to log in again.
  case tokenKeyLost
  case element(SecureElementError)

  /// The codes of missing keys; the element has its own codes.
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
}

extension KeyFailure: WordedError {
  public var values: [String: Term] { if case .element(let error) = self { error.values } else { [:] } }
}

/// A key that signs only after its user's confirmation waits for it: "Face ID".
public struct PresenceQuestion: Hashable, Sendable {
  var flow: FlowID
  public var use: KeyUse

  public init(flow: FlowID, use: KeyUse) { (self.flow, self.use) = (flow, use) }
}
