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
    /// For a client that is going to be registered, or gets another key: nothing else may ever have used it.
    case new(demandsUser: Bool)
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

/// Why the secure element could not do its part. Its sentences are in the catalogue.
public struct KeyFailure: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The client's key is not on this phone: the registration is of no use here.
    case clientKeyLost = "client_key_lost"
    /// The key of the tokens is gone: they are of no use, and the user logs in anew.
    case tokenKeyLost = "dpop_key_lost"
    case unavailable = "secure_element_unavailable"
    case damaged = "secure_element_damaged"
    case full = "secure_element_full"
    case keyOfAnotherApp = "key_of_another_app"
    case presenceRefused = "user_presence_refused"
    case presenceTimedOut = "user_presence_timed_out"
  }

  public var code: Code
  /// What the sentence has to be filled with. Never a secret.
  public var values: [String: String]

  public init(_ code: Code, _ values: [String: String] = [:]) { (self.code, self.values) = (code, values) }
}

/// A key that signs for nobody but its user waits for them: "Face ID".
public struct PresenceQuestion: Hashable, Sendable {
  public var flow: FlowID
  public var use: KeyUse

  public init(flow: FlowID, use: KeyUse) { (self.flow, self.use) = (flow, use) }
}
