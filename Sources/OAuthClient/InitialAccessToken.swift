import SharedValues

/// A judged initial access token (RFC 7591 §1.2), safe to put in a header. Each registers one client.
public struct InitialAccessToken: Hashable, Sendable {
  public let secret: Secret
  /// The key that the token is bound to (RFC 9449); `nil`: none.
  public let key: P256PublicKey?

  /// - Throws: `initial_access_token_malformed`.
  public init(_ secret: Secret, key: P256PublicKey? = nil) throws(ProtocolError) {
    guard secret.revealed.isTokenText else {
      throw ProtocolError(
        .initialAccessTokenMalformed, field: "Authorization",
        expected: .check(.printableToken), source: "RFC 6750 §2.1")
    }
    (self.secret, self.key) = (secret, key)
  }
}
