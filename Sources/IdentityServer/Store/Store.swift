import Foundation
import GRDB

/// The server's SQLite database: WAL, foreign keys on, readable and writable by other processes while the server runs.
///
/// Each request reads the current tables, so a change by SQL takes effect on the next request; caches are dropped after
/// any write (``ChangeCount``).
/// `synchronous = NORMAL` means that a commit survives the death of the process; a power failure may lose the last ones
/// but leaves the database intact.
struct Store: Sendable {
  let pool: DatabasePool
  private let changes: ChangeCount
  private let accesses = VersionedCache<Data, Int, Access?>(capacity: 10_000)

  /// Opens or creates the database. Its files have mode 0600 from the start; SQLite gives `-wal` and `-shm` the same mode.
  /// - Parameters:
  ///   - redirects: additional redirect URIs of the configured clients.
  ///   - appScope: the resource scopes that the app's configuration names.
  init(
    path: String, redirects: IdentityServerConfiguration.Redirects = .init(), appScope: [String] = []
  ) throws(IdentityServerError) {
    Store.makeFile(path)
    do {
      pool = try DatabasePool(path: path, configuration: Store.configuration)
      let isNewer = try pool.read(Schema.migrator.hasBeenSuperseded)
      guard !isNewer else { throw IdentityServerError(.databaseNewer, path) }
      try Schema.migrator.migrate(pool)
      try pool.write { try Store.seedConfiguredClients(redirects, appScope, $0) }
      changes = try ChangeCount(path: path)
    } catch let error as IdentityServerError {
      throw error
    } catch {
      throw Store.failure(error, path)
    }
  }

  /// Runs short queries on one snapshot of the database, without leaving the caller's thread: switching would take longer
  /// than they do. Long queries, such as lists, use `pool`.
  func read<Value>(_ queries: (Database) throws -> Value) throws -> Value {
    try pool.unsafeRead { database in
      try database.run(sql: "BEGIN")
      defer { try? database.run(sql: "COMMIT") }
      return try queries(database)
    }
  }

  /// The current validity of an access token: ``liveToken(_:now:)`` and its client, cached.
  func access(_ token: String, now: Date) throws -> Access? {
    let key = digest(token)
    let access = try accesses.value(key, version: changes.now()) {
      try read { try Store.access(token, now: now, $0) }
    }
    return access.flatMap { $0.record.expires > seconds(now) ? $0 : nil }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    // The administrator's lists hold some readers for long; requests must not wait for them.
    configuration.maximumReaderCount = 8
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = NORMAL") }
    return configuration
  }

  private static func makeFile(_ path: String) {
    let descriptor = open(path, O_CREAT | O_RDWR | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
  }

  static func failure(_ error: any Error, _ path: String) -> IdentityServerError {
    let code: IdentityServerError.Code =
      switch (error as? DatabaseError)?.resultCode {
      case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT: .databaseDamaged
      case .SQLITE_BUSY, .SQLITE_LOCKED: .databaseLocked
      default: .directoryUnwritable
      }
    return IdentityServerError(code, path, detail: "\(error)")
  }

  private static func seedConfiguredClients(
    _ redirects: IdentityServerConfiguration.Redirects, _ appScope: [String], _ database: Database
  ) throws {
    for client in ConfiguredClients.all {
      try database.run(
        sql: "INSERT OR IGNORE INTO configured_clients (client_id, kind, metadata) VALUES (?, ?, ?)",
        arguments: [client.id, client.kind.rawValue, client.metadata.json.compact])
      // Keeps an administrator's changes; only adds what the configuration names.
      guard let known = try Store.client(client.id, database)?.metadata,
        case let wanted = known.adding(redirects).adding(appScope), wanted != known
      else { continue }
      try database.run(
        sql: "UPDATE configured_clients SET metadata = ? WHERE client_id = ?",
        arguments: [wanted.json.compact, client.id])
    }
  }

  func closeConnections() throws {
    try changes.close()
    try pool.close()
  }

  /// A secret of this server that survives restarts; created at its first use.
  func serverSecret(_ name: String) throws -> [UInt8] {
    try pool.write { database in
      try database.run(
        sql: "INSERT OR IGNORE INTO server_secrets (name, secret) VALUES (?, ?)",
        arguments: [name, Data(Primitives.random(32))])
      return Array(
        try database.value(Data.self, sql: "SELECT secret FROM server_secrets WHERE name = ?", arguments: [name])
          ?? Data())
    }
  }
}

/// Times are stored as whole seconds since 1970, as JSON Web Tokens and RFC 7591 write them.
func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970.rounded(.down)) }
func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
