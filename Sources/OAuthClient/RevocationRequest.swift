import SharedValues

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
  /// - Throws: `unsupported_token_type`, `service_unavailable` and `too_many_requests` when the token is still valid (§2.2.1), `http_…`, or the
  ///   server's error.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) {
    try ResponseJudgement(response: response, source: "RFC 7009 §2.2", errors: .section("RFC 7009 §2.2.1"))
      .status([200, 204])
  }
}
