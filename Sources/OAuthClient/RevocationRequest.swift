import SharedValues

/// Taking a token back (RFC 7009).
public enum RevocationRequest {
  /// Which token it is, as the server is told to help it find the token (RFC 7009 §2.1).
  public enum Hint: String, Hashable, Sendable {
    case refreshToken = "refresh_token"
    case accessToken = "access_token"
  }

  /// `nil` when the server has no revocation endpoint. The client authenticates as it does for tokens. No proof of a token's key goes
  /// along: RFC 9449 knows none here, and what is bound to a lost key can be taken back, too.
  public static func build(
    metadata: AuthorizationServerMetadata, credentials: ClientCredentials, token: Secret, hint: Hint
  ) -> HTTPRequest? {
    metadata.revocationEndpoint.map { endpoint in
      credentials.request(
        to: endpoint, at: metadata, [("token", .secret(token)), ("token_type_hint", .plain(hint.rawValue))],
        endpoint: .revocation)
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
