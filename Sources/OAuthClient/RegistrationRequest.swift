import FoundationEssentials
import SharedValues

/// Registers this instance of the app as its own client (RFC 7591 §3, OpenID Connect Dynamic Client Registration).
public enum RegistrationRequest {
  /// The grants that this app uses. The seed's example asks only for the first but then refreshes; a strict server would refuse that.
  public static let usedGrants = [codeGrant, RefreshRequest.grant]
  public static let codeGrant = "authorization_code"

  /// It asks for what this app uses. Some servers refresh without naming the grant in their metadata, so that it is always requested.
  /// - Parameters:
  ///   - softwareID: the template of a templatized registration; it is then the only member (seeds/000), except for the instance's key.
  ///   - secretMethods: best first; the first that the server names is requested.
  /// - Throws: `metadata_missing_registration_endpoint`.
  public static func build(
    metadata: AuthorizationServerMetadata, initialAccessToken: InitialAccessToken?, redirectURI: RedirectURI,
    postLogoutRedirectURI: RedirectURI, scope: String, clientName: String? = nil, softwareID: String?,
    keys: RegisteredKeys = .none, secretMethods: [SecretMethod] = SecretMethod.allCases,
    grantTypes: [String] = usedGrants, usesDeviceGrant: Bool = false
  ) throws(ProtocolError) -> HTTPRequest {
    guard let endpoint = metadata.registrationEndpoint else {
      throw ProtocolError(
        .metadataMissingRegistrationEndpoint, field: "registration_endpoint", expected: .check(.httpsURL),
        source: Discovery.members)
    }
    let body: JSON
    if let softwareID {
      body = ["software_id": .string(softwareID)]
    } else {
      let requested: JSON = [
        "redirect_uris": [.string(redirectURI.text)],
        "post_logout_redirect_uris": [.string(postLogoutRedirectURI.text)],
        "application_type": "native",
        "grant_types": .strings(grantTypes + (usesDeviceGrant ? [DeviceAuthorizationRequest.grantType] : [])),
        "response_types": ["code"],
        "token_endpoint_auth_method": .string(metadata.bestAuthMethod(of: secretMethods)),
        "scope": .string(scope),
      ]
      body = requested.setting("client_name", clientName.map(JSON.string))
        .setting(
          "id_token_signed_response_alg", metadata.algorithm(among: keys.idTokenAlgorithms).map(JSON.string))
    }
    let request = HTTPRequest.json("POST", keys.added(to: body), to: endpoint, .registration)
    return initialAccessToken.map { request.authorized(by: AccessToken($0.secret, key: $0.key)) } ?? request
  }

  /// Accepts the client that the server made. Its answer wins over the request (RFC 7591 §3.2.1).
  /// - Parameters:
  ///   - scope: what logins will ask for, where a template decides it instead of this app; `nil` accepts what the server grants.
  ///   - hasToken: whether an initial access token was sent; a server that requires one reports its absence in many ways.
  ///   - endpoint: the registration is only managed at that origin: a server must not make this app send requests, and a token with them, to hosts of
  ///     its choice (``ClientRegistration/management``).
  /// - Throws: `registration_…`, `client_secret_expired`, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, redirectURI: RedirectURI, scope: String? = nil, keys: RegisteredKeys = .none, now: Date,
    allowPlainHTTPLoopback: Bool = false, hasToken: Bool = true, endpoint: String? = nil,
    usesDeviceGrant: Bool = false
  ) throws(ProtocolError) -> ClientRegistration {
    let source = RegistrationResponse.source
    let object: ResponseObject
    do {
      // RFC 7591 §3.2.1 requires 201; some servers took the registration of OpenID Connect to mean 200.
      object = try ResponseJudgement(response: response, source: source, errors: .section("RFC 7591 §3.2.2"))
        .object(statuses: [200, 201], expected: 201, reading: .registration)
    } catch {
      let error = RefusedRedirectURI.advising(error, against: redirectURI)
      let meant = hasToken ? RegistrationResponse.forbidden : RegistrationResponse.tokenRequired
      throw meant(response, error) ?? error
    }
    let registration = try RegistrationResponse.read(
      object, keys: keys, at: endpoint, allowsLoopbackHTTP: allowPlainHTTPLoopback)
    try RegistrationResponse.judge(object, isUsableAt: redirectURI)
    if usesDeviceGrant { try RegistrationResponse.judge(object, hasGrant: DeviceAuthorizationRequest.grantType) }
    if let scope { try RegistrationResponse.judge(object, grants: scope) }
    try RegistrationResponse.judgeSecretLives(registration, now: now)
    return registration
  }

  /// A registration from the keystore. The caller checks whether its secret has expired since.
  /// - Throws: `registration_…`, `response_…`.
  public static func restore(_ document: JSON) throws(ProtocolError) -> ClientRegistration {
    guard document.objectValue != nil else {
      throw ProtocolError(
        .responseNotObject, expected: .check(.jsonObject), received: document.kind, source: RegistrationResponse.source)
    }
    // Plain http was judged when the registration was accepted.
    let object = ResponseObject(document.reading(as: .registration).json, source: RegistrationResponse.source)
    return try RegistrationResponse.read(object, allowsLoopbackHTTP: true)
  }
}

/// What a registration asks for depends on what the server offers (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2).
extension AuthorizationServerMetadata {
  /// The best method that the server names. Without a list the server supports Basic (RFC 8414 §2), unless one method is wanted by name.
  fileprivate func bestAuthMethod(of wanted: [SecretMethod]) -> String {
    if let method = wanted.first(where: names) { return method.rawValue }
    if clientAuthenticationMethods?.contains("none") == true { return "none" }
    return (wanted.count == 1 ? wanted[0] : .basic).rawValue
  }

  /// Requested only if the server does not offer the default, RS256, or the app does not accept it.
  fileprivate func algorithm(among algorithms: [SigningAlgorithm]) -> String? {
    guard let supported = document["id_token_signing_alg_values_supported"]?.stringArray,
      !algorithms.contains(.rs256) || !supported.contains(SigningAlgorithm.rs256.rawValue)
    else { return nil }
    return algorithms.first { supported.contains($0.rawValue) }?.rawValue
  }
}

/// A judged initial access token (RFC 7591 §1.2), safe to put in a header. Each registers one client.
public struct InitialAccessToken: Hashable, Sendable {
  public let secret: Secret
  /// The key that the token is bound to (RFC 9449); `nil`: none.
  let key: P256PublicKey?

  /// - Throws: `initial_access_token_malformed`.
  public init(_ secret: Secret, key: P256PublicKey? = nil) throws(ProtocolError) {
    guard secret.revealed.isTokenText else {
      throw ProtocolError(
        .initialAccessTokenMalformed, field: "Authorization",
        expected: .check(.printableToken), source: "RFC 6750 §2.1")
    }
    (self.secret, self.key) = (secret, key)
  }
}
