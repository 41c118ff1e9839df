import SharedValues

/// An initial access token (RFC 7591 §1.2), judged: it can stand in a header. One registers one client.
public struct InitialAccessToken: Hashable, Sendable {
  public let secret: Secret
  /// The key that it is bound to (RFC 9449); `nil`: to none.
  public let key: P256PublicKey?

  /// - Throws: `initial_access_token_malformed`.
  public init(_ secret: Secret) throws(ProtocolError) { try self.init(secret, key: nil) }

  /// - Throws: `initial_access_token_malformed`.
  public init(_ secret: Secret, key: P256PublicKey?) throws(ProtocolError) {
    guard secret.revealed.isTokenText else {
      throw ProtocolError(
        .initialAccessTokenMalformed, .configuration, field: "Authorization",
        expected: "a token of printable ASCII characters", source: "RFC 6750 §2.1")
    }
    (self.secret, self.key) = (secret, key)
  }
}
