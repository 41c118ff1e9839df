import FoundationEssentials
import SharedValues

/// Redeems a code for tokens (RFC 6749 §4.1.3 and §5, RFC 7636 §4.5).
public enum TokenRequest {
  /// The form post with code, verifier and the redirect URI of the code's request, and a proof of the key that the tokens are to
  /// be bound to (RFC 9449 §5).
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

  /// Accepts a token of the requested kind, and an ID token if one was requested. ``IDTokenCheck`` judges the ID token itself.
  /// - Throws: `token_…`, `response_…`, `http_…`, or the server's error.
  public static func judge(
    _ response: HTTPResponse, expectsIDToken: Bool, binding: TokenBinding? = nil, now: Date
  ) throws(ProtocolError) -> TokenSet {
    let tokens = try TokenResponse.read(response, binding: binding, now: now)
    guard !expectsIDToken || tokens.idToken != nil else {
      throw ProtocolError(
        .tokenMissingIDToken, field: "id_token", expected: .check(.idToken), source: "OpenID Connect Core §3.1.3.3")
    }
    return tokens
  }
}
