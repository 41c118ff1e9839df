import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// A new password, however it is set, locks out anyone who knew the old one: sessions, codes, access and refresh tokens end.
/// The user's registrations stay.
@Suite struct PasswordChangeTests {
  /// Everything that a person with the user's password holds.
  private struct Holding {
    var app: TestApp
    var cookies: [String: String]
    var code: String
    var access: String
    var refresh: String
    var dcr: String
    var registrationToken: String

    init(_ server: TestServer, as user: String, _ password: String) async throws {
      let (app, browser, registration) = try await server.registeredApp(as: user, password)
      let tokens = try await app.redeem(try await browser.get(app.authorizationURL()).code ?? "none").json
      self.app = app
      code = try await browser.get(app.authorizationURL()).code ?? "none"
      access = tokens["access_token"]?.stringValue ?? ""
      refresh = tokens["refresh_token"]?.stringValue ?? ""
      dcr = try await server.registrationToken(TestBrowser(server), as: user, password)
      registrationToken = registration["registration_access_token"]?.stringValue ?? ""
      cookies = browser.cookies
    }

    /// The same at a restarted server.
    func at(_ server: TestServer) -> Holding {
      var moved = self
      moved.app = TestApp(server: server, clientID: app.clientID, secret: app.secret, scope: app.scope)
      return moved
    }

    func isSignedIn(_ server: TestServer) async throws -> Bool {
      let browser = TestBrowser(server)
      browser.cookies = cookies
      return try await browser.get(app.authorizationURL()).code != nil
    }

    func expectGone(_ server: TestServer) async throws {
      #expect(try await !isSignedIn(server))
      #expect(try await app.redeem(code).error == "invalid_grant")
      #expect(try await app.userInfo(access).status == 401)
      #expect(try await app.refresh(refresh).error == "invalid_grant")
      #expect(try await server.register(token: dcr).error == "invalid_token")
      #expect(try await server.server.administration.client(app.clientID).status == "active")
      let path = "/token-service/oauth-registration/" + app.clientID
      #expect(try await server.registration("GET", path, token: registrationToken).status == 200)
    }

    func expectAlive(_ server: TestServer) async throws {
      #expect(try await isSignedIn(server))
      #expect(try await app.redeem(code).status == 200)
      #expect(try await app.userInfo(access).status == 200)
      #expect(try await app.refresh(refresh).status == 200)
      #expect(try await server.register(token: dcr).status == 201)
    }
  }

  enum Way: String, CaseIterable { case page, command, sql }

  @Test(arguments: Way.allCases) func anAdministratorsPasswordEndsSessionsAndTokens(_ way: Way) async throws {
    try await TestServer.with { server in
      try await server.server.administration.addUser("ada", password: Secret("correct horse"), UserProfile())
      let ada = try await Holding(server, as: "ada", "correct horse")
      let demo = try await Holding(server, as: "demouser", "Password1")
      switch way {
      case .page:
        let admin = try await Administrator(server)
        #expect(
          try await admin.submit("/admin/users/ada", [("do", "password"), ("password", "battery staple")]).status == 303
        )
      case .command:
        let command = try Administration(
          databasePath: server.databasePath, time: server.clock.source, passwordCost: 4)
        try await command.setPassword(Secret("battery staple"), of: "ada")
      case .sql:
        let hash = try PasswordChecker.hash(Secret("battery staple"), cost: 4)
        try await DatabaseQueue(path: server.databasePath).write {
          try $0.execute(sql: "UPDATE users SET password_hash = ? WHERE user_name = 'ada'", arguments: [hash])
        }
      }
      try await ada.expectGone(server)
      try await demo.expectAlive(server)
      let url = ada.app.authorizationURL()
      #expect(try await TestBrowser(server).signIn(url, as: "ada", "correct horse").code == nil)
      #expect(try await TestBrowser(server).signIn(url, as: "ada", "battery staple").code != nil)
    }
  }

  /// A changed profile, or the same password again, is not a change of the password.
  @Test func otherChangesEndNothing() async throws {
    try await TestServer.with { server in
      try await server.server.administration.addUser("ada", password: Secret("correct horse"), UserProfile())
      let ada = try await Holding(server, as: "ada", "correct horse")
      try await server.server.administration.changeUser("ada", UserProfile(givenName: "Ada"))
      try await ada.expectAlive(server)
    }
  }

  @Test(arguments: [TestServer.Way.socket]) func aConfiguredPasswordEndsSessionsAndTokens(
    _ way: TestServer.Way
  ) async throws {
    let home = ServerHome()
    let (demo, other) = try await TestServer.with(way, in: home) { server in
      (try await Holding(server, as: "demouser", "Password1"), try await Holding(server, as: "jd", "password"))
    }
    // The next start has the same passwords.
    try await TestServer.with(way, in: home) { (server) async throws in
      try await server.server.provider.passwords.prepare()
      #expect(try await demo.at(server).isSignedIn(server))
    }
    try await TestServer.with(
      way, in: home,
      adjusting: { configuration in
        let index = configuration.users.firstIndex { $0.name == "demouser" }
        configuration.users[index!].password = Secret("another one")
      }
    ) { (server) async throws in
      // The start does this by itself, in parallel with requests.
      try await server.server.provider.passwords.prepare()
      try await demo.at(server).expectGone(server)
      try await other.at(server).expectAlive(server)
    }
  }

  /// An administrator's user with a configured name is not affected by the configuration.
  @Test func aConfiguredPasswordOfAShadowedNameEndsNothing() async throws {
    let home = ServerHome()
    let ada = try await TestServer.with(.inProcess, in: home) { server in
      try await server.server.administration.addUser("ada", password: Secret("correct horse"), UserProfile())
      return try await Holding(server, as: "ada", "correct horse")
    }
    let configured = UserAccount(
      name: "ada", password: Secret("configured one"), givenName: "C", familyName: "C", email: "")
    try await TestServer.with(.inProcess, in: home, adjusting: { $0.users.append(configured) }) {
      (server) async throws in
      try await server.server.provider.passwords.prepare()
      try await ada.at(server).expectAlive(server)
    }
  }
}
