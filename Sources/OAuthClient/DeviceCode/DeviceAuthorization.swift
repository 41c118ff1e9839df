import FoundationEssentials
import SharedValues

/// The codes of a login in a browser elsewhere (RFC 8628 §3.2). Every member has been judged; only ``DeviceAuthorizationRequest`` makes it.
public struct DeviceAuthorization: Hashable, Sendable {
  public var deviceCode: Secret
  /// The code that the user types: 1 to 64 printable ASCII characters.
  public var userCode: String
  /// The page for the code: https, or plain http on this machine's loopback where the configuration allows it.
  public var verificationURI: String
  /// The same address with the code in it, for a QR code; `nil`: the server gave none, or one of another origin.
  public var verificationURIComplete: String?
  public var expiresAt: Date
  /// Seconds between two polls; at least 1.
  public var interval: TimeInterval
  /// Whether `openid` was requested, so that an ID token must come. It has no nonce.
  var asksForIDToken: Bool
  public var maxAge: Int?
}

/// Requests those codes (RFC 8628 §3.1).
public enum DeviceAuthorizationRequest {
  /// RFC 8628 §3.4.
  public static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

  /// The form post. The client authenticates as it does for tokens.
  /// - Parameter extra: the deployment's parameters for logins; servers ignore those they do not know (§3.1).
  /// - Throws: `metadata_missing_device_authorization_endpoint`, `client_id_missing`, `scope_invalid`.
  public static func build(
    metadata: AuthorizationServerMetadata, credentials: ClientCredentials, scope: String,
    extra: AuthorizationParameters = .none
  ) throws(ProtocolError) -> HTTPRequest {
    guard let endpoint = metadata.deviceAuthorizationEndpoint else { throw noEndpoint }
    try AuthorizationRequest.judge(clientID: credentials.clientID, scope: scope)
    let more = extra.values.sorted { $0.key < $1.key }.map { ($0.key, FormValue.plain($0.value)) }
    return credentials.request(
      to: endpoint, at: metadata, [("scope", .plain(scope))] + more, endpoint: .deviceAuthorization)
  }

  /// Malformed optional members, `interval` and `verification_uri_complete`, are ignored.
  /// - Throws: `device_code_missing`, `user_code_missing`, `verification_uri_missing`, `verification_uri_invalid`, `device_code_expiry_invalid`,
  ///   `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, issuer: Issuer, scope: String, extra: AuthorizationParameters = .none,
    allowPlainHTTPLoopback: Bool = false, now: Date
  ) throws(ProtocolError) -> DeviceAuthorization {
    let object = try ResponseJudgement(response: response, source: source, errors: .section("RFC 6749 §5.2"))
      .object(statuses: [200], reading: .deviceAuthorization)
    let deviceCode = try object.required(
      try object.secret("device_code", spaces: true), .deviceCodeMissing, "device_code", .check(.deviceCode))
    let typed = try object.text("user_code", maximum: 64, spaces: true)?.withoutEdgeSpaces
    let userCode = try object.required(typed == "" ? nil : typed, .userCodeMissing, "user_code", .check(.userCode))
    let rule = try EndpointRule(issuer: issuer, allowPlainHTTPLoopback: allowPlainHTTPLoopback)
    let page = try page(object, rule)
    let lifetime = try lifetime(object)
    return DeviceAuthorization(
      deviceCode: deviceCode, userCode: userCode, verificationURI: page,
      verificationURIComplete: complete(object, rule, page),
      expiresAt: now.addingTimeInterval(lifetime), interval: interval(object, lifetime),
      asksForIDToken: AuthorizationRequest.asksForIDToken(scope: scope), maxAge: extra.maxAge)
  }

  public static let noEndpoint = ProtocolError(
    .metadataMissingDeviceEndpoint, field: "device_authorization_endpoint", expected: .check(.httpsURL),
    source: "RFC 8628 §4")

  private static let source = "RFC 8628 §3.2"
  /// §3.5: the default where the server names none.
  private static let usualInterval = 5.0
  private static let longestLifetime = 86_400.0
  private static let longestAddress = 2048

  /// Some servers still use `verification_url`, the name in the drafts.
  private static func page(_ object: ResponseObject, _ rule: EndpointRule) throws(ProtocolError) -> String {
    let (name, oldName) = (try object.string("verification_uri"), try object.string("verification_url"))
    let text = try object.required(name ?? oldName, .verificationURIMissing, "verification_uri", .check(.httpsURL))
    guard isAddress(text, rule) else {
      throw ProtocolError(
        .verificationURIInvalid, field: "verification_uri", expected: .check(.httpsURL), quoting: text.quotable(100),
        source: source)
    }
    return text
  }

  private static func isAddress(_ text: String, _ rule: EndpointRule) -> Bool {
    text.utf8.count <= longestAddress && (try? rule.judge(text, field: "verification_uri", source: source)) != nil
  }

  /// A person who scans the QR code does not read its address, so it must have the origin of the address beside it.
  private static func complete(_ object: ResponseObject, _ rule: EndpointRule, _ page: String) -> String? {
    guard let text = object.json["verification_uri_complete"]?.stringValue, isAddress(text, rule),
      AbsoluteURL(text)?.origin == AbsoluteURL(page)?.origin
    else { return nil }
    return text
  }

  /// §3.2: required.
  private static func lifetime(_ object: ResponseObject) throws(ProtocolError) -> TimeInterval {
    let seconds = object.json["expires_in"]?.doubleValue.flatMap { $0 > 0 ? $0 : nil }
    return min(
      try object.required(seconds, .deviceCodeExpiryInvalid, "expires_in", .check(.positiveSeconds)), longestLifetime)
  }

  /// §3.2: at least the server's interval, but never longer than the codes are valid.
  private static func interval(_ object: ResponseObject, _ lifetime: TimeInterval) -> TimeInterval {
    min(max(1, object.json["interval"]?.doubleValue ?? usualInterval), max(1, lifetime))
  }
}

/// The server's answer while the app polls (RFC 8628 §3.5).
public enum DeviceAnswer: Hashable, Sendable {
  case tokens(TokenSet)
  case pending
  /// Not yet, and from now on poll 5 seconds later.
  case slowDown
}

/// Requests the tokens of a login elsewhere (RFC 8628 §3.4).
public enum DeviceCodeRequest {
  /// §3.5: what `slow_down` adds to the pause, in seconds.
  public static let slowerBy: TimeInterval = 5

  /// The form post with the device code, and a proof of the key that the tokens are to be bound to (RFC 9449 §5).
  public static func build(
    _ authorization: DeviceAuthorization, metadata: AuthorizationServerMetadata, credentials: ClientCredentials,
    binding: TokenBinding? = nil
  ) -> HTTPRequest {
    credentials.request(
      to: metadata.tokenEndpoint, at: metadata,
      [
        ("grant_type", .plain(DeviceAuthorizationRequest.grantType)),
        ("device_code", .secret(authorization.deviceCode)),
      ], endpoint: .token
    ).proving(binding?.key)
  }

  /// Accepts tokens by the same rules as those of a code.
  /// - Throws: `access_denied`, `expired_token`, `token_…`, `response_…`, `http_…`, or another error of the server.
  public static func judge(
    _ response: HTTPResponse, for authorization: DeviceAuthorization, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> DeviceAnswer {
    do {
      return .tokens(
        try TokenRequest.judge(
          response, expectsIDToken: authorization.asksForIDToken, binding: binding, now: now))
    } catch {
      switch error.code {
      case .authorizationPending: return .pending
      case .slowDown: return .slowDown
      default: throw error
      }
    }
  }
}
