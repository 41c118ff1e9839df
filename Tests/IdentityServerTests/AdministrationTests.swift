import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// The administrator's three tools: SQL, ``Administration`` and the admin page.
@Suite struct AdministrationTests {
  /// The tutorial's query and revocation, over another connection.
  @Test(arguments: TestServer.Way.allCases)
  func sqlCountsOnTheNextRequest(_ way: TestServer.Way) async throws {
    try await TestServer.withTokens(way) { server, app, browser, tokens in
      let queue = try DatabaseQueue(path: server.databasePath)
      let rows = try await queue.read { database in
        try Row.fetchAll(
          database, sql: "select client_id, authenticated_user, status from dynamically_registered_clients;"
        ).map { row in (0..<3).map { row[$0] as String? } }
      }
      #expect(rows == [[app.clientID, "demouser", "active"]])
      let access = tokens["access_token"]?.stringValue ?? ""
      let refresh = tokens["refresh_token"]?.stringValue ?? ""
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      #expect(try await app.userInfo(access).status == 200)

      try await queue.write { try $0.execute(sql: "update dynamically_registered_clients set status = 'revoked'") }
      #expect(try await app.userInfo(access).status == 401)
      #expect(try await app.refresh(refresh).error == "invalid_client")
      #expect(try await browser.get(app.authorizationURL()).status == 400)

      // Reactivating a client revives neither tokens nor codes.
      try await queue.write { try $0.execute(sql: "update dynamically_registered_clients set status = 'active'") }
      #expect(try await app.userInfo(access).status == 401)
      #expect(try await app.refresh(refresh).error == "invalid_grant")
      #expect(try await app.redeem(code).error == "invalid_grant")
      let fresh = try #require(try await browser.get(app.authorizationURL()).code)
      #expect(try await app.redeem(fresh).status == 200)

      // Only `active`, in exactly this spelling.
      try await queue.write { try $0.execute(sql: "update dynamically_registered_clients set status = 'Active'") }
      #expect(try await app.redeem("x").error == "invalid_client")
    }
  }

  @Test func clientAdministration() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let administration = try Administration(databasePath: server.databasePath, time: server.clock.source)
      let client = try await administration.client(app.clientID)
      #expect(client.owner == "demouser")
      #expect(client.registered == TestServer.start)
      #expect(client.lastUsed == TestServer.start)
      #expect(client.liveGrants == 1)
      try await administration.revokeClient(app.clientID)
      #expect(try await administration.client(app.clientID).status == "revoked")
      #expect(try await app.userInfo(tokens["access_token"]?.stringValue ?? "").status == 401)
      try await administration.activateClient(app.clientID)
      #expect(try await administration.clients().map(\.status) == ["active"])
      try await administration.deleteClient(app.clientID)
      #expect(try await administration.clients().isEmpty)
      for action in [administration.revokeClient, administration.activateClient, administration.deleteClient] {
        await #expect(throws: IdentityServerError(.unknownClient, "nobody")) { try await action("nobody") }
      }
      #expect(throws: IdentityServerError.self) { _ = try Administration(databasePath: "/nowhere/idsvr.sqlite") }
    }
  }

  /// A command runs in its own process. The server still reports the command's changes, but not the app's, which the app knows.
  @Test func theServerReportsChangesByCommands() async throws {
    try await TestServer.with(.socket, adjusting: { $0.administratorChangePause = .milliseconds(20) }) { server in
      func changes() -> [ServerEvent] { server.events.withLock { $0 }.filter { $0.method.isEmpty } }
      try await server.server.administration.addUser("ada", password: Secret("a long password"), UserProfile())
      let ids = try await [
        server.registeredApp().app.clientID, server.registeredApp(as: "ada", "a long password").app.clientID,
        server.registeredApp(as: "ada", "a long password").app.clientID,
      ]
      try await Administration(databasePath: server.databasePath).revokeClient(ids[0])
      let administration = try Administration(databasePath: server.databasePath, writesDown: true)
      try await administration.activateClient(ids[0])
      try await administration.revokeClient(ids[0])
      await #expect(throws: IdentityServerError(.unknownClient, "nobody")) {
        try await administration.revokeClient("nobody")
      }
      try await administration.deleteClient(ids[1])
      try await Administration(databasePath: server.databasePath, writesDown: true).deactivateUser("ada")
      while changes().count < 4 { await Task.yield() }
      #expect(changes().map(\.note) == ["client activated", "client revoked", "client deleted", "client revoked"])
      #expect(changes().map(\.clientID) == [ids[0], ids[0], ids[1], ids[2]])
      #expect(changes().allSatisfy { $0.isAdministration && $0.status == 0 && $0.path == $0.clientID })
      #expect(server.server.provider.events.latest().first?.event.note == "client revoked")
    }
  }

  /// The page's request is about the user; the changes to the user's clients are reported separately.
  @Test(arguments: ["deactivate", "delete"])
  func endingAUserOnAPageReportsTheClients(_ way: String) async throws {
    try await TestServer.with(.socket, adjusting: { $0.administratorChangePause = .milliseconds(20) }) { server in
      func changes() -> [ServerEvent] { server.events.withLock { $0 }.filter { $0.method.isEmpty } }
      try await server.server.administration.addUser("ada", password: Secret("a long password"), UserProfile())
      let hers = try await server.registeredApp(as: "ada", "a long password").app.clientID
      let other = try await server.registeredApp().app.clientID
      let admin = try await Administrator(server)
      #expect(try await admin.submit("/admin/users/ada", [("do", way)]).status == 303)
      // A later event proves that the earlier ones are complete.
      try await Administration(databasePath: server.databasePath, writesDown: true).revokeClient(other)
      while !changes().contains(where: { $0.clientID == other }) { await Task.yield() }
      #expect(changes().map(\.clientID) == [hers, other])
      #expect(changes().map(\.note) == ["client revoked", "client revoked"])
    }
  }

  @Test(arguments: TestServer.Way.allCases)
  func theAdminPage(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let attack = TestServer.tutorialMetadata.setting("client_name", "<b>x</b>")
      let (app, _, _) = try await server.registeredApp(as: "demouser", "Password1", attack)
      let admin = TestBrowser(server)
      let url = server.server.adminURL
      let base = String(url.dropLast("/admin".count))
      let credentials = { (name: String, password: String) in [("username", name), ("password", password)] }

      let login = try await admin.get(url)
      #expect(!login.text.contains(app.clientID))
      for (name, password) in [("admin", "wrong"), ("demouser", "Password1")] {
        let refused = try await admin.post(
          base + "/admin/login", [("form", login.hiddenForm)] + credentials(name, password))
        #expect(refused.status == 200)
        #expect(refused.text.contains("role=\"alert\""))
      }
      let forged = try await TestBrowser(server).post(
        base + "/admin/login", [("form", login.hiddenForm)] + credentials("admin", "Password1"))
      #expect(forged.status == 400)
      let redirect = try await admin.post(
        base + "/admin/login", [("form", login.hiddenForm)] + credentials("admin", "Password1"))
      #expect(redirect.status == 303)
      #expect(redirect.location == "/admin")

      let page = try await admin.get(url)
      #expect(page.text.contains(app.clientID))
      #expect(page.text.contains("&lt;b&gt;x&lt;/b&gt;") && !page.text.contains("<b>"))
      let action = base + "/admin/clients/" + app.clientID
      let form = page.hiddenForm(of: "/admin/clients/" + app.clientID)
      #expect(!form.isEmpty)
      // Refused: without the form's token, with it in another session, and with another form's token.
      #expect(try await admin.post(action, [("do", "revoke"), ("confirmed", "yes")]).status == 400)
      let fields = [("form", form), ("do", "revoke"), ("confirmed", "yes")]
      #expect(try await TestBrowser(server).post(action, fields).status == 400)
      let other = page.hiddenForm(of: "/admin/logout")
      #expect(try await admin.post(action, [("form", other), ("do", "revoke"), ("confirmed", "yes")]).status == 400)
      #expect(try await server.server.administration.client(app.clientID).status == "active")
      for form in ["", form] {
        #expect(try await admin.post(base + "/admin/logout", [("form", form)]).status == 400)
      }
      #expect(try await admin.get(url).text.contains(app.clientID), "still signed in")

      func change(_ action: String, _ what: String) async throws -> HTTPResponse {
        try await admin.post(action, [("form", form), ("do", what), ("confirmed", "yes")])
      }
      #expect(try await change(action, "revoke").status == 303)
      #expect(try await server.server.administration.client(app.clientID).status == "revoked")
      #expect(try await change(action, "activate").status == 303)
      #expect(try await change(action, "explode").status == 400)
      #expect(try await change(action, "delete").status == 303)
      #expect(try await change(action, "delete").status == 404)
      #expect(try await server.server.administration.clients().isEmpty)

      #expect(try await admin.post(base + "/admin/logout", [("form", other)]).status == 303)
      #expect(try await admin.get(url).text.contains("type=\"password\""))

      // Neither port answers for the other.
      #expect(try await admin.get(server.origin + "/admin").status == 404)
      #expect(try await admin.get(base + "/oauth/v2/oauth-authorize").status == 404)
    }
  }
}
