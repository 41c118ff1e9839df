import FoundationEssentials

/// A browser that is signed in, as the administrator sees it. Its members do not allow the use of the session.
public struct UserSession: Hashable, Sendable, Codable, Identifiable {
  /// Names the session for the administrator. It is not the cookie, and the cookie cannot be computed from it.
  public var id: String
  public var user: String
  public var created: Date
  public var lastUsed: Date?
  public var expires: Date
  /// The browser's User-Agent header: printable ASCII, at most 200 characters.
  public var userAgent: String?
  /// Live grants that were made in the session.
  public var liveGrants: Int

  public init(
    id: String, user: String, created: Date, lastUsed: Date? = nil, expires: Date, userAgent: String? = nil,
    liveGrants: Int = 0
  ) {
    (self.id, self.user, self.created, self.lastUsed, self.expires) = (id, user, created, lastUsed, expires)
    (self.userAgent, self.liveGrants) = (userAgent, liveGrants)
  }
}
