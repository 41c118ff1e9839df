import SharedValues

/// The key that the requested tokens have to be bound to (RFC 9449 §5).
public struct TokenBinding: Hashable, Sendable {
  public var key: P256PublicKey
  /// The opt-in of that name: accepts bearer tokens, which any holder can use, from a server that binds none.
  public var allowsBearer: Bool

  public init(key: P256PublicKey, allowsBearer: Bool) { (self.key, self.allowsBearer) = (key, allowsBearer) }
}

/// An access token with the key it may need. A token that is bound to a key cannot be sent without its proof.
public struct AccessToken: Hashable, Sendable {
  public var secret: Secret
  /// The key that the token is bound to (RFC 9449); `nil`: any holder can use the token (RFC 6750).
  public var key: P256PublicKey?

  public init(_ secret: Secret, key: P256PublicKey? = nil) { (self.secret, self.key) = (secret, key) }
}

extension TokenSet {
  /// The access token with its key.
  public var access: AccessToken { AccessToken(accessToken, key: key) }
}

extension HTTPRequest {
  /// A copy with that token: as `Bearer` (RFC 6750 §2.1), or as `DPoP` with a proof of its key (RFC 9449 §7.1).
  func authorized(by token: AccessToken) -> HTTPRequest {
    authorized(by: token.secret, scheme: token.key == nil ? "Bearer" : "DPoP")
      .proving(token.key, accessToken: token.secret)
  }
}
