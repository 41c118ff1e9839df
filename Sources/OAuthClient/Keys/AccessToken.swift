import SharedValues

/// What the tokens that are asked for have to be bound to (RFC 9449 §5).
public struct TokenBinding: Hashable, Sendable {
  public var key: P256PublicKey
  /// The opt-in of that name: a server that binds nothing may give tokens that whoever holds them can use.
  public var allowsBearer: Bool

  public init(key: P256PublicKey, allowsBearer: Bool) { (self.key, self.allowsBearer) = (key, allowsBearer) }
}

/// An access token with what it takes to use it. One that is bound to a key cannot be sent as if it were not.
public struct AccessToken: Hashable, Sendable {
  public var secret: Secret
  /// The key that it is bound to (RFC 9449); `nil`: whoever holds the token can use it (RFC 6750).
  public var key: P256PublicKey?

  public init(_ secret: Secret, key: P256PublicKey? = nil) { (self.secret, self.key) = (secret, key) }
}

extension TokenSet {
  /// The access token, ready for a request.
  public var access: AccessToken { AccessToken(accessToken, key: key) }
}

extension HTTPRequest {
  /// The same with that token: as `Bearer` (RFC 6750 §2.1), or as `DPoP` with a proof of its key (RFC 9449 §7.1).
  func authorized(by token: AccessToken) -> HTTPRequest {
    authorized(by: token.secret, scheme: token.key == nil ? "Bearer" : "DPoP")
      .proving(token.key, accessToken: token.secret)
  }
}
