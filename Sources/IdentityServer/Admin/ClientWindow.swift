import Foundation
import GRDB

/// The place of a window in a long list.
public enum ClientAnchor: Hashable, Sendable {
  case first, last
  /// Around the row with this position, even when the row has been removed.
  case around(PagePosition)
}

/// A part of the list of clients, and its place in the list. The cost of reading depends on the window; only counting
/// walks along the index.
public struct ClientWindow: Hashable, Sendable {
  public struct Element: Hashable, Sendable {
    public var client: RegisteredClient
    /// The client's position in the list, for ``ClientAnchor/around(_:)``.
    public var position: PagePosition
  }

  public var elements: [Element]
  /// The number of clients before the first element.
  public var before: Int
  /// The number of clients in all, counted up to 100,000.
  public var total: Int
}

extension ServerObservation {
  /// The clients of the query at the anchor, at most `query.limit`, all read in one transaction.
  ///
  /// - Parameter query: its `after` is ignored.
  public func window(_ query: ClientQuery, at anchor: ClientAnchor) async throws(IdentityServerError) -> ClientWindow {
    let instant = seconds(time.now)
    return try await read { database in
      let (rows, before) = try query.rows(at: anchor, database)
      let clients = try ClientAdministration.fetch(rows.map(\.id), at: instant, database)
      let byID = Dictionary(clients.map { ($0.clientID, $0) }) { first, _ in first }
      let elements = rows.compactMap { row in
        byID[row.id].map { ClientWindow.Element(client: $0, position: PagePosition(key: row.key, id: row.id)) }
      }
      return ClientWindow(elements: elements, before: before, total: try query.count(database))
    }
  }
}

extension ClientQuery {
  typealias PageRow = (id: String, key: PagePosition.Key)

  /// The rows of a window, and the number of rows before them.
  fileprivate func rows(at anchor: ClientAnchor, _ database: Database) throws -> ([PageRow], before: Int) {
    switch anchor {
    case .first: return (try rows(after: nil, boundedLimit, database), 0)
    case .last:
      let rows = Array(try reversed.rows(after: nil, boundedLimit, database).reversed())
      return (rows, max(0, try count(database) - rows.count))
    case .around(let position):
      var earlier = try reversed.rows(after: position, boundedLimit / 2, database)
      // The row itself, if it still exists, comes after the one before it.
      let start = earlier.first.map { PagePosition(key: $0.key, id: $0.id) }
      let later = try rows(after: start, boundedLimit - earlier.count, database)
      if earlier.count + later.count < boundedLimit {
        earlier = try reversed.rows(after: position, boundedLimit - later.count, database)
      }
      var before = reversed
      before.after = position
      return (earlier.reversed() + later, max(0, try before.count(database) - earlier.count))
    }
  }

  private var reversed: ClientQuery {
    var query = self
    query.ascending.toggle()
    query.after = nil
    return query
  }

  private func rows(after position: PagePosition?, _ limit: Int, _ database: Database) throws -> [PageRow] {
    guard limit > 0 else { return [] }
    var query = self
    query.after = position
    query.limit = limit
    return Array(try query.fetchIDs(database).prefix(limit))
  }

  /// The number of rows of the query, starting at ``after``.
  fileprivate func count(_ database: Database, upTo most: Int = 100_000) throws -> Int {
    var (conditions, arguments) = conditions()
    if let after {
      conditions.append("(\(sort.expression), c.client_id) \(ascending ? ">" : "<") (?, ?)")
      arguments += [after.key.value, after.id.databaseValue]
    }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    return try Int.fetchOne(
      database, sql: "SELECT count(*) FROM (SELECT 1 FROM dynamically_registered_clients c \(filter) LIMIT ?)",
      arguments: .whole(arguments + [most.databaseValue])) ?? 0
  }
}
