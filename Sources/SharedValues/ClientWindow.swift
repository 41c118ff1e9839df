/// What the administrator can sort clients by, spelled as in `clients list --sort`.
public enum ClientSort: String, Hashable, Sendable, Codable, CaseIterable {
  case registered
  case lastUsed = "last-used"
  case name
  case owner
  case status

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
  /// The number of clients in all.
  public private(set) var total: Int

  /// - Parameter counted: how many clients were counted. Counting stops at a limit, but the clients of the window exist.
  public init(clients: [RegisteredClient] = [], positions: [String] = [], before: Int = 0, total counted: Int = 0) {
    (self.clients, self.positions, self.before) = (clients, positions, before)
    total = max(counted, before + clients.count)
  }
}
