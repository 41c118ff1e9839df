public struct ServerPolicies: ServerMembers {
  public static let name = "policies"

  /// How strictly registrations and client authentication are judged.
  public enum Clients: String, Hashable, Sendable, Codable, CaseIterable {
    /// Adds the refresh_token grant, accepts basic and post for each client with a secret, allows `http://localhost`
    /// redirects, and ignores at a refresh the names that the login left out.
    case lenient
    /// Does exactly what was registered; requires PKCE of every client.
    case strict
  }

  public enum Registration: String, Hashable, Sendable, Codable {
    /// A registration needs an initial access token, which registers one client, once.
    case token
    /// Anyone on this machine may register (RFC 7591 §3: open registration). A token that is sent must still be valid.
    case open
  }

  /// When an enrolled device that asks the push channel gets a token.
  public enum Push: String, Hashable, Sendable, Codable { case automatic, administrator }

  /// How new users get their subjects. A subject stays when the policy changes.
  public enum Subjects: String, Hashable, Sendable, Codable {
    /// The user name, as with the Curity server; a UUID when an earlier user had that name.
    case name
    /// A UUID, as with Keycloak.
    case uuid
  }

  public enum AccessTokens: String, Hashable, Sendable, Codable {
    /// Only this server can read it.
    case opaque
    /// A signed JSON Web Token (RFC 9068) with the user's roles, as with Keycloak. `dcr` tokens stay opaque.
    case jwt
  }

  public enum Demand: String, Hashable, Sendable, Codable { case optional, required }
  public enum Nonce: String, Hashable, Sendable, Codable { case never, always }

  public enum ClientAuthentication: String, Hashable, Sendable, Codable {
    case any
    case privateKey = "private-key"
  }

  public enum RefreshTokens: String, Hashable, Sendable, Codable { case rotating, grace, lasting }

  public var clients: Clients
  public var registration: Registration
  public var push: Push
  public var subjects: Subjects
  public var accessTokens: AccessTokens
  public var dpop: Demand
  public var dpopNonce: Nonce
  public var pushedAuthorization: Demand
  public var clientAuthentication: ClientAuthentication
  public var refreshTokens: RefreshTokens
  public var insecure: InsecureSwitches
}

/// Switched off for a lesson that shows what they are for. By default all are on; a server warns loudly when one is off.
public struct InsecureSwitches: Hashable, Sendable, Codable {
  /// Codes are issued without a `code_challenge`, to every client, as before RFC 7636.
  public var withoutPKCE = false
  /// Public clients may ask for `response_type=token` (RFC 6749 §4.2), which RFC 9700 §2.1.2 advises against.
  public var implicit = false
  /// Authorization responses do not name their issuer, as before RFC 9207.
  public var withoutIss = false

  public static let none = InsecureSwitches()

  /// The names of the switched-off defences, as the configuration spells them.
  public var names: [String] {
    (withoutPKCE ? ["withoutPKCE"] : []) + (implicit ? ["implicit"] : []) + (withoutIss ? ["withoutIss"] : [])
  }
}
