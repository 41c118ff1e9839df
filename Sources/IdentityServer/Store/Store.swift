import Foundation
import GRDB

/// The server's SQLite database: WAL, foreign keys on, readable and writable by other processes while the server runs.
///
/// Nothing is cached: each request reads what the tables say then, so a change by SQL counts on the next request.
/// `synchronous = NORMAL` means that a commit survives the death of the process, and that the last ones may be lost when
/// the machine loses power; the database itself stays whole.
struct Store: Sendable {
  let pool: DatabasePool

  /// Opens or makes the database. Files are 0600 from their first moment, SQLite gives `-wal` and `-shm` the same mode.
  /// - Parameter redirects: redirect URIs that the configured clients have besides their own.
  init(
    path: String, redirects: IdentityServerConfiguration.Redirects = .init()
  ) throws(IdentityServerError) {
    Store.makeFile(path)
    do {
      pool = try DatabasePool(path: path, configuration: Store.configuration)
      let isNewer = try pool.read(Schema.migrator.hasBeenSuperseded)
      guard !isNewer else { throw IdentityServerError(.databaseNewer, path) }
      try Schema.migrator.migrate(pool)
      try pool.write { try Store.seedConfiguredClients(redirects, $0) }
    } catch let error as IdentityServerError {
      throw error
    } catch {
      throw Store.failure(error, path)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 4
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
      default: .directoryUnwritable
      }
    return IdentityServerError(code, path, detail: "\(error)")
  }

  private static func seedConfiguredClients(
    _ redirects: IdentityServerConfiguration.Redirects, _ database: Database
  ) throws {
    for client in ConfiguredClients.all {
      try database.execute(
        sql: "INSERT OR IGNORE INTO configured_clients (client_id, kind, metadata) VALUES (?, ?, ?)",
        arguments: [client.id, client.kind.rawValue, client.metadata.json.compact])
      // What an administrator changed stays; only what the configuration names is added.
      guard let known = try Store.client(client.id, database)?.metadata,
        case let wanted = known.adding(redirects), wanted != known
      else { continue }
      try database.execute(
        sql: "UPDATE configured_clients SET metadata = ? WHERE client_id = ?",
        arguments: [wanted.json.compact, client.id])
    }
  }

  /// A secret of this server that outlives restarts, made when it is first asked for.
  func serverSecret(_ name: String) throws -> [UInt8] {
    try pool.write { database in
      try database.execute(
        sql: "INSERT OR IGNORE INTO server_secrets (name, secret) VALUES (?, ?)",
        arguments: [name, Data(Primitives.random(32))])
      let secret = try Data.fetchOne(
        database, sql: "SELECT secret FROM server_secrets WHERE name = ?", arguments: [name])
      return Array(secret ?? Data())
    }
  }
}

/// Times are stored as whole seconds since 1970, as JSON Web Tokens and RFC 7591 write them.
func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970.rounded(.down)) }
func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }
