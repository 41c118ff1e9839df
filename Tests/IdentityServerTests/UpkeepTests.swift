import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Expired rows are removed in small transactions and through indexes.
@Suite struct UpkeepTests {
  @Test func everythingExpiredGoesInChunksAndTheRestStays() async throws {
    try await TestServer.withTokens { server, _, _, tokens in
      let store = server.server.provider.store
      let old = seconds(server.clock.now) - 200_000
      try await store.pool.write { database in
        for index in 0..<25 {
          try database.execute(
            sql: """
              INSERT INTO grants (client_id, user_name, scope, authenticated, created) VALUES ('c', 'demouser', '', 0, ?)
              """, arguments: [old + index / 10])
          let grant = database.lastInsertedRowID
          try database.execute(
            sql: """
              INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires) VALUES (?, 'access', ?, '', 0, ?)
              """,
            arguments: [Data([1, UInt8(index)]), grant, index == 24 ? seconds(server.clock.now) : old])
          try database.execute(
            sql: """
              INSERT INTO sso_sessions (session_hash, user_name, authenticated, expires) VALUES (?, 'demouser', 0, ?)
              """, arguments: [Data([2, UInt8(index)]), old])
        }
      }
      let recorder = try await store.pool.write { TransactionRecorder($0) }
      store.pool.add(transactionObserver: recorder)
      try await store.removeExpired(now: server.clock.now, chunk: 10)
      #expect(recorder.largest <= 10)
      #expect(recorder.sum == 24 + 24 + 25)
      let counts = try await store.pool.read { database in
        try ["sso_sessions", "grants", "tokens"].map { try Int.fetchOne(database, sql: "SELECT count(*) FROM \($0)") }
      }
      // Of the signed-in app: a session, the grants of both logins, four tokens. And the grant whose token is still valid.
      #expect(counts == [1, 3, tokens["refresh_token"] == nil ? 3 : 4])
    }
  }

  @Test func theRemovalScansNoTable() async throws {
    try await TestServer.with { server in
      let store = server.server.provider.store
      let plans = try await store.pool.read { database in
        try [
          "SELECT created, grant_id FROM grants WHERE created <= 5 AND (created, grant_id) > (1, 2) ORDER BY created, grant_id LIMIT 9",
          "SELECT token_hash FROM tokens WHERE expires <= 5 LIMIT 9",
          "SELECT session_hash FROM sso_sessions WHERE expires <= 5 LIMIT 9",
          "SELECT token_hash FROM initial_access_tokens WHERE expires <= 5 LIMIT 9",
        ].map { sql in
          try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }.joined(
            separator: "; ")
        }
      }
      for plan in plans {
        #expect(plan.contains("SEARCH"), "\(plan)")
        #expect(!plan.contains("SCAN") && !plan.contains("TEMP B-TREE"), "\(plan)")
      }
    }
  }

  /// A temporary database error costs one round, not the upkeep; work without the database continues meanwhile.
  @Test func upkeepSurvivesADatabaseError() async throws {
    try await TestServer.with(.socket, adjusting: { $0.upkeepPause = .milliseconds(20) }) { server in
      let store = server.server.provider.store
      let expired = seconds(server.clock.now) - 1
      func addExpiredSession(_ mark: UInt8) async throws {
        try await store.pool.write {
          try $0.execute(
            sql: """
              INSERT INTO sso_sessions (session_hash, user_name, authenticated, expires) VALUES (?, 'demouser', 0, ?)
              """, arguments: [Data([9, mark]), expired])
        }
      }
      func waitUntil(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { await Task.yield() }
      }
      func sessions() async throws -> Int {
        try await store.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sso_sessions") ?? -1 }
      }
      func failures() -> Int {
        server.server.provider.events.latest().count { $0.event.note == "upkeep failed" }
      }
      try await store.pool.write {
        try $0.execute(sql: "ALTER TABLE initial_access_tokens RENAME TO initial_access_tokens_away")
      }
      // It tries again and reports each failure.
      try await waitUntil { failures() >= 2 }
      try await store.pool.write {
        try $0.execute(sql: "ALTER TABLE initial_access_tokens_away RENAME TO initial_access_tokens")
      }
      try await addExpiredSession(1)
      try await waitUntil { try await sessions() == 0 }
      #expect(server.events.withLock { !$0.contains { $0.note == "upkeep failed" } }, "upkeep failed")
    }
  }

  /// After a stop, the database file contains the write-ahead log.
  @Test func aStopLeavesOneFile() async throws {
    let home = ServerHome()
    let id = try await TestServer.with(.socket, in: home) { (server) async throws in
      try await server.registeredApp().app.clientID
    }
    let log = home.folder.appendingPathComponent("idsvr.sqlite-wal").path
    let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
    #expect((size ?? 0) == 0)
    // The file without its log has everything.
    let copy = home.folder.appendingPathComponent("copy.sqlite").path
    try FileManager.default.copyItem(atPath: home.folder.appendingPathComponent("idsvr.sqlite").path, toPath: copy)
    #expect(try Store(path: copy).client(id) != nil)
  }
}

/// The number of rows that each transaction changed. SQLite calls it on the only writer's thread; for tables without rowids it
/// reports only the total.
private final class TransactionRecorder: TransactionObserver, @unchecked Sendable {
  private(set) var largest = 0
  private(set) var sum = 0
  private var before: Int

  init(_ database: Database) { before = database.totalChangesCount }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) {
    let changes = database.totalChangesCount - before
    largest = max(largest, changes)
    sum += changes
    before = database.totalChangesCount
  }
  func databaseDidRollback(_ database: Database) {}
}
