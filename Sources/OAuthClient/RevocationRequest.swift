import SharedValues

/// Taking a token back (RFC 7009).
public enum RevocationRequest {
  /// Which token it is, as the server is told to help it find the token (RFC 7009 §2.1).
  public enum Hint: String, Hashable, Sendable {
    case refreshToken = "refresh_token"
    case accessToken = "access_token"
  }

  /// `nil` when the server has no revocation endpoint. The client authenticates as it does for tokens.
  /// - Parameter binding: a proof of the key goes along, for servers that let nobody else take back what is bound to it.
  public static func build(
    metadata: AuthorizationServerMetadata, credentials: ClientCredentials, token: Secret, hint: Hint,
    binding: TokenBinding? = nil
  ) -> HTTPRequest? {
    metadata.revocationEndpoint.map { endpoint in
      credentials.request(
        to: endpoint, of: metadata.issuer, [("token", .secret(token)), ("token_type_hint", .plain(hint.rawValue))],
        endpoint: .revocation
      ).proving(binding?.key)
    }
  }

  /// Accepts 200, which also stands for a token that the server never knew (RFC 7009 §2.2); its body says nothing. 204 is
  /// how some servers write that.
  /// - Throws: `unsupported_token_type`, `service_unavailable` and `too_many_requests` when the token still counts (§2.2.1),
  ///   `http_…`, or the server's error.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) {
    try ResponseJudgement(response: response, source: "RFC 7009 §2.2", errors: .section("RFC 7009 §2.2.1"))
      .status([200, 204])
  }
}
