import SharedValues

/// An initial access token (RFC 7591 §1.2), judged: it can stand in a header. One registers one client.
public struct InitialAccessToken: Hashable, Sendable {
  public let secret: Secret

  /// - Throws: `initial_access_token_malformed`.
  public init(_ secret: Secret) throws(ProtocolError) {
    guard secret.revealed.isTokenText else {
      throw ProtocolError(
        .initialAccessTokenMalformed, .configuration, field: "Authorization",
        expected: "a token of printable ASCII characters", source: "RFC 6750 §2.1")
    }
    self.secret = secret
  }
}
