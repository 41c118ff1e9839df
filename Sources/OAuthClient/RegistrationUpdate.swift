import FoundationEssentials
import SharedValues

/// Changes this instance's registration (RFC 7592 §2.2).
public enum RegistrationUpdate {
  /// The members that RFC 7592 §2.2 forbids to send back.
  static let forbidden = [
    "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
  ]

  /// A PUT with all metadata that the server returned, as §2.2 requires, and with the wanted redirect URIs and scope.
  ///
  /// It includes the client id, and the secret if there is one, so that the server keeps it.
  /// - Parameters:
  ///   - keys: the client's new keys; `nil`: it keeps its present ones.
  ///   - secretMethod: how its secret will be sent; `nil`: as registered.
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

  /// The registration as the server has it now, with a new secret and a new registration access token if it sent them. Members that it does not
  /// mention stay (RFC 7592 §3).
  /// - Parameters:
  ///   - keys: the keys in the request; `nil`: it changed none.
  ///   - isFAPI: whether ID tokens are requested and RS256 is refused for them.
  /// - Throws: `invalid_client` when the server no longer knows the client (§2.2: 401); `registration_…`, `client_secret_expired`, `response_…`,
  ///   `http_…`, or the server's error.
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
