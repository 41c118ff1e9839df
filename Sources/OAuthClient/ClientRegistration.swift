import FoundationEssentials
import SharedValues

/// A registration response that was accepted (RFC 7591 §3.2.1). The document alone holds it, and was judged when it was read.
public struct ClientRegistration: Hashable, Sendable {
  /// The response as received, unknown members included, without secrets that the app must not use. Of several keys the client's own is the first.
  public var document: JSON
  /// What the app last requested and the server answered: a server may grant less (RFC 7591 §3.2.1), and should not get the same request again.
  /// `nil`: unknown, or the server has since changed the client by itself.
  public var asked: JSON?

  init(_ document: JSON) { self.document = document }

  private func text(_ name: String) -> String? { document[name]?.stringValue }
  private func time(_ name: String) -> Date? { document[name]?.doubleValue.map(Date.init(timeIntervalSince1970:)) }

  public var credentials: ClientCredentials {
    ClientCredentials(clientID: text("client_id") ?? "", authentication: authentication)
  }

  /// An absent method means `client_secret_basic` (RFC 7591 §2).
  private var authentication: ClientAuthentication {
    let secret = Secret(text("client_secret") ?? "")
    switch text("token_endpoint_auth_method") {
    case "none": return .none
    case SecretMethod.post.rawValue: return .post(secret)
    case RegisteredKeys.method: return .privateKey(thumbprint: keys.first.flatMap(JWKThumbprint.of) ?? "")
    default: return .basic(secret)
    }
  }

  private var keys: [JSON] { document["jwks"]?["keys"]?.arrayValue ?? [] }

  /// `nil`: the secret never expires, or there is none.
  public var secretExpiresAt: Date? {
    guard credentials.authentication.secret != nil, let time = time("client_secret_expires_at") else { return nil }
    return time.timeIntervalSince1970 == 0 ? nil : time
  }

  public var issuedAt: Date? { time("client_id_issued_at") }

  /// `id_token_signed_response_alg`; RS256 when the server did not say.
  public var idTokenAlgorithm: String { text("id_token_signed_response_alg") ?? SigningAlgorithm.rs256.rawValue }
  public var secrets: [Secret] { credentials.secrets + [registrationAccessToken].compactMap(\.self) }

  /// OpenID Connect RP-Initiated Logout 1.0 §3.1: a server must not send the user to an address that it has not registered.
  public func confirms(postLogoutRedirectURI uri: RedirectURI) -> Bool {
    document["post_logout_redirect_uris"]?.stringArray?.contains(where: uri.isRegistered) ?? false
  }

  /// Whether the registration can be read, changed and deleted at the server (RFC 7592). The client works in any case.
  public enum Management: Hashable, Sendable {
    case possible
    /// The server gave no URL, or no token.
    case notOffered
    /// The registration access token must not be sent to the server's URL: the token was dropped.
    case refused
  }

  public var management: Management {
    if registrationClientURI != nil { return .possible }
    return text("registration_client_uri") == nil ? .notOffered : .refused
  }

  /// RFC 7592 §3: the URL and the token that manage this registration. Both are present, or ``management`` says why not.
  public var registrationClientURI: String? { registrationAccessToken == nil ? nil : text("registration_client_uri") }
  public var registrationAccessToken: Secret? { text("registration_access_token").map(Secret.init) }

  /// A copy without the URL and the token that manage it (RFC 7592 §3).
  public var unmanaged: ClientRegistration {
    var registration = self
    registration.document = document.setting("registration_client_uri", nil).setting("registration_access_token", nil)
    return registration
  }

  /// A copy with the URL and the token of a later answer about this client, whose other members may be unusable: the server may no longer take the
  /// old token (RFC 7592 §3). `nil`: the answer brings no other ones.
  public func managed(as response: HTTPResponse) -> ClientRegistration? {
    let source = RegistrationResponse.source
    guard registrationClientURI != nil,
      let object = try? ResponseJudgement(response: response, source: source, errors: .section(source))
        .object(statuses: [200], reading: .registration),
      let merged = try? RegistrationResponse.merged(object, over: self).json
    else { return nil }
    var registration = self
    for name in ["registration_client_uri", "registration_access_token"] {
      registration.document = registration.document.setting(name, merged[name])
    }
    return registration == self ? nil : registration
  }

  func managing(_ request: (_ url: String) -> HTTPRequest) -> HTTPRequest? {
    guard let url = registrationClientURI, let token = registrationAccessToken else { return nil }
    return request(url).authorized(by: token)
  }

  /// For samples and for tests of other rooms: an answer is judged as a whole.
  public mutating func setMember(_ name: String, _ value: JSON?) { document = document.setting(name, value) }

  public var usesKey: Bool { keyThumbprint != nil }

  /// `dpop_bound_access_tokens` (RFC 9449 §5.2).
  public var bindsTokens: Bool { document["dpop_bound_access_tokens"] == true }

  /// `require_pushed_authorization_requests` (RFC 9126 §6).
  public var pushes: Bool { document["require_pushed_authorization_requests"] == true }

  /// Thumbprint of the key that the client authenticates with (RFC 7638).
  public var keyThumbprint: String? { if case .privateKey(let thumbprint) = authentication { thumbprint } else { nil } }
  public var publicKey: P256PublicKey? { usesKey ? keys.first.flatMap(P256PublicKey.init(jwk:)) : nil }

  /// The thumbprints of all keys that the server has for the client, while one replaces another.
  public var keyThumbprints: [String] { keys.compactMap { P256PublicKey(jwk: $0)?.thumbprint } }

  /// Puts the client's key first: a server may list keys in any order (RFC 7517 §5).
  mutating func authenticate(with thumbprint: String) {
    guard let jwks = document["jwks"] else { return }
    let isItsKey = { (key: JSON) in P256PublicKey(jwk: key)?.thumbprint == thumbprint }
    document = document.setting(
      "jwks", jwks.setting("keys", .array(keys.filter(isItsKey) + keys.filter { !isItsKey($0) })))
  }
}
