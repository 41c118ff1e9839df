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
  /// The template of which it is an instance.
  public var template: String?
  /// The end of its registration access token (RFC 7592 §3).
  public var managedUntil: Date?
  /// Grants that are not revoked and still have a valid code or token.
  public var liveGrants: Int
  /// The registered metadata as JSON text; empty in a ``ClientWindow``.
  public var metadataText: String
  public var metadata: JSON { (try? JSON.parse(metadataText)) ?? .object([]) }

  public static let active = "active"
  public var isActive: Bool { status == RegisteredClient.active }

  public init(
    id: String, name: String? = nil, owner: String? = nil, status: String = active, registered: Date,
    lastUsed: Date? = nil, liveGrants: Int = 0, template: String? = nil, managedUntil: Date? = nil,
    metadata: String = ""
  ) {
    (self.id, self.name, self.owner, self.status, self.registered) = (id, name, owner, status, registered)
    (self.lastUsed, self.liveGrants, self.template) = (lastUsed, liveGrants, template)
    (self.managedUntil, metadataText) = (managedUntil, metadata)
  }
}
