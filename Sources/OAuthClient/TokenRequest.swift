import FoundationEssentials
import SharedValues

/// Redeems a code for tokens (RFC 6749 §4.1.3 and §5, RFC 7636 §4.5).
public enum TokenRequest {
  /// With the redirect URI of the code's request, and a proof of the key that the tokens are to be bound to (RFC 9449 §5).
  public static func build(
    _ code: AuthorizationCode, metadata: AuthorizationServerMetadata, credentials: ClientCredentials,
    binding: TokenBinding? = nil
  ) -> HTTPRequest {
    credentials.request(
      to: metadata.tokenEndpoint, at: metadata,
      [
        ("grant_type", "authorization_code"), ("code", .secret(code.code)),
        ("redirect_uri", .plain(code.request.redirectURI.text)),
        ("code_verifier", .secret(code.request.secrets.codeVerifier)),
      ], endpoint: .token
    ).proving(binding?.key)
  }

  private static let idTokenSource = "OpenID Connect Core §3.1.3.3"

  /// Accepts a token of the requested kind. ``IDTokenCheck`` judges the ID token.
  /// - Throws: `token_…`, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, expectsIDToken: Bool, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> TokenSet {
    let tokens = try TokenResponse.read(response, binding: binding, now: now)
    if expectsIDToken, tokens.idToken == nil {
      // A text that is no token, for instance because it is too long, counted as absent up to here.
      let sent = try ResponseObject(response.body, reading: nil, source: idTokenSource)
      if sent.json["id_token"]?.stringValue?.isEmpty == false { _ = try sent.secret("id_token") }
      throw ProtocolError(.tokenMissingIDToken, field: "id_token", expected: .check(.idToken), source: idTokenSource)
    }
    return tokens
  }
}

/// Exchanges a refresh token for new tokens (RFC 6749 §6, OpenID Connect Core §12).
public enum RefreshRequest {
  public static let grant = "refresh_token"

  /// - Parameter binding: the key that the new tokens are bound to; a public client's refresh token is bound to it already (RFC 9449 §5).
  public static func build(
    metadata: AuthorizationServerMetadata, credentials: ClientCredentials, refreshToken: Secret, scope: String? = nil,
    binding: TokenBinding? = nil
  ) -> HTTPRequest {
    var form: [(String, FormValue)] = [("grant_type", .plain(grant)), ("refresh_token", .secret(refreshToken))]
    if let scope { form.append(("scope", .plain(scope))) }
    return credentials.request(to: metadata.tokenEndpoint, at: metadata, form, endpoint: .refresh)
      .proving(binding?.key)
  }

  /// Accepts the new tokens. Refresh token (RFC 6749 §6), scope (§5.1) and ID token (OpenID Connect Core §12.2) stay where the server did not replace
  /// them. A new ID token must still be judged, with the old claims as `previous`.
  /// - Throws: `token_…`, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, previous: TokenSet, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> TokenSet {
    var tokens = try judge(
      response, refreshToken: previous.refreshToken, idToken: previous.idToken, binding: binding, now: now)
    tokens.scope = tokens.scope ?? previous.scope
    return tokens
  }

  /// After a restart only the stored tokens are left.
  public static func judge(
    _ response: HTTPResponse, refreshToken: Secret?, idToken: Secret?, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> TokenSet {
    var tokens = try TokenResponse.read(response, binding: binding, now: now)
    tokens.refreshToken = tokens.refreshToken ?? refreshToken
    tokens.idToken = tokens.idToken ?? idToken
    return tokens
  }
}

/// Revokes a token (RFC 7009).
public enum RevocationRequest {
  /// The kind of token, a hint that helps the server find it (RFC 7009 §2.1).
  public enum Hint: String, Hashable, Sendable {
    case refreshToken = "refresh_token"
    case accessToken = "access_token"
  }

  /// `nil` when the server has no revocation endpoint. The client authenticates as it does for tokens. The request has no DPoP proof: RFC 9449
  /// defines none here, and a token whose key is lost can be revoked as well.
  public static func build(
    metadata: AuthorizationServerMetadata, credentials: ClientCredentials, token: Secret, hint: Hint
  ) -> HTTPRequest? {
    metadata.revocationEndpoint.map { endpoint in
      credentials.request(
        to: endpoint, at: metadata, [("token", .secret(token)), ("token_type_hint", .plain(hint.rawValue))],
        endpoint: .revocation)
    }
  }

  /// Accepts 200, also for a token that the server never knew (RFC 7009 §2.2); its body has no meaning. Some servers answer 204 instead.
  /// - Throws: `unsupported_token_type`, `service_unavailable`, `too_many_requests`: the token is still valid (§2.2.1); `http_…`, or its error.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) {
    try ResponseJudgement(response: response, source: "RFC 7009 §2.2", errors: .section("RFC 7009 §2.2.1"))
      .status([200, 204])
  }
}

/// Reads the answers to a code and to a refresh token (RFC 6749 §5.1).
enum TokenResponse {
  private static let source = "RFC 6749 §5.1"
  /// The longest lifetime, in seconds: a hundred years. A larger number means "for ever".
  private static let longestLifetime = 3_155_760_000.0

  static func read(
    _ response: HTTPResponse, binding: TokenBinding?, now: Date
  ) throws(ProtocolError) -> TokenSet {
    let object = try ResponseJudgement(response: response, source: source, errors: .section("RFC 6749 §5.2"))
      .object(statuses: [200], reading: .token)
    let accessToken = try object.required(
      try object.secret("access_token"), .tokenMissingAccessToken, "access_token", .check(.accessToken))
    return TokenSet(
      accessToken: accessToken, key: try key(object, binding),
      expiresAt: lifetime(object).map { now.addingTimeInterval($0) },
      refreshToken: try object.secret("refresh_token"), scope: try object.string("scope"),
      idToken: try object.secret("id_token"), receivedAt: now)
  }

  /// The key that the token is bound to. Types compare without case (RFC 6749 §5.1).
  ///
  /// A bearer token is refused if a bound one was requested, unless the configuration allows it by name (RFC 9449 §5).
  private static func key(
    _ object: ResponseObject, _ binding: TokenBinding?
  ) throws(ProtocolError) -> P256PublicKey? {
    let expected = Term.value(binding == nil ? "Bearer" : "DPoP")
    let type = try object.required(try object.string("token_type"), .tokenMissingTokenType, "token_type", expected)
    switch (type.lowercased(), binding) {
    case ("dpop", let binding?): return binding.key
    case ("bearer", nil): return nil
    case ("bearer", let binding?):
      guard !binding.allowsBearer else { return nil }
      throw ProtocolError(
        .tokenTypeDowngraded, field: "token_type", expected: expected, quoting: type.quotable(40),
        source: "RFC 9449 §5")
    default:
      throw ProtocolError(
        .tokenTypeUnsupported, field: "token_type", expected: expected, quoting: type.quotable(40),
        source: "RFC 6749 §7.1")
    }
  }

  private static func lifetime(_ object: ResponseObject) -> Double? {
    object.json["expires_in"]?.doubleValue.map { min($0, longestLifetime) }
  }
}
