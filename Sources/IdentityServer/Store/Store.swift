import GRDB

/// The server's SQLite database: WAL, foreign keys on, readable and writable by other processes while the server runs.
///
/// Each request reads the current tables, so a change by SQL takes effect on the next request; caches are dropped after
/// any write (``ChangeCount``).
/// `synchronous = NORMAL`: a power failure may lose the last commits, the death of the process none; nothing is damaged.
struct Store: Sendable {
  let pool: DatabasePool
  /// The connections of ``read(_:)``. A task that reads through `pool` keeps its connection until Swift has a thread for
  /// it; requests that waited for that connection on these threads would wait for ever.
  private let readers: DatabasePool
  private let changes: ChangeCount
  private let accesses = VersionedCache<Data, Int, Access?>(capacity: 10_000)

  /// Opens or creates the database. Its files have mode 0600 from the start; SQLite gives `-wal` and `-shm` the same mode. The
  /// configured clients get the redirect URIs, and the resource scopes of `appScope`.
  init(
    path: String, redirects: IdentityServerConfiguration.Redirects = .init(), appScope: [String] = []
  ) throws(IdentityServerError) {
    let turn = FolderTurn(URL(filePath: path).deletingLastPathComponent().path)
    defer { turn.end() }
    Store.makeFile(path)
    do {
      pool = try DatabasePool(path: path, configuration: Store.configuration())
      let isNewer = try pool.read(Schema.migrator.hasBeenSuperseded)
      guard !isNewer else { throw IdentityServerError(.databaseNewer, path) }
      try Schema.migrator.migrate(pool)
      try pool.write { try Store.seedConfiguredClients(redirects, appScope, $0) }
      readers = try DatabasePool(path: path, configuration: Store.configuration(isReadonly: true))
      changes = try ChangeCount(path: path)
    } catch let error as IdentityServerError {
      throw error
    } catch { throw Store.failure(error, path) }
  }

  /// Runs short queries on one snapshot of the database, without leaving the caller's thread: switching would take longer
  /// than they do. Long queries, such as lists, use `pool`.
  func read<Value>(_ queries: (Database) throws -> Value) throws -> Value {
    try readers.unsafeRead { database in
      try database.run("BEGIN")
      defer { try? database.run("COMMIT") }
      return try queries(database)
    }
  }

  /// The current validity of an access token: ``liveToken(_:now:)`` and its client, cached.
  func access(_ token: String, now: Date) throws -> Access? {
    let key = digest(token)
    let access = try accesses.value(key, version: changes.now()) { try read { try Store.access(token, now: now, $0) } }
    return access.flatMap { $0.record.expires > seconds(now) ? $0 : nil }
  }

  private static func configuration(isReadonly: Bool = false) -> Configuration {
    var configuration = Configuration()
    configuration.readonly = isReadonly
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
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
    return IdentityServerError(code, path, detail: (error as? DatabaseError)?.message ?? "\(error)")
  }

  private static func seedConfiguredClients(
    _ redirects: IdentityServerConfiguration.Redirects, _ appScope: [String], _ database: Database
  ) throws {
    for client in ConfiguredClients.all {
      try database.run(
        "INSERT OR IGNORE INTO configured_clients (client_id, kind, metadata) VALUES (?, ?, ?)", client.id,
        client.kind.rawValue, client.metadata.json.compact)
      // Keeps an administrator's changes; only adds what the configuration names.
      guard let known = try Store.client(client.id, database)?.metadata,
        case let wanted = known.adding(redirects).adding(appScope), wanted != known
      else { continue }
      try database.run("UPDATE configured_clients SET metadata = ? WHERE client_id = ?", wanted.json.compact, client.id)
    }
  }

  func closeConnections() throws {
    try changes.close()
    try readers.close()
    try pool.close()
  }

  /// A secret of this server that survives restarts; created at its first use.
  func serverSecret(_ name: String) throws -> [UInt8] {
    try pool.write { database in
      try database.run(
        "INSERT OR IGNORE INTO server_secrets (name, secret) VALUES (?, ?)", name, Data(Primitives.random(32)))
      return Array(try database.value(Data.self, "SELECT secret FROM server_secrets WHERE name = ?", name) ?? Data())
    }
  }
}

/// Times are stored as whole seconds since 1970, as JSON Web Tokens and RFC 7591 write them.
func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970.rounded(.down)) }
func date(_ seconds: Int) -> Date { Date(timeIntervalSince1970: TimeInterval(seconds)) }

/// Statements of requests. Each is compiled once per connection and cached, because compiling takes longer than running.
///
/// SQL that depends on a person's choices (an order, a filter) is not cached, so that the cache stays bounded.
extension Database {
  typealias Argument = (any DatabaseValueConvertible)?

  func run(_ sql: String, _ arguments: Argument...) throws { try run(sql, arguments: arguments) }

  func run(_ sql: String, arguments: [Argument]) throws {
    try cachedStatement(sql: sql).execute(arguments: .whole(arguments))
  }

  /// Runs a statement, and says whether it changed exactly one row.
  func changesRow(_ sql: String, _ arguments: Argument...) throws -> Bool {
    try run(sql, arguments: arguments)
    return changesCount == 1
  }

  func row(_ sql: String, _ arguments: Argument...) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: .whole(arguments))
  }

  func hasRow(_ sql: String, _ arguments: Argument...) throws -> Bool {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: .whole(arguments)) != nil
  }

  /// All rows of a list. Its statement is not cached.
  func rows(_ sql: String, _ arguments: Argument...) throws -> [Row] { try rows(sql, arguments: arguments) }

  func rows(_ sql: String, arguments: [Argument]) throws -> [Row] {
    try Row.fetchAll(self, sql: sql, arguments: .whole(arguments))
  }

  /// The first column of the first row; `nil` when there is no row or the value is NULL.
  func value<Value: DatabaseValueConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: Argument...
  ) throws -> Value? { try Value.fetchOne(cachedStatement(sql: sql), arguments: .whole(arguments)) }

  /// The first column of all rows. Its statement is not cached.
  func values<Value: DatabaseValueConvertible>(
    _ type: Value.Type, _ sql: String, _ arguments: Argument...
  ) throws -> [Value] { try Value.fetchAll(self, sql: sql, arguments: .whole(arguments)) }
}

/// A programming error, because requests with control characters are refused much earlier.
struct TextWouldBeCut: Error {}

extension StatementArguments {
  /// SQLite receives texts as C strings: it would cut a text at a NUL and find the row of the shorter text.
  static func whole(_ values: [Database.Argument]) throws -> StatementArguments {
    let values = values.map { $0?.databaseValue ?? .null }
    for value in values { if case .string(let text) = value.storage, text.utf8.contains(0) { throw TextWouldBeCut() } }
    return StatementArguments(values)
  }
}

/// The tables, as migrations: the start upgrades a database of an earlier version and refuses one of a newer version.
///
/// Their SQL is in the folder `Schema`. A released migration never changes.
enum Schema {
  /// In their order: the name by which a database remembers the migration, and its file.
  private static let migrations = [
    ("1 clients, users, sessions, grants", "01a-clients-users-grants"),
    ("application server", "01b-application-server"),
    ("2 devices and initial access tokens", "02-devices"), ("3 consents and claims", "03-consents"),
    ("4 administration", "04-administration"), ("5 upkeep", "05-upkeep"),
    ("6 changed passwords", "06-changed-passwords"),
    ("7 unused clients without an owner", "07-clients-without-owner"), ("8 subjects", "08-subjects"),
    ("9 the session of a registration", "09-session-of-registration"), ("10 keys", "10-keys"),
    ("11 payments", "11-payments"), ("12 signing algorithms", "12-signing-algorithms"),
    ("13 refresh grace", "13-refresh-grace"), ("14 shared limits", "14-shared-limits"),
    ("15 changed registrations", "15-changed-registrations"), ("16 device authorization grant", "16-device-grant"),
    ("17 scope that a login left out", "17-left-out-scope"),
    ("18 deeds of commands", "18-administrator-changes"), ("19 faults", "19-faults"),
    ("20 lifetimes of clients", "20-client-lifetimes"),
  ]

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (name, file) in migrations {
      migrator.registerMigration(name) { database in
        guard let sql = Embedded.schema[file + ".sql"] else { preconditionFailure("the folder Schema has no \(file)") }
        try database.execute(sql: sql)
      }
    }
    return migrator
  }
}
