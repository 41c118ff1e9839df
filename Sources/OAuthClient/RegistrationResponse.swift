import FoundationEssentials
import SharedValues

/// Reads a client information response (RFC 7591 §3.2.1, RFC 7592 §3).
public enum RegistrationResponse {
  static let source = "RFC 7591 §3.2.1"

  /// Reads the answer to a request with these keys.
  static func read(
    _ object: ResponseObject, keys: RegisteredKeys, at endpoint: String? = nil, allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> ClientRegistration {
    try keys.judge(object)
    var registration = try read(object, at: endpoint, allowsLoopbackHTTP: allowsLoopbackHTTP)
    if registration.usesKey, let client = keys.client { registration.authenticate(with: client.thumbprint) }
    return registration
  }

  /// Reads a later answer about this client, merged over the known registration. The client's key stays the same.
  static func read(
    _ merged: ResponseObject, of registration: ClientRegistration, allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> ClientRegistration {
    try RegisteredKeys.judge(merged, key: registration.keyThumbprint, others: nil, allowsDowngrade: false)
    var known = try read(merged, allowsLoopbackHTTP: allowsLoopbackHTTP)
    if let key = registration.keyThumbprint { known.authenticate(with: key) }
    return known
  }

  /// The first key of a document is the client's.
  ///
  /// A secret that a key replaces is dropped: it may still be valid, and could be copied. Some servers send one to every client.
  /// - Parameter endpoint: the origin that manages the registration; `nil`: it was judged before.
  static func read(
    _ object: ResponseObject, at endpoint: String? = nil, allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> ClientRegistration {
    guard try object.text("client_id", maximum: 2048, spaces: true) != nil else {
      throw ProtocolError(.registrationMissingClientID, field: "client_id", expected: .check(.clientID), source: source)
    }
    let key = try judgeAuthentication(object)
    _ = try algorithm(object)
    var registration = ClientRegistration(object.json)
    if try !isManageable(object, at: endpoint, allowsLoopbackHTTP) {
      registration.document = registration.document.setting("registration_access_token", nil)
    }
    if let key {
      registration.document = registration.document.setting("client_secret", nil)
      registration.authenticate(with: key)
    }
    return registration
  }

  /// Checks of a fresh answer only: the client must allow what this app is about to do.
  static func judge(_ object: ResponseObject, isUsableAt redirectURI: RedirectURI) throws(ProtocolError) {
    if let uris = try object.strings("redirect_uris"), !uris.contains(where: redirectURI.isRegistered) {
      throw ProtocolError(
        .registrationRedirectURIMissing, field: "redirect_uris", expected: .value(redirectURI.text),
        quoting: uris.joined(separator: " ").quotable(200), source: source)
    }
    try judge(object, hasGrant: RegistrationRequest.codeGrant)
    try object.judge("response_types", has: "code", .registrationResponseTypeMissing, source: "RFC 7591 §2")
  }

  /// If the server names no grants, it is assumed to allow this one.
  static func judge(_ object: ResponseObject, hasGrant grant: String) throws(ProtocolError) {
    try object.judge("grant_types", has: grant, .registrationGrantMissing, source: "RFC 7591 §2")
  }

  /// The error for a registration that was refused because it had no token. Servers answer with 401 and any error, with 403 alone, or with an error
  /// of RFC 6750 §3.1; no user is involved, so that `access_denied` can only mean the same.
  static func tokenRequired(_ response: HTTPResponse, _ error: ProtocolError) -> ProtocolError? {
    let codes: Set<ProtocolError.Code> = [.httpForbidden, .accessDenied, .invalidToken, .insufficientScope]
    guard response.status == 401 || codes.contains(error.code) else { return nil }
    let required = ProtocolError(
      .registrationTokenRequired, field: "Authorization", expected: .check(.initialAccessToken),
      source: "RFC 7591 §3")
    return required.reporting(error, with: response.status)
  }

  /// `access_denied` says who refused a login. Here no user was asked, and with 403 it says what the status says.
  static func forbidden(_ response: HTTPResponse, _ error: ProtocolError) -> ProtocolError? {
    guard response.status == 403, error.code == .accessDenied else { return nil }
    return ProtocolError.status(.httpForbidden, expected: .value("201"), received: .value("403"), source: source)
      .reporting(error, with: response.status)
  }

  /// A template decides the scope for this app (seeds/000): it must include the login's scope. If the server names none, it is assumed to.
  static func judge(_ object: ResponseObject, grants scope: String) throws(ProtocolError) {
    guard let granted = try object.string("scope") else { return }
    let names = granted.split(scalar: " ")
    guard scope.split(scalar: " ").allSatisfy(names.contains) else {
      throw ProtocolError(
        .registrationScopeMissing, field: "scope", expected: .value(scope.quotable(200)),
        quoting: granted.quotable(200), source: source)
    }
  }

  /// A server that no longer knows the client answers its management requests with 401 (RFC 7592 §2.1, §2.2); at some the URL no longer exists.
  static func judgeClientLives(_ response: HTTPResponse, source: String) throws(ProtocolError) {
    guard [401, 404, 410].contains(response.status) else { return }
    throw .status(
      .invalidClient, received: .value(String(response.status)), serverDescription: ServerWords.excerpt(response),
      source: source)
  }

  /// 0 means never; once the time has passed, the client can no longer be used.
  package static func judgeSecretLives(_ registration: ClientRegistration, now: Date) throws(ProtocolError) {
    guard let expiry = registration.secretExpiresAt, expiry <= now else { return }
    throw ProtocolError(
      .clientSecretExpired, field: "client_secret_expires_at", expected: .check(.timeToComeOrZero),
      received: .value(expiry.formatted(.iso8601)), source: source)
  }

  /// Merges a later answer about the same client over the known registration: its members win, all others stay.
  ///
  /// A server that keeps secrets as hashes cannot repeat them, so that their absence means nothing (RFC 7592 §3). The management URL may move within
  /// its origin: the answer to one request must not send the next one, and its token, elsewhere. A URL of another origin is ignored.
  /// - Throws: `registration_missing_client_id`, `registration_client_changed`.
  static func merged(
    _ object: ResponseObject, over registration: ClientRegistration
  ) throws(ProtocolError) -> ResponseObject {
    guard let id = try object.string("client_id") else {
      throw ProtocolError(
        .registrationMissingClientID, field: "client_id", expected: .check(.clientID), source: object.source)
    }
    guard id.isExactly(registration.credentials.clientID) else {
      throw ProtocolError(
        .registrationClientChanged, field: "client_id", expected: .value(registration.credentials.clientID),
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

  /// Whether a registration from this endpoint can be managed at that URL: the registration access token is only sent to the origin that issued it.
  public static func isPlace(_ managementURI: String, at endpoint: String) -> Bool {
    guard let place = AbsoluteURL(managementURI), place.host != nil, place.fragment == nil,
      let origin = AbsoluteURL(endpoint)?.origin
    else { return false }
    return place.origin == origin
  }

  /// An absent member means `client_secret_basic` (RFC 7591 §2).
  /// - Returns: the thumbprint of the client's key; `nil`: it has a secret, or none is needed.
  private static func judgeAuthentication(_ object: ResponseObject) throws(ProtocolError) -> String? {
    let method = try object.string("token_endpoint_auth_method") ?? SecretMethod.basic.rawValue
    switch method {
    case "none": return nil
    case SecretMethod.basic.rawValue, SecretMethod.post.rawValue:
      guard try object.secret("client_secret", spaces: true) == nil else { return nil }
      throw ProtocolError(
        .registrationMissingClientSecret, field: "client_secret", expected: .check(.secretFor, method), source: source)
    case RegisteredKeys.method:
      guard let thumbprint = try RegisteredKeys.thumbprints(object).first else { throw unsupported(method: method) }
      return thumbprint
    default: throw unsupported(method: method)
    }
  }

  static func unsupported(method: String) -> ProtocolError {
    ProtocolError(
      .registrationAuthMethodUnsupported, field: "token_endpoint_auth_method", expected: .check(.secretMethods),
      quoting: method.quotable(60), source: "RFC 7591 §2")
  }

  static func algorithm(
    _ object: ResponseObject, among allowed: [SigningAlgorithm] = SigningAlgorithm.allCases
  ) throws(ProtocolError) -> String {
    let algorithm = try object.string("id_token_signed_response_alg") ?? SigningAlgorithm.rs256.rawValue
    guard allowed.contains(where: { $0.rawValue == algorithm }) else {
      throw ProtocolError(
        .registrationAlgorithmUnsupported, field: "id_token_signed_response_alg",
        expected: .value(SigningAlgorithm.names(allowed)), quoting: algorithm.quotable(40),
        source: "OpenID Connect Dynamic Client Registration 1.0 §2")
    }
    return algorithm
  }

  /// Whether the token may be sent to the management URL: to https, or to plain http on this machine where the configuration allows it.
  static func isManageable(
    _ object: ResponseObject, at endpoint: String?, _ allowsLoopbackHTTP: Bool
  ) throws(ProtocolError) -> Bool {
    guard let text = try object.string("registration_client_uri"),
      try object.secret("registration_access_token") != nil, let url = AbsoluteURL(text), url.host != nil,
      url.fragment == nil, url.scheme == "https" || (allowsLoopbackHTTP && url.scheme == "http" && url.isLoopback)
    else { return false }
    return endpoint.map { isPlace(text, at: $0) } ?? true
  }
}
