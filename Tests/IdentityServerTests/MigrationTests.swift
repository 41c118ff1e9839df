import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// A database of every earlier version is migrated without loss.
@Suite struct MigrationTests {
  /// One row for each table that has existed since the first version.
  private static let rows = """
    INSERT INTO dynamically_registered_clients VALUES ('c-1', 'demouser', 'active', 1767225600, 1767225600, 1767225700, NULL,
      x'00', 0, x'01', 1798761600, '{"description":{"client_name":"Old"},"redirect_uris":["io.curity.dcrclient:/callback"]}');
    INSERT INTO users VALUES ('demouser', NULL, 'Demo', 'User', 'demouser@example.com', '[]', 'configuration');
    INSERT INTO users VALUES ('added', 'hash', 'A', 'B', 'a@b', '["r"]', 'administrator');
    INSERT INTO sso_sessions VALUES (x'02', 'demouser', 1767225600, 1798761600);
    INSERT INTO administrator_sessions VALUES (x'03', 1798761600);
    INSERT INTO grants VALUES (7, 'c-1', 'demouser', x'02', 'openid', 1767225600, 'n', 1767225600, 0);
    INSERT INTO authorization_codes VALUES (x'04', 7, 'io.curity.dcrclient:/callback', 1, 'challenge', 1798761600, 0);
    INSERT INTO tokens VALUES (x'05', 'refresh', 7, 'openid', 1767225600, 1798761600, 0, 0);
    INSERT INTO signing_keys VALUES ('k-1', 'pem', 1767225600, NULL);
    INSERT INTO server_secrets VALUES ('forms', x'06');
    """

  @Test(arguments: 0..<SchemaFixtures.versions.count)
  func anEarlierDatabaseIsKept(_ version: Int) async throws {
    try await inFolder { path in
      let fixture = SchemaFixtures.versions[version]
      let queue = try DatabaseQueue(path: path)
      let before = try await queue.write { database in
        for sql in fixture.sql { try database.execute(sql: sql) }
        try database.execute(sql: MigrationTests.rows)
        try database.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        for name in fixture.migrations {
          try database.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [name])
        }
        return try MigrationTests.contents(database)
      }
      try queue.close()

      let store = try Store(path: path)
      let after = try await store.pool.read(MigrationTests.contents)
      for (table, rows) in before where table != "configured_clients" {
        let kept = after[table] ?? []
        for row in rows {
          #expect(kept.contains { row.allSatisfy($0.contains) }, "\(table): \(row)")
        }
      }
      let (names, complaints) = try await store.pool.read { database in
        (
          try String.fetchSet(database, sql: "SELECT identifier FROM grdb_migrations"),
          try String.fetchAll(database, sql: "PRAGMA integrity_check")
            + (try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "\($0)" })
        )
      }
      #expect(names == Set(Schema.migrator.migrations))
      #expect(complaints == ["ok"])
      // And today's code can read the old registration.
      let client = try store.client("c-1")
      #expect(client?.metadata.clientName == "Old")
      #expect(client?.owner == "demouser")
    }
  }

  /// Two servers, or a server and a command, may start at the same moment.
  @Test func whoOpensItAtOnceTakesTurns() async throws {
    try await inFolder { path in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { try Store(path: path).closeConnections() } }
        try await group.waitForAll()
      }
    }
  }

  /// The fixtures equal what the migrations make, because a mistyped fixture would prove nothing.
  @Test func theFixturesEqualTheMigrations() async throws {
    try await inFolder { path in
      for fixture in SchemaFixtures.versions {
        let (made, written) = (try DatabaseQueue(), try DatabaseQueue())
        try Schema.migrator.migrate(made, upTo: try #require(fixture.migrations.last))
        try await written.write { database in for sql in fixture.sql { try database.execute(sql: sql) } }
        let query = "SELECT name || ':' || sql FROM sqlite_master WHERE sql NOT NULL AND name <> 'grdb_migrations'"
        let schemas = try await (
          made.read { try String.fetchSet($0, sql: query) }, written.read { try String.fetchSet($0, sql: query) }
        )
        #expect(schemas.0 == schemas.1)
      }
    }
  }

  /// Every row of every table as a set of `column=value`, so that columns may be added.
  @Sendable private static func contents(_ database: Database) throws -> [String: [Set<String>]] {
    let tables = try String.fetchAll(
      database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return try Dictionary(
      uniqueKeysWithValues: tables.map { table in
        let rows = try Row.fetchAll(database, sql: "SELECT * FROM \(table)")
        return (table, rows.map { Set($0.map { "\($0.0)=\($0.1)" }) })
      })
  }

  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await body(folder.appendingPathComponent("idsvr.sqlite").path)
  }
}
