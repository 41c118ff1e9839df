import FoundationEssentials
import SharedValues

/// New tokens for a refresh token (RFC 6749 §6, OpenID Connect Core §12).
public enum RefreshRequest {
  /// `grant_type` (RFC 6749 §6).
  public static let grant = "refresh_token"

  /// - Parameters:
  ///   - scope: a narrower scope to ask for; `nil` keeps what was granted.
  ///   - binding: the key that the new tokens are bound to, and of a public client the refresh token already is (RFC 9449 §5).
  public static func build(
    metadata: AuthorizationServerMetadata, credentials: ClientCredentials, refreshToken: Secret, scope: String? = nil,
    binding: TokenBinding? = nil
  ) -> HTTPRequest {
    var form: [(String, FormValue)] = [("grant_type", .plain(grant)), ("refresh_token", .secret(refreshToken))]
    if let scope { form.append(("scope", .plain(scope))) }
    return credentials.request(to: metadata.tokenEndpoint, at: metadata, form, endpoint: .refresh)
      .proving(binding?.key)
  }

  /// Accepts the new tokens. What the server did not replace stays: refresh token (RFC 6749 §6), scope (§5.1) and
  /// ID token (OpenID Connect Core §12.2). A new ID token has still to be judged, with the old claims as `previous`.
  /// - Throws: `token_…`, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, previous: TokenSet, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> TokenSet {
    var tokens = try judge(
      response, refreshToken: previous.refreshToken, idToken: previous.idToken, binding: binding, now: now)
    tokens.scope = tokens.scope ?? previous.scope
    return tokens
  }

  /// The same after a restart, when nothing is left of the tokens before but what was stored.
  public static func judge(
    _ response: HTTPResponse, refreshToken: Secret?, idToken: Secret?, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> TokenSet {
    var tokens = try TokenResponse.read(response, binding: binding, now: now)
    tokens.refreshToken = tokens.refreshToken ?? refreshToken
    tokens.idToken = tokens.idToken ?? idToken
    return tokens
  }
}
