import Foundation
import GRDB
import SharedValues

/// One dynamically registered client, as its administrator sees it.
public struct RegisteredClient: Hashable, Sendable {
  public var clientID: String
  public var authenticatedUser: String?
  /// `active` lives; everything else is revoked.
  public var status: String
  public var name: String?
  public var registered: Date
  public var lastUsed: Date?
  /// The template that it is an instance of.
  public var templateID: String?
  /// Grants that still stand.
  public var liveGrants: Int
  /// What is registered about it, as JSON. It holds no secret.
  public var metadata: JSON
}

/// The registered clients, straight from the database: also from another process, while the server runs. What is changed
/// here counts on the client's next request.
public struct ClientAdministration: Sendable {
  private let database: any DatabaseWriter
  private let time: TimeSource

  /// - Throws: ``IdentityServerError`` `server_database_missing` when no server has run there yet, and what opening raises.
  public init(databasePath: String, time: TimeSource = .system) throws(IdentityServerError) {
    guard FileManager.default.fileExists(atPath: databasePath) else {
      throw IdentityServerError(.databaseMissing, databasePath)
    }
    database = try Store(path: databasePath).pool
    self.time = time
  }

  init(_ store: Store, time: TimeSource) {
    database = store.pool
    self.time = time
  }

  /// All clients, the newest first.
  public func list() async throws -> [RegisteredClient] {
    try await database.read {
      try Row.fetchAll($0, sql: Self.query + " ORDER BY c.created DESC, c.client_id").map(Self.client)
    }
  }

  /// - Throws: ``IdentityServerError`` `unknown_client`.
  public func show(_ id: String) async throws -> RegisteredClient {
    let row = try await database.read {
      try Row.fetchOne($0, sql: Self.query + " WHERE c.client_id = ?", arguments: [id]).map(Self.client)
    }
    guard let row else { throw IdentityServerError(.unknownClient, id) }
    return row
  }

  /// Ends the client's grants and refuses its requests from now on.
  ///
  /// - Throws: ``IdentityServerError`` `unknown_client`.
  public func revoke(_ id: String) async throws { try await set("revoked", id) }

  /// Lets the client be used again. Its old codes and tokens stay dead.
  ///
  /// - Throws: ``IdentityServerError`` `unknown_client`.
  public func activate(_ id: String) async throws { try await set(Client.active, id) }

  /// Removes the registration and ends its grants.
  ///
  /// - Throws: ``IdentityServerError`` `unknown_client`.
  public func delete(_ id: String) async throws {
    let existed = try await database.write { try Store.deleteClient(id, $0) }
    guard existed else { throw IdentityServerError(.unknownClient, id) }
  }

  /// A token that registers one client, once, for whoever is given it (RFC 7591 §1.2). It exists in the clear only here.
  ///
  /// - Parameter lifetime: seconds.
  public func issueInitialAccessToken(lifetime: TimeInterval) async throws -> Secret {
    try await database.write { [time] in
      Secret(try Store.issueInitialAccessToken(.administrator, now: time.now, lifetime: lifetime, $0))
    }
  }

  private func set(_ status: String, _ id: String) async throws {
    let existed = try await database.write { [time] database in
      try database.execute(
        sql: "UPDATE dynamically_registered_clients SET status = ?, updated = ? WHERE client_id = ?",
        arguments: [status, seconds(time.now), id])
      return database.changesCount == 1
    }
    guard existed else { throw IdentityServerError(.unknownClient, id) }
  }

  private static let query = """
    SELECT c.*, coalesce(t.metadata, c.metadata) AS effective,
    (SELECT count(*) FROM grants g WHERE g.client_id = c.client_id AND g.revoked = 0) AS live_grants
    FROM dynamically_registered_clients c LEFT JOIN configured_clients t ON t.client_id = c.template_id
    """

  private static func client(_ row: Row) -> RegisteredClient {
    let stored = (try? JSON.parse(row["effective"] as String)) ?? .object([])
    let used: Int? = row["last_used"]
    return RegisteredClient(
      clientID: row["client_id"], authenticatedUser: row["authenticated_user"], status: row["status"],
      name: ClientMetadata(stored: stored).clientName, registered: date(row["created"]), lastUsed: used.map(date),
      templateID: row["template_id"], liveGrants: row["live_grants"], metadata: stored)
  }
}
