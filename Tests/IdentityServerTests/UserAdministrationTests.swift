import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Users whom the administrator adds, changes and removes, and users from the configuration.
@Suite struct UserAdministrationTests {
  private static let password = Secret("correct horse")

  @Test func anAddedUserSignsInWithNamesAndRoles() async throws {
    try await TestServer.with { server in
      let profile = UserProfile(givenName: "Ada", familyName: "Byron", email: "ada@example.com", roles: ["Manager"])
      try await server.server.administration.addUser("ada", password: Self.password, profile)
      let (app, browser, _) = try await server.registeredApp(as: "ada", Self.password.revealed)
      let tokens = try await app.redeem(try await browser.get(app.authorizationURL()).code ?? "none").json
      let claims = try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json
      #expect(claims["given_name"] == "Ada")
      #expect(claims["roles"] == ["Manager"])
      let user = try await server.server.administration.user("ada")
      #expect((user.liveSessions, user.activeClients) == (1, 1))
      #expect((user.origin, user.status) == (.administrator, .active))

      try await server.server.administration.changeUser("ada", UserProfile(givenName: "Augusta", familyName: "King"))
      let changed = try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json
      #expect(changed["given_name"] == "Augusta")
      #expect(changed["roles"] == nil)
      let hash = try await server.server.administration.storedHash("ada", server)
      #expect(hash.hasPrefix("scrypt$"))
    }
  }

  @Test func aNewPasswordEndsSessionsAndTheOldOneIsRefused() async throws {
    try await TestServer.with { server in
      try await server.server.administration.addUser("ada", password: Self.password, UserProfile())
      let (app, browser, _) = try await server.registeredApp(as: "ada", Self.password.revealed)
      #expect(try await browser.get(app.authorizationURL()).code != nil)
      try await server.server.administration.setPassword(Secret("battery staple"), of: "ada")
      #expect(try await browser.get(app.authorizationURL()).code == nil)
      #expect(try await browser.signIn(app.authorizationURL(), as: "ada", Self.password.revealed).code == nil)
      #expect(try await browser.signIn(app.authorizationURL(), as: "ada", "battery staple").code != nil)
    }
  }

  enum End: String, CaseIterable { case deactivate, delete, sql }

  /// Sessions, tokens and clients end with the user, however that happens, and a new user of the name does not get them back.
  @Test(arguments: End.allCases)
  func sessionsTokensAndClientsEndWithTheirUser(_ end: End) async throws {
    try await TestServer.with { server in
      let administration = server.server.administration
      try await administration.addUser("ada", password: Self.password, UserProfile())
      let (app, browser, _) = try await server.registeredApp(as: "ada", Self.password.revealed)
      let tokens = try await app.redeem(try await browser.get(app.authorizationURL()).code ?? "none").json
      let access = tokens["access_token"]?.stringValue ?? ""
      let code = try await browser.get(app.authorizationURL()).code ?? "none"
      let (other, _, otherTokens) = try await server.signedInApp()

      switch end {
      case .deactivate: try await administration.deactivateUser("ada")
      case .delete: try await administration.deleteUser("ada")
      case .sql:
        try await DatabaseQueue(path: server.databasePath).write {
          try $0.execute(sql: "PRAGMA foreign_keys = ON; DELETE FROM users WHERE user_name = 'ada'")
        }
      }
      #expect(try await app.userInfo(access).status == 401)
      #expect(try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").error == "invalid_client")
      #expect(try await app.redeem(code).error == "invalid_client")
      #expect(try await server.server.administration.client(app.clientID).status == "revoked")
      #expect(try await server.server.administration.sessions(of: "ada").isEmpty)
      #expect(
        try await browser.signIn(TestApp(server: server).authorizationURL(), as: "ada", Self.password.revealed).code
          == nil)
      #expect(try await other.userInfo(otherTokens["access_token"]?.stringValue ?? "").status == 200, "still valid")

      // While the name is free, and after another user has it, the old instance has no owner.
      await #expect(throws: IdentityServerError(.ownerGone, "ada")) {
        try await server.server.administration.activateClient(app.clientID)
      }
      server.clock.advance(by: 1)
      if end == .deactivate {
        try await administration.activateUser("ada")
        #expect(try await server.server.administration.client(app.clientID).status == "revoked")
        try await server.server.administration.activateClient(app.clientID)
        #expect(try await app.userInfo(access).status == 401, "old tokens stay invalid")
      } else {
        try await administration.addUser("ada", password: Secret("another person"), UserProfile())
        #expect(try await administration.user("ada").activeClients == 0)
        await #expect(throws: IdentityServerError(.ownerGone, "ada")) {
          try await server.server.administration.activateClient(app.clientID)
        }
        let (fresh, _, _) = try await server.registeredApp(as: "ada", "another person")
        try await server.server.administration.revokeClient(fresh.clientID)
        try await server.server.administration.activateClient(fresh.clientID)
      }
    }
  }

  @Test func usersOfTheConfigurationAreReadOnly() async throws {
    try await TestServer.with { (server) async throws in
      let administration = server.server.administration
      let changes: [() async throws -> Void] = [
        { try await administration.changeUser("jd", UserProfile()) },
        { try await administration.setPassword(Self.password, of: "jd") },
        { try await administration.deactivateUser("jd") }, { try await administration.activateUser("jd") },
        { try await administration.deleteUser("jd") },
      ]
      for change in changes {
        await #expect(throws: IdentityServerError(.userIsConfigured, "jd")) { try await change() }
      }
      #expect(try await administration.users().map(\.name) == ["demouser", "jd", "jr"])
      #expect(try await administration.users(text: "JANE").map(\.name) == ["jr"])
      #expect(try await administration.users(text: "%").isEmpty)
    }
  }

  @Test func unfitNamesAndProfilesAreRefused() async throws {
    try await TestServer.with { server in
      let administration = server.server.administration
      for name in ["", "a b", "a/b", "é", "<b>", String(repeating: "a", count: 65), "..", "a\u{0}", "a\r\n"] {
        await #expect(throws: IdentityServerError(.userNameUnfit, name)) {
          try await administration.addUser(name, password: Self.password, UserProfile())
        }
      }
      for password in ["", "1234567", String(repeating: "a", count: 1025)] {
        await #expect(throws: IdentityServerError(.passwordUnfit, "")) {
          try await administration.addUser("ada", password: Secret(password), UserProfile())
        }
      }
      for (profile, field) in [
        (UserProfile(givenName: "a\u{1B}[31m"), "given_name"), (UserProfile(familyName: "a\nb"), "family_name"),
        (UserProfile(email: String(repeating: "a", count: 201)), "email"), (UserProfile(roles: ["a\u{7}"]), "roles"),
        (UserProfile(roles: (0...20).map(String.init)), "roles"),
      ] {
        await #expect(throws: IdentityServerError(.userProfileUnfit, field)) {
          try await administration.addUser("ada", password: Self.password, profile)
        }
      }
      await #expect(throws: IdentityServerError(.userExists, "jd")) {
        try await administration.addUser("jd", password: Self.password, UserProfile())
      }
      await #expect(throws: IdentityServerError(.unknownUser, "ada")) { try await administration.deleteUser("ada") }
      await #expect(throws: IdentityServerError(.unknownUser, "ada")) { _ = try await administration.user("ada") }
    }
  }

  /// A user whom the administrator added keeps the name if it appears in the configuration.
  @Test func theConfigurationDoesNotReplaceAUser() async throws {
    let home = ServerHome()
    try await TestServer.with(.inProcess, in: home) { server in
      try await server.server.administration.addUser("ada", password: Self.password, UserProfile(givenName: "Ada"))
      #expect(server.server.shadowedUsers.isEmpty)
    }
    let configured = UserAccount(
      name: "ada", password: Secret("configured one"), givenName: "C", familyName: "C", email: "", roles: [])
    try await TestServer.with(.inProcess, in: home, adjusting: { $0.users.append(configured) }) {
      (server) async throws in
      #expect(server.server.shadowedUsers == ["ada"])
      #expect(try await server.server.administration.user("ada").profile.givenName == "Ada")
      let url = TestApp(server: server).authorizationURL()
      #expect(try await TestBrowser(server).signIn(url, as: "ada", "configured one").code == nil)
      #expect(try await TestBrowser(server).signIn(url, as: "ada", Self.password.revealed).code != nil)
    }
  }

  /// Removing a user from the configuration ends sessions and tokens; a returning user finds the registrations again.
  @Test func aUserMayReturnToTheConfiguration() async throws {
    let home = ServerHome()
    let (id, secret, access) = try await TestServer.with(.inProcess, in: home) { server in
      let (app, _, tokens) = try await server.signedInApp()
      return (app.clientID, app.secret, tokens["access_token"]?.stringValue ?? "")
    }
    try await TestServer.with(
      .inProcess, in: home, adjusting: { $0.users.removeAll { $0.name == "demouser" } }
    ) { (server) async throws in
      #expect(try await server.server.administration.user("demouser").status == .absent)
      #expect(try await server.server.administration.sessions().isEmpty)
      let url = TestApp(server: server).authorizationURL()
      #expect(try await TestBrowser(server).signIn(url).code == nil)
    }
    try await TestServer.with(.inProcess, in: home) { (server) async throws in
      let app = TestApp(server: server, clientID: id, secret: secret, scope: "openid")
      #expect(try await app.userInfo(access).status == 401)
      #expect(try await TestBrowser(server).signIn(app.authorizationURL()).code != nil)
    }
  }

  @Test func thePages() async throws {
    try await TestServer.with { server in
      let admin = try await Administrator(server)
      let fields = [
        ("name", "ada"), ("password", "correct horse"), ("given_name", "<i>Ada</i>"), ("roles", " Manager,, IC ,IC"),
      ]
      #expect(try await admin.submit("/admin/users", "/admin/users", fields).status == 303)
      #expect(try await server.server.administration.user("ada").profile.roles == ["Manager", "IC"])
      let list = try await admin.get("/admin/users")
      #expect(list.text.contains("&lt;i&gt;Ada&lt;/i&gt;") && !list.text.contains("<i>"))
      // The input is kept, except the password.
      let refused = try await admin.submit("/admin/users", "/admin/users", fields)
      #expect(refused.status == 422)
      #expect(refused.text.contains("role=\"alert\"") && refused.text.contains("value=\"ada\""))
      #expect(!refused.text.contains("correct horse"))
      let short = try await admin.submit("/admin/users", "/admin/users", [("name", "bob"), ("password", "short")])
      #expect(short.status == 422)

      let page = "/admin/users/ada"
      let saved = try await admin.submit(page, [("do", "save"), ("given_name", "Augusta")])
      #expect(saved.location == page + "?done=doneUserSaved")
      #expect(try await server.server.administration.user("ada").profile.givenName == "Augusta")
      #expect(try await admin.submit(page, [("do", "password"), ("password", "short")]).status == 422)
      #expect(try await admin.submit(page, [("do", "password"), ("password", "long enough")]).status == 303)
      let asked = try await admin.submit(page, [("do", "deactivate")], confirming: false)
      #expect(asked.status == 200 && asked.text.contains("name=\"confirmed\" value=\"yes\""))
      #expect(try await server.server.administration.user("ada").status == .active)
      #expect(try await admin.submit(page, [("do", "deactivate")]).status == 303)
      #expect(try await server.server.administration.user("ada").status == .inactive)
      #expect(try await admin.submit(page, [("do", "activate")]).status == 303)
      #expect(try await admin.submit(page, [("do", "explode")]).status == 400)
      #expect(try await admin.submit(page, [("do", "delete")]).location == "/admin/users?done=doneUserDeleted")
      #expect(try await admin.get(page).status == 404)

      let configured = try await admin.get("/admin/users/jd")
      #expect(configured.text.contains("config.json") && !configured.text.contains("name=\"do\""))
    }
  }
}

extension Administration {
  fileprivate func storedHash(_ name: String, _ server: TestServer) async throws -> String {
    try await DatabaseQueue(path: server.databasePath).read {
      try String.fetchOne($0, sql: "SELECT password_hash FROM users WHERE user_name = ?", arguments: [name]) ?? ""
    }
  }
}
