import FoundationEssentials
import SharedValues

/// Registering this instance of the app as a client of its own (RFC 7591 §3, OpenID Connect Dynamic Client Registration).
public enum RegistrationRequest {
  /// The grants that this app uses. The seed's example asks for the first alone and then refreshes; a strict server would refuse that.
  public static let usedGrants = [codeGrant, RefreshRequest.grant]
  /// The grant that no login does without.
  public static let codeGrant = "authorization_code"

  /// The JSON post, with the initial access token as bearer token (RFC 7591 §3).
  ///
  /// Asked for is what this app uses. Some servers refresh without naming the grant in their metadata, so it is asked for all the same.
  /// - Parameters:
  ///   - clientName: what consent pages and lists of clients show (RFC 7591 §2); `nil` sends none.
  ///   - softwareID: the template of a templatized registration; then it is the only member (seeds/000), but for the instance's key.
  ///   - keys: what the client is to have of its own.
  ///   - secretMethods: how its secret may be sent, best first; asked for is the first that the server names.
  ///   - grantTypes: see ``usedGrants``.
  ///   - usesDeviceGrant: whether logins go through a browser elsewhere (RFC 8628).
  /// - Throws: `metadata_missing_registration_endpoint`.
  public static func build(
    metadata: AuthorizationServerMetadata, initialAccessToken: InitialAccessToken?, redirectURI: RedirectURI,
    postLogoutRedirectURI: RedirectURI, scope: String, clientName: String? = nil, softwareID: String?,
    keys: RegisteredKeys = .none, secretMethods: [SecretMethod] = SecretMethod.allCases,
    grantTypes: [String] = usedGrants, usesDeviceGrant: Bool = false
  ) throws(ProtocolError) -> HTTPRequest {
    guard let endpoint = metadata.registrationEndpoint else {
      throw ProtocolError(
        .metadataMissingRegistrationEndpoint, field: "registration_endpoint", expected: "an https URL",
        source: Discovery.members)
    }
    let body: JSON
    if let softwareID {
      body = ["software_id": .string(softwareID)]
    } else {
      let wishes = RegistrationWishes(
        metadata: metadata, algorithms: keys.idTokenAlgorithms, secretMethods: secretMethods,
        grantTypes: grantTypes + (usesDeviceGrant ? [DeviceAuthorizationRequest.grantType] : []))
      body = wishes.document(
        redirectURI: redirectURI, postLogoutRedirectURI: postLogoutRedirectURI, scope: scope, clientName: clientName)
    }
    let request = HTTPRequest(
      "POST", endpoint,
      headers: [HTTPHeader("Content-Type", "application/json"), HTTPHeader("Accept", "application/json")],
      body: Array(keys.added(to: body).compact.utf8), endpoint: .registration)
    return initialAccessToken.map { request.authorized(by: AccessToken($0.secret, key: $0.key)) } ?? request
  }

  /// Accepts the client that the server made. What it returned wins over what was asked (RFC 7591 §3.2.1).
  /// - Parameters:
  ///   - scope: what the login is going to ask for, where a template and not this app decided about it; `nil` leaves it
  ///     to the server what it grants.
  ///   - keys: what was sent of them.
  ///   - allowPlainHTTPLoopback: the opt-in of that name in `config.json`, here for `registration_client_uri`.
  ///   - hasToken: whether an initial access token was sent; without one, a server that wants one says so in many ways.
  ///   - endpoint: where was registered. The registration is managed at that origin and nowhere else: a server must not
  ///     make this app send requests, and a token with them, to hosts of its choice. Where it names another place, the client
  ///     works and is not managed (``ClientRegistration/management``).
  ///   - usesDeviceGrant: as it was asked for.
  /// - Throws: `registration_…`, `client_secret_expired`, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, redirectURI: RedirectURI, scope: String? = nil, keys: RegisteredKeys = .none, now: Date,
    allowPlainHTTPLoopback: Bool = false, hasToken: Bool = true, endpoint: String? = nil,
    usesDeviceGrant: Bool = false
  ) throws(ProtocolError) -> ClientRegistration {
    let source = RegistrationResponse.source
    let object: ResponseObject
    do {
      // RFC 7591 §3.2.1 says 201; the registration of OpenID Connect was read as 200 by some servers.
      object = try ResponseJudgement(response: response, source: source, errors: .section("RFC 7591 §3.2.2"))
        .object(statuses: [200, 201], expected: 201, reading: .registration)
    } catch {
      let error = RefusedRedirectURI.advising(error, against: redirectURI)
      throw hasToken ? error : RegistrationResponse.tokenRequired(response, error) ?? error
    }
    let registration = try RegistrationResponse.read(
      object, keys: keys, at: endpoint, allowsLoopbackHTTP: allowPlainHTTPLoopback)
    try RegistrationResponse.judge(object, isUsableAt: redirectURI)
    if usesDeviceGrant { try RegistrationResponse.judgeDeviceGrant(object) }
    if let scope { try RegistrationResponse.judge(object, grants: scope) }
    try RegistrationResponse.judgeSecretLives(registration, now: now)
    return registration
  }

  /// A registration from the keystore. Whether its secret has expired since is for the caller to see.
  /// - Throws: `registration_…`, `response_…`.
  public static func restore(_ document: JSON) throws(ProtocolError) -> ClientRegistration {
    guard document.objectValue != nil else {
      throw ProtocolError(
        .responseNotObject, expected: "a JSON object", received: document.kind, source: RegistrationResponse.source)
    }
    // Whether plain http is allowed was judged when the registration was accepted.
    let object = ResponseObject(document.reading(as: .registration).json, source: RegistrationResponse.source)
    return try RegistrationResponse.read(object, allowsLoopbackHTTP: true)
  }
}
