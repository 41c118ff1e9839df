import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Observing the database from outside: windows of a long list, without any change.
@Suite struct ServerObservationTests {
  /// Clients numbered from 0, one created each second, so that equal keys occur in every other order.
  private static func fill(_ store: Store, _ count: Int) throws {
    try store.pool.write { database in
      try database.execute(
        sql: """
          WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ? - 1)
          INSERT INTO dynamically_registered_clients (client_id, authenticated_user, status, created, updated, last_used,
          registration_token_hash, registration_token_expires, metadata)
          SELECT printf('client-%05d', n), iif(n % 3 = 0, 'jd', 'demouser'), iif(n % 100 = 7, 'revoked', 'active'),
          1000 + n / 2, 1000, iif(n % 10 = 0, NULL, 500000 - n), randomblob(32), 0,
          json_object('description', json_object('client_name', printf('App %03d', n % 50)))
          FROM numbers
          """, arguments: [count])
    }
  }

  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("observed-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await body(folder.appendingPathComponent("idsvr.sqlite").path)
  }

  private func expectCode(
    _ code: IdentityServerError.Code, _ path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    do throws(IdentityServerError) {
      _ = try await ServerObservation(databasePath: path).totals()
      Issue.record("no error", sourceLocation: sourceLocation)
    } catch {
      #expect(error.code == code, sourceLocation: sourceLocation)
    }
  }

  /// Wherever it lies, a window is a part of the whole list, in the list's order, with the right number of clients before it.
  @Test(arguments: ClientSort.allCases, [true, false])
  func everyWindowIsAPieceOfTheList(_ sort: ClientSort, ascending: Bool) async throws {
    try await inFolder { path in
      try Self.fill(try Store(path: path), 300)
      let observation = try ServerObservation(databasePath: path)
      var query = ClientQuery(sort: sort, ascending: ascending, limit: 1000)
      let all = try await observation.window(query, at: .first)
      #expect(all.clients.count == 300)
      let ids = all.clients.map(\.id)
      query.limit = 40
      let anchors: [(ClientAnchor, Int?)] =
        [(.first, 0), (.last, 299)] + [0, 1, 19, 20, 150, 280, 299].map { (.around(all.positions[$0]), $0) }
      for (anchor, index) in anchors {
        let window = try await observation.window(query, at: anchor)
        #expect(window.total == 300)
        #expect(window.clients.count == 40, "\(anchor)")
        #expect(window.clients.map(\.id) == Array(ids[window.before..<window.before + 40]), "\(anchor)")
        if let index { #expect((window.before..<window.before + 40).contains(index), "\(anchor)") }
      }
      // As many as possible on both sides.
      #expect(try await observation.window(query, at: .around(all.positions[150])).before == 130)
    }
  }

  @Test func aWindowStaysWhereItsClientWas() async throws {
    try await inFolder { path in
      let store = try Store(path: path)
      try Self.fill(store, 300)
      let observation = try ServerObservation(databasePath: path)
      let all = try await observation.window(ClientQuery(limit: 1000), at: .first)
      let gone = all.positions[150]
      try await Administration(database: store.pool, time: .system).deleteClient(all.clients[150].id)
      let window = try await observation.window(ClientQuery(limit: 40), at: .around(gone))
      let ids = window.clients.map(\.id)
      #expect(ids == (all.clients[130..<150] + all.clients[151..<171]).map(\.id))
      #expect(window.total == 299)
      let few = try await observation.window(
        ClientQuery(text: "client-0001", limit: 40), at: .around(gone))
      #expect(few.clients.count == 10)
      #expect(few.before == 0)
      #expect(few.total == 10)
      #expect(try await observation.window(ClientQuery(text: "nobody"), at: .last).clients.isEmpty)
    }
  }

  /// With ten thousand clients only the window's rows are turned into clients.
  @Test func onlyTheWindowIsRead() async throws {
    try await inFolder { path in
      try Self.fill(try Store(path: path), 10_000)
      let observation = try ServerObservation(databasePath: path)
      let window = try await observation.window(ClientQuery(limit: 160), at: .last)
      #expect(window.clients.count == 160)
      #expect(window.before == 9840)
      #expect(window.total == 10_000)
      #expect(window.clients.allSatisfy { $0.metadataText.isEmpty }, "a list needs no metadata")
      let totals = try await observation.totals()
      #expect(totals.clients == 10_000)
    }
  }

  @Test func observingLeavesNoTrace() async throws {
    try await inFolder { path in
      await expectCode(.databaseMissing, path)
      #expect(!FileManager.default.fileExists(atPath: path))
      try Data("no database, and longer than a header of one would be: 0123456789 0123456789 0123456789".utf8)
        .write(to: URL(fileURLWithPath: path))
      await expectCode(.databaseDamaged, path)
    }
    try await inFolder { path in
      // As a version from before the administration created it.
      let old = try DatabaseQueue(path: path)
      try Schema.migrator.migrate(old, upTo: "2 devices and initial access tokens")
      try old.close()
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      await expectCode(.databaseOlder, path)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      let store = try Store(path: path)
      #expect(try await ServerObservation(databasePath: path).totals().clients == 0)
      try await store.pool.write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('from the future')")
      }
      await expectCode(.databaseNewer, path)
    }
  }

  @Test func anObservationCannotWrite() async throws {
    try await inFolder { path in
      _ = try Store(path: path)
      let observation = try ServerObservation(databasePath: path)
      await #expect(throws: DatabaseError.self) {
        try await observation.database.write { try $0.execute(sql: "DELETE FROM users") }
      }
    }
  }

  @Test func aLockedDatabaseIsReported() async throws {
    try await inFolder { path in
      let pool = try Store(path: path).pool
      try pool.close()
      let selfish = try DatabaseQueue(path: path)
      try await selfish.writeWithoutTransaction {
        try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM users; COMMIT")
      }
      await expectCode(.databaseLocked, path)
      try selfish.close()
      _ = try await ServerObservation(databasePath: path).totals()
    }
  }

  @Test func aGrantsValidTokensAreListed() async throws {
    try await inFolder { path in
      let store = try Store(path: path)
      try Self.fill(store, 1)
      try await store.pool.write { database in
        try database.execute(
          sql: """
            INSERT INTO users (user_name, given_name, family_name, email, origin)
            VALUES ('jd', 'J', 'D', 'jd@example.com', 'administrator');
            INSERT INTO grants (grant_id, client_id, user_name, session_hash, scope, authenticated, nonce, created, revoked)
            VALUES (1, 'client-00000', 'jd', NULL, 'openid profile', 0, NULL, 900, 0);
            INSERT INTO grants (grant_id, client_id, user_name, session_hash, scope, authenticated, nonce, created, revoked)
            VALUES (2, 'client-00000', 'jd', NULL, 'openid', 0, NULL, 950, 0);
            INSERT INTO grants (grant_id, client_id, user_name, session_hash, scope, authenticated, nonce, created, revoked)
            VALUES (3, 'client-00000', 'jd', NULL, 'openid', 0, NULL, 950, 1);
            INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires, used, revoked) VALUES (x'01', 'access', 1, 'openid', 900, 1300, 0, 0);
            INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires, used, revoked) VALUES (x'02', 'refresh', 1, 'openid', 900, 4500, 0, 0);
            INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires, used, revoked) VALUES (x'03', 'access', 1, 'openid', 900, 1000, 0, 0);
            INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires, used, revoked) VALUES (x'04', 'refresh', 1, 'openid', 900, 4500, 1, 0);
            INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires, used, revoked) VALUES (x'05', 'access', 3, 'openid', 900, 4500, 0, 0);
            INSERT INTO authorization_codes (code_hash, grant_id, redirect_uri, redirect_uri_was_sent, expires)
            VALUES (x'06', 2, 'a:/b', 1, 1060);
            """)
      }
      let moment = TimeSource { Date(timeIntervalSince1970: 1000) }
      let found = try #require(
        try await ServerObservation(databasePath: path, time: moment).client("client-00000"))
      #expect(found.0.liveGrants == 2)
      #expect(found.0.metadata["description"]?["client_name"] == "App 000")
      #expect(found.1.map(\.id) == [2, 1])
      #expect(found.1.map { $0.tokens.map(\.kind) } == [[.code], [.access, .refresh]])
      #expect(found.1[1].tokens.map(\.expires.timeIntervalSince1970) == [1300, 4500])
      #expect(try await ServerObservation(databasePath: path).client("nobody") == nil)
    }
  }
}
