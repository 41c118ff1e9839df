import FoundationEssentials

/// The result of one authorization for one client: a code, and the tokens that came from it.
public struct ClientGrant: Hashable, Sendable, Codable {
  /// A valid code or token. The token itself is in no database.
  public struct Token: Hashable, Sendable, Codable {
    /// `code`: an unredeemed code of an authorization or of a device (RFC 8628).
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable { case code, access, refresh }
    public var kind: Kind
    public var expires: Date
    /// The thumbprint of the key that the token is bound to (RFC 9449 §6); `nil`: it is not bound.
    public var keyThumbprint: String?

    public init(_ kind: Kind, expires: Date, keyThumbprint: String? = nil) {
      (self.kind, self.expires, self.keyThumbprint) = (kind, expires, keyThumbprint)
    }
  }

  public var id: Int64
  public var user: String
  public var scope: [String]
  public var created: Date
  /// The ``UserSession/id`` of the session in which the grant was made, while the session lives.
  public var session: String?
  /// The number of valid access and refresh tokens.
  public var liveTokens: Int
  /// What is valid of it, the longest-lived last; empty where only the number was asked for.
  public var tokens: [Token]

  public init(
    id: Int64 = 0, user: String, scope: [String], created: Date, session: String?, liveTokens: Int = 0,
    tokens: [Token] = []
  ) {
    (self.id, self.user, self.scope, self.created, self.session) = (id, user, scope, created, session)
    (self.liveTokens, self.tokens) = (liveTokens, tokens)
  }
}
