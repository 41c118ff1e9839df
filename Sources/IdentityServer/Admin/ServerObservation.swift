import GRDB

/// Opened read-only: it creates, migrates and writes nothing and does not hold up a running server.
///
/// Create a new instance for each reading: it then sees a database that was moved, replaced or created meanwhile.
package struct ServerObservation: Sendable {
  let database: DatabaseQueue
  let path: String
  let time: TimeSource

  /// Seconds that a reading waits while another process locks the database.
  static let patience: TimeInterval = 0.5

  /// - Throws: `server_database_missing`, `…_locked`, `…_newer`, `…_older`, `…_damaged`, `…_unreadable`.
  package init(databasePath path: String, time: TimeSource = .system) throws(IdentityServerError) {
    try Store.judgePresence(path)
    (self.path, self.time) = (path, time)
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(ServerObservation.patience)
    do {
      database = try DatabaseQueue(path: path, configuration: configuration)
      let (isNewer, isComplete) = try database.read { database in
        (try Schema.migrator.hasBeenSuperseded(database), try Schema.migrator.hasCompletedMigrations(database))
      }
      guard !isNewer else { throw IdentityServerError(.databaseNewer, path) }
      guard isComplete else { throw IdentityServerError(.databaseOlder, path) }
    } catch { throw IdentityServerError(of: error, path) }
  }

  package func totals() async throws(IdentityServerError) -> (clients: Int, sessions: Int) {
    try await read { database, instant in
      let clients = try database.value(
        Int.self, "SELECT count(*) FROM (SELECT 1 FROM dynamically_registered_clients LIMIT 100000)")
      let sessions = try database.value(
        Int.self, "SELECT count(*) FROM (SELECT 1 FROM sso_sessions WHERE expires > ? LIMIT ?)", instant,
        Administration.maximumSessions)
      return (clients ?? 0, sessions ?? 0)
    }
  }

  package func sessions() async throws(IdentityServerError) -> [UserSession] {
    try await read { try Administration.fetchSessions(of: nil, at: $1, $0) }
  }

  /// One client, and its live grants with their valid codes and tokens; `nil` for an unknown client.
  package func client(_ id: String) async throws(IdentityServerError) -> (RegisteredClient, [ClientGrant])? {
    try await read { database, instant in
      guard let client = try Administration.fetchClients([id], at: instant, database).first else { return nil }
      return (client, try GrantAdministration.fetchWithTokens(of: .client, id, at: instant, database))
    }
  }

  package func grants(of user: String) async throws(IdentityServerError) -> [ClientGrant] {
    try await read { try GrantAdministration.fetchWithTokens(of: .user, user, at: $1, $0) }
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database, Int) throws -> Value
  ) async throws(IdentityServerError) -> Value {
    let instant = seconds(time.now)
    do { return try await database.read { try body($0, instant) } } catch { throw IdentityServerError(of: error, path) }
  }
}

extension IdentityServerError {
  /// The error for what the database threw while an administrator read or wrote. An error of the server stays as it is.
  package init(of error: any Error, _ path: String) {
    if let error = error as? IdentityServerError {
      self = error
      return
    }
    let code: Code =
      switch (error as? DatabaseError)?.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .databaseLocked
      case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: .databaseDamaged
      default: .databaseUnreadable
      }
    self.init(code, path, detail: (error as? DatabaseError)?.message ?? "\(error)")
  }
}

extension ServerObservation {
  /// The clients of the query at the anchor, all read in one transaction. The cost depends on the window; only counting walks
  /// along the index. The query's `after` is ignored.
  package func window(_ query: ClientQuery, at anchor: ClientAnchor) async throws(IdentityServerError) -> ClientWindow {
    try await read { database, instant in
      let (rows, before) = try query.rows(at: anchor, database)
      var clients = try Administration.fetchClients(rows.map(\.id), at: instant, database)
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
