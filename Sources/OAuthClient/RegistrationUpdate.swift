import FoundationEssentials
import SharedValues

/// Changes this instance's registration (RFC 7592 §2.2).
public enum RegistrationUpdate {
  /// The members that RFC 7592 §2.2 forbids to send back.
  static let forbidden = [
    "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
  ]

  /// All metadata that the server returned, as §2.2 requires, with the wanted redirect URIs and scope, and the secret, so that it stays.
  /// - Parameters:
  ///   - keys: the client's new keys; `nil`: it keeps its present ones.
  /// - Returns: `nil` when the server gave no URL or no token to manage the registration with.
  public static func build(
    _ registration: ClientRegistration, redirectURI: RedirectURI, postLogoutRedirectURI: RedirectURI, scope: String,
    keys: RegisteredKeys? = nil, secretMethod: SecretMethod? = nil
  ) -> HTTPRequest? {
    var document = registration.document
    for name in forbidden { document = document.setting(name, nil) }
    document = document.setting("client_id", .string(registration.credentials.clientID))
      .setting("redirect_uris", [.string(redirectURI.text)])
      .setting("post_logout_redirect_uris", [.string(postLogoutRedirectURI.text)])
      .setting("scope", .string(scope))
    if let secretMethod { document = document.setting("token_endpoint_auth_method", .string(secretMethod.rawValue)) }
    if let keys { document = keys.added(to: document) }
    return registration.managing { url in
      var request = HTTPRequest.json("PUT", document, to: url, .registration)
      request.secretParts = SecretParts(body: ["client_secret"])
      return request
    }
  }

  /// Members that the answer does not mention stay (RFC 7592 §3).
  /// - Throws: `invalid_client` when the client is unknown (§2.2: 401), `registration_…`, `client_secret_expired`, `response_…`, `http_…`…
  public static func judge(
    _ response: HTTPResponse, of registration: ClientRegistration, redirectURI: RedirectURI,
    keys: RegisteredKeys? = nil, isFAPI: Bool = false, now: Date, allowPlainHTTPLoopback: Bool = false
  ) throws(ProtocolError) -> ClientRegistration {
    let source = "RFC 7592 §2.2"
    try RegistrationResponse.judgeClientLives(response, source: source)
    let object: ResponseObject
    do {
      // The errors of an update are those of a registration (§2.2).
      object = try ResponseJudgement(response: response, source: source, errors: .section("RFC 7591 §3.2.2"))
        .object(statuses: [200], reading: .registration)
    } catch { throw RefusedRedirectURI.advising(error, against: redirectURI) }
    let merged = try RegistrationResponse.merged(object, over: registration)
    let updated =
      if let keys {
        try RegistrationResponse.read(merged, keys: keys, allowsLoopbackHTTP: allowPlainHTTPLoopback)
      } else {
        try RegistrationResponse.read(merged, of: registration, allowsLoopbackHTTP: allowPlainHTTPLoopback)
      }
    try updated.judgeIDTokens(isFAPI: isFAPI)
    try RegistrationResponse.judge(merged, isUsableAt: redirectURI)
    try RegistrationResponse.judgeSecretLives(updated, now: now)
    return updated
  }
}

/// Reads this instance's registration (RFC 7592 §2.1), to learn whether the server still knows the client.
public enum RegistrationReading {
  /// `nil` when the server gave no URL or no token to manage the registration with.
  public static func build(_ registration: ClientRegistration) -> HTTPRequest? {
    registration.managing { .get($0, .registration) }
  }

  /// The answer's members win and all others stay (RFC 7592 §3); an answer that is not about this client changes nothing.
  /// - Parameters:
  ///   - redirectURI: the one that logins use. A registration that had it and has lost it is useless.
  ///   - mustAnswer: whether an answer that is not about this client is an error instead.
  /// - Throws: `invalid_client` when the server no longer knows the client: 401 (§2.1), or the URL no longer exists; `registration_…` and
  ///   `client_secret_expired` when the server has changed it to one that this app cannot use; with `mustAnswer` also other errors.
  public static func judge(
    _ response: HTTPResponse, of registration: ClientRegistration, redirectURI: RedirectURI, isFAPI: Bool = false,
    now: Date, allowPlainHTTPLoopback: Bool = false, mustAnswer: Bool = false
  ) throws(ProtocolError) -> ClientRegistration {
    let source = "RFC 7592 §2.1"
    try RegistrationResponse.judgeClientLives(response, source: source)
    let merged: ResponseObject
    do {
      let object = try ResponseJudgement(response: response, source: source, errors: .section(source))
        .object(statuses: [200], reading: .registration)
      merged = try RegistrationResponse.merged(object, over: registration)
    } catch {
      if mustAnswer { throw error }
      return registration
    }
    guard merged.json != registration.document else { return registration }
    let known = try RegistrationResponse.read(merged, of: registration, allowsLoopbackHTTP: allowPlainHTTPLoopback)
    try known.judgeIDTokens(isFAPI: isFAPI)
    let before = ResponseObject(registration.document, source: source)
    if (try? RegistrationResponse.judge(before, isUsableAt: redirectURI)) != nil {
      try RegistrationResponse.judge(merged, isUsableAt: redirectURI)
    }
    try RegistrationResponse.judgeSecretLives(known, now: now)
    return known
  }
}

/// Deletes this instance's registration (RFC 7592 §2.3).
public enum RegistrationDeletion {
  /// `nil` when the server gave no URL or no token to manage the registration with.
  public static func build(_ registration: ClientRegistration) -> HTTPRequest? {
    registration.managing { HTTPRequest("DELETE", $0, endpoint: .registration) }
  }

  /// Deletes the client of an answer to a registration that was refused.
  /// - Parameters:
  ///   - endpoint: the token is sent to no other origin.
  ///   - kept: registrations that stay: a server may answer with a client that it already knows.
  /// - Returns: `nil` when the answer has no URL or no token with which its client may be managed.
  public static func build(
    refused response: HTTPResponse, at endpoint: String?, keeping kept: [ClientRegistration],
    allowPlainHTTPLoopback: Bool = false
  ) -> HTTPRequest? {
    let source = RegistrationResponse.source
    guard
      let object = try? ResponseJudgement(response: response, source: source, errors: .section(source))
        .object(statuses: [200, 201], reading: .registration),
      (try? RegistrationResponse.isManageable(object, at: endpoint, allowPlainHTTPLoopback)) == true
    else { return nil }
    let refused = ClientRegistration(object.json)
    return kept.contains { $0.credentials.clientID == refused.credentials.clientID } ? nil : build(refused)
  }

  /// Accepts 204, and 200 from servers that send a body.
  /// - Throws: `registration_already_gone` after 401 and 404, which servers answer for a client that they no longer know (RFC 7592 §2.3).
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) {
    let source = "RFC 7592 §2.3"
    if [401, 404, 410].contains(response.status) {
      throw .status(
        .registrationAlreadyGone, expected: .value("204"), received: .value(String(response.status)),
        serverDescription: ServerWords.excerpt(response), source: source)
    }
    try ResponseJudgement(response: response, source: source, errors: .section(source)).status(
      [200, 204], expected: 204)
  }
}
