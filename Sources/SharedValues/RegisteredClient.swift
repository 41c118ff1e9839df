import FoundationEssentials

/// One dynamically registered client, as the server's administrator sees it: on its pages, in `clients`, in the panel **Server**. It holds no secret.
public struct RegisteredClient: Hashable, Sendable, Codable, Identifiable {
  public var id: String
  public var name: String?
  /// The user who registered it.
  public var owner: String?
  /// Any value other than ``active`` means revoked.
  public var status: String
  public var registered: Date
  public var lastUsed: Date?
  public var template: String?
  /// The end of its registration access token (RFC 7592 §3).
  public var managedUntil: Date?
  /// Grants that are not revoked and still have a valid code or token.
  public var liveGrants: Int
  /// Seconds to which an administrator has shortened the life of its access tokens; `nil`: as all others.
  public var accessTokenLifetime: Int?
  /// `client_secret_expires_at` (RFC 7591 §3.2.1): seconds since 1970, or 0: never; `nil`: it has no secret.
  public var secretExpiresAt: Int?
  /// The registered metadata as JSON text; empty in a ``ClientWindow``.
  public var metadataText: String
  public var metadata: JSON { (try? JSON.parse(metadataText)) ?? .object([]) }

  /// The usual time when an administrator shortens the life of access tokens: a test can wait for it. Seconds.
  public static let shortTokenLifetime = 30

  public static let active = "active"
  public var isActive: Bool { status == RegisteredClient.active }
  /// The end of its secret; `nil`: it has none, or one that never expires.
  public var secretEnd: Date? {
    secretExpiresAt.flatMap { $0 == 0 ? nil : Date(timeIntervalSince1970: TimeInterval($0)) }
  }

  public func hasExpiredSecret(at now: Date) -> Bool { secretEnd.map { $0 <= now } ?? false }

  public init(
    id: String, name: String? = nil, owner: String? = nil, status: String = active, registered: Date,
    lastUsed: Date? = nil, liveGrants: Int = 0, template: String? = nil, managedUntil: Date? = nil,
    metadata: String = "", accessTokenLifetime: Int? = nil, secretExpiresAt: Int? = nil
  ) {
    (self.id, self.name, self.owner, self.status, self.registered) = (id, name, owner, status, registered)
    (self.lastUsed, self.liveGrants, self.template) = (lastUsed, liveGrants, template)
    (self.managedUntil, metadataText) = (managedUntil, metadata)
    (self.accessTokenLifetime, self.secretExpiresAt) = (accessTokenLifetime, secretExpiresAt)
  }
}

/// What the administrator can sort clients by, spelled as in `clients list --sort`.
public enum ClientSort: String, Hashable, Sendable, Codable, CaseIterable {
  case registered
  case lastUsed = "last-used"
  case name, owner, status

  /// Times are sorted from the latest, words from A.
  public var isTime: Bool { self == .registered || self == .lastUsed }
}

/// The place of a window in a long list of clients.
public enum ClientAnchor: Hashable, Sendable, Codable {
  case first, last
  /// Around the row with this position, even when the row has been removed. An unreadable position means the first row.
  case around(String)
}

/// A part of the list of clients, and its place in the list.
public struct ClientWindow: Hashable, Sendable, Codable {
  public var clients: [RegisteredClient]
  /// For each client, the argument of ``ClientAnchor/around(_:)``.
  public var positions: [String]
  /// The number of clients before the first one.
  public var before: Int
  public private(set) var total: Int

  /// - Parameter counted: how many clients were counted. Counting stops at a limit, but the clients of the window exist.
  public init(clients: [RegisteredClient] = [], positions: [String] = [], before: Int = 0, total counted: Int = 0) {
    (self.clients, self.positions, self.before) = (clients, positions, before)
    total = max(counted, before + clients.count)
  }
}

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
