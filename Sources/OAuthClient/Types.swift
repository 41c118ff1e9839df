import FoundationEssentials
import SharedValues

/// Metadata that discovery accepted (OpenID Connect Discovery 1.0 §3, RFC 8414 §2).
public struct AuthorizationServerMetadata: Hashable, Sendable {
  public var issuer: Issuer
  public var authorizationEndpoint: String
  public var tokenEndpoint: String
  public var registrationEndpoint: String?
  public var userinfoEndpoint: String?
  public var endSessionEndpoint: String?
  public var revocationEndpoint: String?
  public var jwksURI: String?
  /// The alias of the token endpoint for clients that present a certificate (RFC 8705 §5).
  public var mtlsTokenEndpoint: String?
  /// Where this product's own server pushes; see ``PushRequest``.
  public var pushEndpoint: String?
  /// Where codes for a login in a browser elsewhere are asked for (RFC 8628 §4).
  public var deviceAuthorizationEndpoint: String?
  /// Where authorization requests are pushed to, and whether no others are taken (RFC 9126 §5).
  public var pushedAuthorizationEndpoint: String?
  public var requiresPushedAuthorization = false
  /// `dpop_signing_alg_values_supported` (RFC 9449 §5.1); `nil`: the server says nothing of DPoP.
  public var dpopSigningAlgorithms: [String]?
  /// What client assertions may be signed with (RFC 8414 §2); `nil`: the server does not say.
  public var tokenEndpointAuthSigningAlgorithms: [String]?
  /// `authorization_response_iss_parameter_supported` (RFC 9207 §3).
  public var advertisesIss: Bool
  /// Everything the server said.
  public var document: JSON
}

/// How a client authenticates at the token endpoint (RFC 7591 §2).
public enum ClientAuthentication: Hashable, Sendable {
  case none
  case basic(Secret)
  case post(Secret)
  /// `private_key_jwt` with the key of this thumbprint (RFC 7638).
  case privateKey(thumbprint: String)
}

/// A client id with its way of authenticating.
public struct ClientCredentials: Hashable, Sendable {
  public var clientID: String
  /// As registered.
  public var authentication: ClientAuthentication
  /// How the configuration wants a secret to be sent; `nil`: as registered, or as survives.
  public var secretMethod: SecretMethod?

  public init(clientID: String, authentication: ClientAuthentication, secretMethod: SecretMethod? = nil) {
    (self.clientID, self.authentication, self.secretMethod) = (clientID, authentication, secretMethod)
  }
}

/// The client that the server made for this instance: a registration response that was accepted (RFC 7591 §3.2.1).
public struct ClientRegistration: Hashable, Sendable {
  public var credentials: ClientCredentials
  /// `nil`: the secret never expires, or there is none.
  public var secretExpiresAt: Date?
  public var issuedAt: Date?
  /// `id_token_signed_response_alg`; RS256 when the server did not say.
  public var idTokenAlgorithm: String
  public var grantTypes: [String]
  public var scope: String?
  /// RFC 7592 §3: where and with what this registration is managed. Either there are both, or ``management`` says why not.
  public var registrationClientURI: String?
  public var registrationAccessToken: Secret?
  /// The response as received, unknown members included.
  public var document: JSON
  /// What the app last asked for, where the server has answered that: a server may grant less (RFC 7591 §3.2.1), and is not
  /// to be asked the same again. `nil` when nobody knows, or the server has changed the client by itself since.
  public var asked: JSON?
}

/// The random values of one authorization request. Made by the edge, 32 bytes of entropy each.
public struct AuthorizationSecrets: Hashable, Sendable {
  public var state: Secret
  public var nonce: Secret
  public var codeVerifier: Secret

  public init(state: Secret, nonce: Secret, codeVerifier: Secret) {
    (self.state, self.nonce, self.codeVerifier) = (state, nonce, codeVerifier)
  }
}

/// An authorization request that was built, with everything its response is judged by (RFC 8252 §8.10).
public struct AuthorizationRequest: Hashable, Sendable {
  /// What it says, one by one.
  struct Parameter: Hashable, Sendable {
    var name: String
    var value: String
  }

  public var url: String
  /// The authorization endpoint, and what is asked of it: together the address, unless the request is pushed.
  var endpoint: String
  var parameters: [Parameter]
  public var issuer: Issuer
  public var clientID: String
  public var redirectURI: RedirectURI
  public var scope: String
  public var secrets: AuthorizationSecrets
  /// Whether `openid` was asked for, so that a nonce was sent and an ID token must come back.
  public var asksForIDToken: Bool
  /// `max_age` in seconds, where it was sent: then the ID token must say when the login was.
  public var maxAge: Int?
}

/// A code that came back at the right redirect with the right state and issuer. Only ``AuthorizationResponse`` makes one.
public struct AuthorizationCode: Hashable, Sendable {
  public let code: Secret
  public let request: AuthorizationRequest

  init(code: Secret, request: AuthorizationRequest) { (self.code, self.request) = (code, request) }
}

/// A token response that was accepted (RFC 6749 §5.1). The ID token in it has not been judged yet.
public struct TokenSet: Hashable, Sendable {
  /// For a request, see ``access``.
  public var accessToken: Secret
  /// The key that the access token is bound to (RFC 9449); `nil`: to none.
  public var key: P256PublicKey?
  public var expiresAt: Date?
  public var refreshToken: Secret?
  public var scope: String?
  public var idToken: Secret?
  public var receivedAt: Date
}

/// Claims of an ID token whose signature and claims were all judged good.
public struct IDTokenClaims: Hashable, Sendable {
  public var issuer: String
  public var subject: String
  public var audience: [String]
  public var expiresAt: Date
  public var issuedAt: Date
  public var authenticatedAt: Date?
  /// `nbf`, `azp`, `nonce` and `at_hash`, which few tokens have all of.
  var notBefore: Date?
  var authorizedParty: String?
  var nonce: String?
  var accessTokenHash: String?
  public var document: JSON
}

/// Userinfo whose `sub` is the ID token's (OpenID Connect Core §5.3.2).
public struct UserInfo: Hashable, Sendable {
  public var subject: String
  public var document: JSON
}
