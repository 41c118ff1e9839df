import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// A database from before the administration gets names, handles and states for its rows.
@Suite struct AdministrationSchemaTests {
  @Test func anOlderDatabaseIsBroughtUpToDate() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("older-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("idsvr.sqlite").path
    let older = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(older, upTo: "2 devices and initial access tokens")
    try await older.write { database in
      try database.execute(
        sql: """
          INSERT INTO configured_clients (client_id, kind, metadata)
          VALUES ('kiosk', 'template', '{"description":{"client_name":"Kiosk"}}');
          INSERT INTO users (user_name, given_name, family_name, email, origin) VALUES ('ada', '', '', '', 'configuration');
          INSERT INTO sso_sessions (session_hash, user_name, authenticated, expires)
          VALUES (x'01', 'ada', 1000, 9999999999), (x'02', 'ada', 2000, 9999999999);
          INSERT INTO dynamically_registered_clients (client_id, authenticated_user, created, updated, template_id,
          registration_token_hash, registration_token_expires, metadata) VALUES
          ('a', 'ada', 1, 1, NULL, x'01', 0, '{"description":{"client_name":"Own"}}'),
          ('b', 'ada', 2, 2, 'kiosk', x'02', 0, '{}'), ('c', NULL, 3, 3, NULL, x'03', 0, 'no JSON');
          """)
    }
    try older.close()

    let store = try Store(path: path)
    let administration = Administration(database: store.pool, time: .system)
    let page = try await administration.clients(ClientQuery(sort: .name, ascending: true))
    #expect(page.elements.map(\.id) == ["c", "b", "a"])
    #expect(page.elements.map(\.name) == [nil, "Kiosk", "Own"])
    let sessions = try await administration.sessions()
    #expect(Set(sessions.map(\.id)).count == 2 && sessions.allSatisfy { $0.id.count == 16 })
    #expect(sessions.map { Int($0.created.timeIntervalSince1970) } == [2000, 1000])
    let user = try await administration.user("ada")
    #expect((user.status, user.activeClients, user.liveSessions) == (.active, 2, 2))
    // An earlier registration still belongs to its user.
    try await administration.revokeClient("a")
    try await administration.activateClient("a")
  }
}
