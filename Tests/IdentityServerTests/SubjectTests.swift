import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Subjects are never reassigned (OpenID Connect Core §2, §8), and an upgrade keeps them.
@Suite struct SubjectTests {
  private static let password = "correct horse"

  private func subject(_ server: TestServer, _ metadata: JSON = TestServer.tutorialMetadata) async throws -> String {
    let (app, browser, _) = try await server.registeredApp(as: "ada", SubjectTests.password, metadata)
    let tokens = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code)).json
    return try #require(try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json["sub"]?.stringValue)
  }

  private func add(_ name: String, _ server: TestServer) async throws {
    try await server.server.administration.addUser(name, password: Secret(SubjectTests.password), UserProfile())
  }

  enum End: String, CaseIterable { case delete, sql }

  @Test(arguments: End.allCases, ["public", "pairwise"])
  func aReusedNameHasAnotherSubject(_ end: End, _ type: String) async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("subject_type", .string(type))
      var seen: Set<String> = []
      for round in 1...3 {
        try await add("ada", server)
        seen.insert(try await subject(server, metadata))
        #expect(seen.count == round)
        switch end {
        case .delete: try await server.server.administration.deleteUser("ada")
        case .sql:
          try await DatabaseQueue(path: server.databasePath).write {
            try $0.execute(sql: "PRAGMA foreign_keys = ON; DELETE FROM users WHERE user_name = 'ada'")
          }
        }
      }
      #expect(seen.contains("ada") == (type == "public"))
    }
  }

  /// A user whose name equals another user's subject gets a different subject.
  @Test func aNameThatEqualsASubjectGetsAnotherSubject() async throws {
    try await TestServer.with { server in
      try await add("ada", server)
      try await server.server.administration.deleteUser("ada")
      try await add("ada", server)
      let subject = try await subject(server)
      try await add(subject, server)
      let (app, browser, _) = try await server.registeredApp(as: subject, SubjectTests.password)
      let tokens = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code)).json
      let other = try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json
      #expect(other["preferred_username"] == .string(subject))
      #expect(other["sub"] != .string(subject))
    }
  }

  /// The application server identifies people by subject: a second `ada` does not get the first one's account.
  @Test func anAccountIsNotInherited() async throws {
    let application = ApplicationServerConfiguration(
      clientID: "app-client", redirectURI: "io.curity.dcrclient:/callback",
      postLogoutRedirectURI: "io.curity.dcrclient:/logoutcallback")
    try await TestServer.with(adjusting: { $0.application = application }) { server in
      func exchange() async throws -> JSON {
        let app = TestApp(server: server, clientID: "app-client", scope: "openid profile email")
        let redirect = try await TestBrowser(server).signIn(
          app.authorizationURL(["prompt": "login"]), as: "ada", SubjectTests.password)
        return try await server.send(
          HTTPRequest(
            "POST", server.origin + "/application/open_id_connect",
            headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
            body: form([("code", redirect.code ?? "none"), ("code_verifier", TestApp.verifier)]))
        ).json
      }
      try await add("ada", server)
      let first = try await exchange()
      let created = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/application/accounts",
          headers: [
            HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
            HTTPHeader("Authorization", "Bearer " + (first["access_token"]?.stringValue ?? "")),
          ], body: form([("given_name", "A"), ("family_name", "B"), ("email", "a@b.example")])))
      #expect(created.status == 201)
      #expect(try await exchange()["account"]?.objectValue != nil)
      try await server.server.administration.deleteUser("ada")
      try await add("ada", server)
      #expect(try await exchange()["account"] == .null)
    }
  }

  /// A device registered before the upgrade works as before, with its session, its tokens, its ID token and its public and pairwise
  /// subjects.
  @Test func aRegisteredDeviceSurvivesTheUpgrade() async throws {
    let home = ServerHome()
    struct Device: Sendable {
      var id: String
      var secret: String?
      var tokens: JSON
      var cookies: [String: String]
    }
    let path = home.folder.appendingPathComponent("idsvr.sqlite").path
    let devices = try await TestServer.with(.inProcess, in: home) { server in
      var devices: [Device] = []
      for type in ["public", "pairwise"] {
        let (app, browser, _) = try await server.registeredApp(
          TestServer.tutorialMetadata.setting("subject_type", .string(type)))
        let tokens = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code)).json
        devices.append(Device(id: app.clientID, secret: app.secret, tokens: tokens, cookies: browser.cookies))
      }
      return devices
    }
    let before = try await SubjectTests.asBeforeSubjects(path)
    #expect(before == devices.map(\.id).sorted())
    try await TestServer.with(.inProcess, in: home) { server in
      for device in devices {
        let app = TestApp(server: server, clientID: device.id, secret: device.secret, scope: "openid profile")
        let old = try #require(try await server.server.provider.hint(device.tokens["id_token"]?.stringValue ?? ""))
        let info = try await app.userInfo(device.tokens["access_token"]?.stringValue ?? "")
        #expect(info.json["sub"] == .string(old.sub))
        let refreshed = try await app.refresh(device.tokens["refresh_token"]?.stringValue ?? "")
        let new = try #require(try await server.server.provider.hint(refreshed.json["id_token"]?.stringValue ?? ""))
        #expect(new.sub == old.sub)
        let browser = TestBrowser(server)
        browser.cookies = device.cookies
        let silent = try await browser.get(
          app.authorizationURL(["prompt": "none", "id_token_hint": device.tokens["id_token"]?.stringValue]))
        #expect(silent.code != nil)
      }
    }
  }

  /// A subject from before the upgrade is never given to another user, even after its owner is deleted.
  @Test func earlierSubjectsStayTaken() async throws {
    let home = ServerHome()
    let path = home.folder.appendingPathComponent("idsvr.sqlite").path
    try await TestServer.with(.inProcess, in: home) { server in
      try await add("ada", server)
      #expect(try await subject(server) == "ada")
      try await server.server.administration.deleteUser("ada")
    }
    _ = try await SubjectTests.asBeforeSubjects(path)
    try await TestServer.with(.inProcess, in: home) { server in
      try await add("ada", server)
      #expect(try await subject(server) != "ada")
    }
  }

  /// Changes the database back to the version before subjects.
  ///
  /// - Returns: the registered clients, in order.
  private static func asBeforeSubjects(_ path: String) async throws -> [String] {
    let last = "5 upkeep"
    // By table, the columns that later versions added.
    let added = [
      "users": ["subject"],
      "dynamically_registered_clients": [
        "registered_in", "registered_openly", "redirects_changed", "access_token_lifetime",
      ],
      "authorization_codes": ["dpop_jkt"], "tokens": ["dpop_jkt", "resource", "used_at"],
      "grants": ["resource", "acr", "key_is_fixed", "left_out_scope"], "signing_keys": ["algorithm"],
    ]
    let queue = try DatabaseQueue(path: path)
    // SQLite's own tables, such as the one of AUTOINCREMENT, can be neither made nor dropped.
    let items = "FROM sqlite_master WHERE sql NOT NULL AND name <> 'grdb_migrations' AND name NOT LIKE 'sqlite_%'"
    let query = "SELECT name || ':' || sql \(items)"
    let fresh = try DatabaseQueue()
    try Schema.migrator.migrate(fresh, upTo: last)
    let wanted = try await fresh.read { try String.fetchSet($0, sql: query) }
    return try await queue.write { database in
      let names = try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
      for name in names.drop(while: { $0 != last }).dropFirst() {
        try database.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [name])
      }
      let found = try Row.fetchAll(database, sql: "SELECT type, name, sql \(items)")
      for type in ["trigger", "index", "table"] {
        for item in found where item["type"] == type {
          let name: String = item["name"]
          guard !wanted.contains(name + ":" + (item["sql"] as String)), added[name] == nil else { continue }
          try database.execute(sql: "DROP \(type) \(name)")
        }
      }
      for (table, columns) in added {
        let present = try database.columns(in: table).map(\.name)
        for column in columns where present.contains(column) {
          try database.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column)")
        }
      }
      #expect(try String.fetchSet(database, sql: query) == wanted)
      return try String.fetchAll(
        database, sql: "SELECT client_id FROM dynamically_registered_clients ORDER BY client_id")
    }
  }
}
