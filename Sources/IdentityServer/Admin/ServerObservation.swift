import Foundation
import GRDB
import SharedValues

/// Reads the database of the identity server without a trace: opened for reading alone, so nothing is made,
/// migrated or written, and a server that runs is not held up.
///
/// To be made anew for each reading: then a database that was moved, replaced or made meanwhile is read the next time.
public struct ServerObservation: Sendable {
  let database: DatabaseQueue
  let path: String
  let time: TimeSource

  /// Seconds for which a reading waits while another process has locked the database.
  static let patience: TimeInterval = 0.5

  /// - Throws: ``IdentityServerError`` `server_database_missing`, `…_locked`, `…_newer`, `…_older`, `…_damaged`,
  ///   `…_unreadable`.
  public init(databasePath path: String, time: TimeSource = .system) throws(IdentityServerError) {
    guard FileManager.default.fileExists(atPath: path) else { throw IdentityServerError(.databaseMissing, path) }
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
    } catch let error as IdentityServerError {
      throw error
    } catch {
      throw IdentityServerError(of: error, path)
    }
  }

  /// How many clients there are, counted up to 100,000, and how many sessions, up to what a list of them shows.
  public func totals() async throws(IdentityServerError) -> (clients: Int, sessions: Int) {
    let instant = seconds(time.now)
    return try await read { database in
      let clients = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM (SELECT 1 FROM dynamically_registered_clients LIMIT 100000)")
      let sessions = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM (SELECT 1 FROM sso_sessions WHERE expires > ? LIMIT ?)",
        arguments: .whole([instant, SessionAdministration.maximumCount]))
      return (clients ?? 0, sessions ?? 0)
    }
  }

  public func sessions() async throws(IdentityServerError) -> [UserSession] {
    let instant = seconds(time.now)
    return try await read { try SessionAdministration.fetch(of: nil, at: instant, $0) }
  }

  /// One client, and its live grants with what is still good of each.
  ///
  /// - Returns: `nil` when there is no such client.
  public func client(_ id: String) async throws(IdentityServerError) -> (RegisteredClient, [GrantWithTokens])? {
    let instant = seconds(time.now)
    return try await read { database in
      guard let client = try ClientAdministration.fetch([id], at: instant, database).first else { return nil }
      return (client, try ServerObservation.grants(of: .client(id), at: instant, database))
    }
  }

  /// What is alive of what was granted in the name of a user, to whichever client.
  public func grants(of user: String) async throws(IdentityServerError) -> [GrantWithTokens] {
    let instant = seconds(time.now)
    return try await read { database in try ServerObservation.grants(of: .user(user), at: instant, database) }
  }

  private static func grants(
    of owner: GrantOwner, at instant: Int, _ database: Database
  ) throws -> [GrantWithTokens] {
    let grants = try GrantAdministration.fetch(of: owner, at: instant, database)
    return try GrantAdministration.withTokens(grants, of: owner, at: instant, database)
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(IdentityServerError) -> Value {
    do { return try await database.read(body) } catch { throw IdentityServerError(of: error, path) }
  }
}

extension IdentityServerError {
  /// The error for what the database raised while an administrator read or wrote it.
  public init(of error: any Error, _ path: String) {
    let code: Code =
      switch (error as? DatabaseError)?.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .databaseLocked
      case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR: .databaseDamaged
      default: .databaseUnreadable
      }
    self.init(code, path, detail: (error as? DatabaseError)?.message ?? "\(error)")
  }
}
