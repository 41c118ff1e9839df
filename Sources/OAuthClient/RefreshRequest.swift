import FoundationEssentials
import SharedValues

/// Exchanges a refresh token for new tokens (RFC 6749 §6, OpenID Connect Core §12).
public enum RefreshRequest {
  /// `grant_type` (RFC 6749 §6).
  public static let grant = "refresh_token"

  /// - Parameters:
  ///   - scope: a narrower scope to ask for; `nil` keeps the granted one.
  ///   - binding: the key that the new tokens are bound to; a public client's refresh token is bound to it already (RFC 9449 §5).
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

  /// The same after a restart, when only the stored tokens are left.
  public static func judge(
    _ response: HTTPResponse, refreshToken: Secret?, idToken: Secret?, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> TokenSet {
    var tokens = try TokenResponse.read(response, binding: binding, now: now)
    tokens.refreshToken = tokens.refreshToken ?? refreshToken
    tokens.idToken = tokens.idToken ?? idToken
    return tokens
  }
}
