import GRDB
import SharedValues

extension ServerObservation {
  /// The clients of the query at the anchor, at most `query.limit`, all read in one transaction. The cost depends on the window; only counting walks
  /// along the index, up to 100,000 clients.
  ///
  /// - Parameter query: its `after` is ignored.
  package func window(_ query: ClientQuery, at anchor: ClientAnchor) async throws(IdentityServerError) -> ClientWindow {
    try await read { database, instant in
      let (rows, before) = try query.rows(at: anchor, database)
      var clients = try ClientAdministration.fetch(rows.map(\.id), at: instant, database)
      for index in clients.indices { clients[index].metadataText = "" }
      return ClientWindow(
        clients: clients, positions: rows.map(\.description), before: before, total: try query.count(database))
    }
  }
}

extension ClientQuery {
  fileprivate func rows(at anchor: ClientAnchor, _ database: Database) throws -> ([PagePosition], before: Int) {
    switch anchor {
    case .last:
      let rows = Array(try reversed.rows(after: nil, boundedLimit, database).reversed())
      return (rows, max(0, try count(database) - rows.count))
    case .first, .around:
      guard case .around(let text) = anchor, let position = PagePosition(text) else {
        return (try rows(after: nil, boundedLimit, database), 0)
      }
      var earlier = try reversed.rows(after: position, boundedLimit / 2, database)
      // The row itself, if it still exists, comes after the one before it.
      let later = try rows(after: earlier.first, boundedLimit - earlier.count, database)
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

  private func rows(after position: PagePosition?, _ limit: Int, _ database: Database) throws -> [PagePosition] {
    guard limit > 0 else { return [] }
    var query = self
    query.after = position
    query.limit = limit
    return Array(try query.fetchPositions(database).prefix(limit))
  }
}
