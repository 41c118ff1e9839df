import ForeignText
import FoundationEssentials
import SharedValues

/// Reading a client information response (RFC 7591 §3.2.1, RFC 7592 §3).
enum RegistrationResponse {
  static let source = "RFC 7591 §3.2.1"

  /// An answer to a request that sent these keys.
  static func read(
    _ object: ResponseObject, keys: RegisteredKeys, at endpoint: String? = nil, allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> ClientRegistration {
    try keys.judge(object)
    var registration = try read(object, at: endpoint, allowsLoopbackHTTP: allowsLoopbackHTTP)
    if registration.usesKey, let client = keys.client { registration.authenticate(with: client.thumbprint) }
    return registration
  }

  /// A later answer about this client, laid over what is known. Its key stays what it was.
  static func read(
    _ merged: ResponseObject, of registration: ClientRegistration, allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> ClientRegistration {
    try RegisteredKeys.judge(merged, stillOf: registration)
    var known = try read(merged, allowsLoopbackHTTP: allowsLoopbackHTTP)
    if let key = registration.keyThumbprint { known.authenticate(with: key) }
    return known
  }

  /// The first key of a document is the client's.
  /// - Parameter endpoint: at whose origin the registration is managed; `nil`: that was judged before.
  static func read(
    _ object: ResponseObject, at endpoint: String? = nil, allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> ClientRegistration {
    guard let clientID = try object.text("client_id", maximum: 2048, spaces: true) else {
      throw ProtocolError(.registrationMissingClientID, field: "client_id", expected: "a client id", source: source)
    }
    let credentials = ClientCredentials(clientID: clientID, authentication: try authentication(object))
    let expiry =
      credentials.authentication.secret == nil ? nil : try object.seconds("client_secret_expires_at")
    let management = try management(object, at: endpoint, allowsLoopbackHTTP)
    return ClientRegistration(
      credentials: credentials,
      secretExpiresAt: expiry.flatMap { $0 == 0 ? nil : Date(timeIntervalSince1970: $0) },
      issuedAt: try object.seconds("client_id_issued_at").map { Date(timeIntervalSince1970: $0) },
      idTokenAlgorithm: try algorithm(object),
      grantTypes: try object.strings("grant_types") ?? ["authorization_code"],
      scope: try object.string("scope"),
      registrationClientURI: management?.place, registrationAccessToken: management?.token,
      document: kept(
        management == nil ? object.json.setting("registration_access_token", nil) : object.json,
        by: credentials.authentication))
  }

  /// A secret that a key takes the place of is not kept: it may still be good, and can be copied. Some servers send one to every client.
  private static func kept(_ document: JSON, by authentication: ClientAuthentication) -> JSON {
    if case .privateKey = authentication { document.setting("client_secret", nil) } else { document }
  }

  /// What only counts when the answer is fresh: the client must be able to do what this app is about to do.
  static func judge(_ object: ResponseObject, isUsableAt redirectURI: RedirectURI) throws(ProtocolError) {
    if let uris = try object.strings("redirect_uris"), !uris.contains(where: redirectURI.isRegistered) {
      throw ProtocolError(
        .registrationRedirectURIMissing, field: "redirect_uris", expected: redirectURI.text,
        quoting: uris.joined(separator: " ").quotable(200), source: source)
    }
    if let grants = try object.strings("grant_types"), !grants.contains("authorization_code") {
      throw ProtocolError(
        .registrationGrantMissing, field: "grant_types", expected: "authorization_code",
        quoting: grants.joined(separator: " ").quotable(100), source: "RFC 7591 §2")
    }
    if let types = try object.strings("response_types"), !types.contains("code") {
      throw ProtocolError(
        .registrationResponseTypeMissing, field: "response_types", expected: "code",
        quoting: types.joined(separator: " ").quotable(100), source: "RFC 7591 §2")
    }
  }

  /// A client that may not ask for codes signs nobody in without a browser here. A server that does not say is believed.
  static func judgeDeviceGrant(_ object: ResponseObject) throws(ProtocolError) {
    guard let grants = try object.strings("grant_types"), !grants.contains(DeviceAuthorizationRequest.grantType) else {
      return
    }
    throw ProtocolError(
      .registrationGrantMissing, field: "grant_types", expected: DeviceAuthorizationRequest.grantType,
      quoting: grants.joined(separator: " ").quotable(100), source: "RFC 7591 §2")
  }

  /// A registration without a token was refused for the lack of one. Servers say it with 401 and whatever else, with 403 alone, or
  /// with an error of RFC 6750 §3.1; nobody has logged in, so `access_denied` means nothing else either.
  static func tokenRequired(_ response: HTTPResponse, _ error: ProtocolError) -> ProtocolError? {
    let codes: Set<ProtocolError.Code> = [.httpForbidden, .accessDenied, .invalidToken, .insufficientScope]
    guard response.status == 401 || codes.contains(error.code) else { return nil }
    let required = ProtocolError(
      .registrationTokenRequired, .refused, field: "Authorization", expected: "an initial access token",
      source: "RFC 7591 §3")
    return required.reporting(error, with: response.status)
  }

  /// A template decides the scope for this app (seeds/000): it must hold what the login asks for. A server that does not
  /// say is believed.
  static func judge(_ object: ResponseObject, grants scope: String) throws(ProtocolError) {
    guard let granted = try object.string("scope") else { return }
    let names = granted.split(scalar: " ")
    guard scope.split(scalar: " ").allSatisfy(names.contains) else {
      throw ProtocolError(
        .registrationScopeMissing, .configuration, field: "scope", expected: scope.quotable(200),
        quoting: granted.quotable(200), source: source)
    }
  }

  /// A server that no longer knows the client answers its management requests 401 (RFC 7592 §2.1, §2.2); some have no such
  /// place any more.
  static func judgeClientLives(_ response: HTTPResponse, source: String) throws(ProtocolError) {
    guard [401, 404, 410].contains(response.status) else { return }
    throw .status(
      .invalidClient, .refused, received: String(response.status), serverDescription: ServerWords.excerpt(response),
      source: source)
  }

  /// 0 means never; a time that has passed means that the client cannot be used any more.
  static func judgeSecretLives(_ registration: ClientRegistration, now: Date) throws(ProtocolError) {
    guard let expiry = registration.secretExpiresAt, expiry <= now else { return }
    throw ProtocolError(
      .clientSecretExpired, .refused, field: "client_secret_expires_at", expected: "a time to come, or 0",
      received: expiry.formatted(.iso8601), source: source)
  }

  /// A later answer about the same client laid over what is known: what it says wins, what it does not mention stays.
  ///
  /// A server that keeps secrets as hashes cannot repeat them, so their absence means nothing (RFC 7592 §3).
  /// The place of management may move within its origin: the answer to one request must not send the next one, and its
  /// token, elsewhere.
  /// One that is named elsewhere is not used, and the one before stays.
  /// - Throws: `registration_missing_client_id`, `registration_client_changed`.
  static func merged(
    _ object: ResponseObject, over registration: ClientRegistration
  ) throws(ProtocolError) -> ResponseObject {
    guard let id = try object.string("client_id") else {
      throw ProtocolError(
        .registrationMissingClientID, field: "client_id", expected: "a client id", source: object.source)
    }
    guard id.isExactly(registration.credentials.clientID) else {
      throw ProtocolError(
        .registrationClientChanged, field: "client_id", expected: registration.credentials.clientID,
        quoting: id.quotable(100), source: object.source)
    }
    let place = "registration_client_uri"
    let isPlace =
      registration.registrationClientURI.map { known in
        object.json[place]?.stringValue.map { RegistrationResponse.isPlace($0, at: known) } ?? true
      } ?? true
    var document = registration.document
    for member in object.json.objectValue ?? [] where member.value != .null && (isPlace || member.name != place) {
      document = document.setting(member.name, member.value)
    }
    return ResponseObject(document, source: object.source)
  }

  /// Whether a registration that came from here can be managed there: the registration access token goes to the origin that it came
  /// from.
  static func isPlace(_ managementURI: String, at endpoint: String) -> Bool {
    guard let place = AbsoluteURL(managementURI), place.host != nil, place.fragment == nil,
      let origin = AbsoluteURL(endpoint)?.origin
    else { return false }
    return place.origin == origin
  }

  /// Absent means `client_secret_basic` (RFC 7591 §2).
  private static func authentication(_ object: ResponseObject) throws(ProtocolError) -> ClientAuthentication {
    let method = try object.string("token_endpoint_auth_method") ?? "client_secret_basic"
    switch method {
    case "none": return .none
    case "client_secret_basic": return .basic(try clientSecret(object, method))
    case "client_secret_post": return .post(try clientSecret(object, method))
    case RegisteredKeys.method:
      guard let thumbprint = try RegisteredKeys.thumbprints(object).first else { throw unsupported(method: method) }
      return .privateKey(thumbprint: thumbprint)
    default: throw unsupported(method: method)
    }
  }

  static func unsupported(method: String) -> ProtocolError {
    ProtocolError(
      .registrationAuthMethodUnsupported, field: "token_endpoint_auth_method",
      expected: "client_secret_basic, client_secret_post or none", quoting: method.quotable(60),
      source: "RFC 7591 §2")
  }

  private static func clientSecret(_ object: ResponseObject, _ method: String) throws(ProtocolError) -> Secret {
    guard let secret = try object.secret("client_secret", spaces: true) else {
      throw ProtocolError(
        .registrationMissingClientSecret, field: "client_secret", expected: "a secret for \(method)", source: source)
    }
    return secret
  }

  static func algorithm(
    _ object: ResponseObject, among allowed: [SigningAlgorithm] = SigningAlgorithm.allCases
  ) throws(ProtocolError) -> String {
    let algorithm = try object.string("id_token_signed_response_alg") ?? SigningAlgorithm.rs256.rawValue
    guard allowed.contains(where: { $0.rawValue == algorithm }) else {
      throw ProtocolError(
        .registrationAlgorithmUnsupported, field: "id_token_signed_response_alg",
        expected: SigningAlgorithm.names(allowed),
        quoting: algorithm.quotable(40), source: "OpenID Connect Dynamic Client Registration 1.0 §2")
    }
    return algorithm
  }

  /// Where the registration is managed, and with what; `nil` where the server has not given both, or where the place is none that a
  /// secret may be sent to: only https, plain http only where it was allowed by name, and then within this machine.
  private static func management(
    _ object: ResponseObject, at endpoint: String?, _ allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> (place: String, token: Secret)? {
    guard let text = try object.string("registration_client_uri"),
      let token = try object.secret("registration_access_token"), let url = AbsoluteURL(text), url.host != nil,
      url.fragment == nil, url.scheme == "https" || (allowsLoopbackHTTP && url.scheme == "http" && url.isLoopback),
      endpoint.map({ isPlace(text, at: $0) }) ?? true
    else { return nil }
    return (text, token)
  }
}
