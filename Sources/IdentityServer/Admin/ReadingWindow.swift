import GRDB
import SharedValues

extension ServerObservation {
  /// The clients of the query at the anchor, at most `query.limit`, all read in one transaction. The cost depends on the window; only counting walks
  /// along the index, up to 100,000 clients.
  ///
  /// - Parameter query: its `after` is ignored.
  package func window(_ query: ClientQuery, at anchor: ClientAnchor) async throws(IdentityServerError) -> ClientWindow {
    let instant = seconds(time.now)
    return try await read { database in
      let (rows, before) = try query.rows(at: anchor, database)
      let clients = try ClientAdministration.fetch(rows.map(\.id), at: instant, database)
      let listed = clients.map { client in
        var client = client
        client.metadataText = ""
        return client
      }
      return ClientWindow(
        clients: listed, positions: rows.map { PagePosition(key: $0.key, id: $0.id).description }, before: before,
        total: try query.count(database))
    }
  }
}

extension ClientQuery {
  typealias PageRow = (id: String, key: PagePosition.Key)

  fileprivate func rows(at anchor: ClientAnchor, _ database: Database) throws -> ([PageRow], before: Int) {
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
}
