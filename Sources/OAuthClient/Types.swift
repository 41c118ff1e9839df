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
  public var pushEndpoint: String?
  /// The endpoint that issues codes for a login in a browser elsewhere (RFC 8628 §4).
  public var deviceAuthorizationEndpoint: String?
  /// The endpoint for pushed authorization requests, and whether the server accepts only those (RFC 9126 §5).
  public var pushedAuthorizationEndpoint: String?
  public var requiresPushedAuthorization = false
  /// `dpop_signing_alg_values_supported` (RFC 9449 §5.1); `nil`: the server does not mention DPoP.
  public var dpopSigningAlgorithms: [String]?
  /// The algorithms for client assertions (RFC 8414 §2); `nil`: the server names none.
  public var tokenEndpointAuthSigningAlgorithms: [String]?
  /// `authorization_response_iss_parameter_supported` (RFC 9207 §3).
  public var advertisesIss: Bool
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

public struct ClientCredentials: Hashable, Sendable {
  public var clientID: String
  public var authentication: ClientAuthentication
  /// How the configuration wants a secret to be sent; `nil`: as registered, or in the form if encoding would change it.
  public var secretMethod: SecretMethod?

  public init(clientID: String, authentication: ClientAuthentication, secretMethod: SecretMethod? = nil) {
    (self.clientID, self.authentication, self.secretMethod) = (clientID, authentication, secretMethod)
  }
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
  struct Parameter: Hashable, Sendable {
    var name: String
    var value: String
  }

  public var url: String
  /// The authorization endpoint and the parameters, which together make the URL unless the request is pushed.
  var endpoint: String
  var parameters: [Parameter]
  public var issuer: Issuer
  public var clientID: String
  public var redirectURI: RedirectURI
  public var scope: String
  public var secrets: AuthorizationSecrets
  /// Whether `openid` was requested, so that a nonce was sent and an ID token must come back.
  public var asksForIDToken: Bool
  /// `max_age` in seconds, if it was sent: the ID token must then state the login's time.
  public var maxAge: Int?
}

/// A code that came back at the right redirect with the right state and issuer. Only ``AuthorizationResponse`` creates one.
public struct AuthorizationCode: Hashable, Sendable {
  public let code: Secret
  public let request: AuthorizationRequest
}

/// A token response that was accepted (RFC 6749 §5.1). The ID token in it has not been judged yet.
public struct TokenSet: Hashable, Sendable {
  /// For requests use ``access``.
  public var accessToken: Secret
  /// The key that the access token is bound to (RFC 9449); `nil`: none.
  public var key: P256PublicKey?
  public var expiresAt: Date?
  public var refreshToken: Secret?
  public var scope: String?
  public var idToken: Secret?
  public var receivedAt: Date
}

/// Claims of an ID token whose signature and claims have all been judged good.
public struct IDTokenClaims: Hashable, Sendable {
  public var issuer: String
  public var subject: String
  public var audience: [String]
  public var expiresAt: Date
  var issuedAt: Date
  public var authenticatedAt: Date?
  /// `nbf`, `azp`, `nonce` and `at_hash`, of which most tokens have only some.
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
