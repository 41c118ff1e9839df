import Foundation
import GRDB
import SharedValues
import TestTime
import Testing

@testable import IdentityServer

/// When a user is asked before a client gets access, and how long the answer counts.
@Suite struct ConsentTests {
  private static let consenting = TestServer.tutorialMetadata.setting("requires_consent", true)

  private func allow(_ page: HTTPResponse, _ browser: TestBrowser) async throws -> HTTPResponse {
    #expect(page.isConsentPage)
    return try await browser.submit(page, [("decision", "allow")])
  }

  @Test func aClientThatRequiresConsentIsAskedForOnce() async throws {
    try await TestServer.with { server in
      let (app, browser, registration) = try await server.registeredApp(ConsentTests.consenting)
      #expect(registration["requires_consent"] == true)
      let none = try await browser.get(app.authorizationURL(["prompt": "none"]))
      #expect(none.redirectParameters["error"] == "consent_required")
      // A login for this very request does not answer the question.
      let page = try await browser.signIn(app.authorizationURL(["prompt": "login", "scope": "openid"]))
      #expect(try await app.redeem(try #require(try await allow(page, browser).code)).status == 200)
      #expect(try await browser.get(app.authorizationURL(["scope": "openid", "prompt": "none"])).code != nil)
      // The user is asked again for more than was allowed, and whenever the client insists.
      let more = try await browser.get(app.authorizationURL())
      #expect(more.text.contains("see your name"))
      #expect(try await allow(more, browser).code != nil)
      #expect(try await browser.get(app.authorizationURL()).code != nil)
      #expect(try await browser.get(app.authorizationURL(["prompt": "consent"])).isConsentPage)
      let claims = #"{"userinfo":{"email":null}}"#
      #expect(try await browser.get(app.authorizationURL(["claims": claims])).code != nil)
    }
  }

  @Test func aRefusalIsNotRememberedAndClaimsAreShown() async throws {
    try await TestServer.with { server in
      let metadata = ConsentTests.consenting.setting("scope", "openid profile email")
      let (app, browser, _) = try await server.registeredApp(metadata)
      let url = app.authorizationURL(["scope": "openid", "claims": #"{"id_token":{"email":null}}"#])
      let page = try await browser.get(url)
      #expect(page.text.contains("see your email address"))
      let denied = try await browser.submit(page, [("decision", "deny")])
      #expect(denied.redirectParameters["error"] == "access_denied")
      #expect(try await browser.get(url).isConsentPage)
      _ = try await allow(try await browser.get(url), browser)
      #expect(try await browser.get(url).code != nil)
    }
  }

  /// A template's setting applies to all its instances at once.
  @Test func aTemplateRequiresConsentOfAllItsInstances() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(["software_id": "mobile-dcr-template-client"])
      #expect(try await browser.get(app.authorizationURL()).code != nil)
      let queue = try DatabaseQueue(path: server.databasePath)
      try await queue.write {
        try $0.execute(
          sql: """
            UPDATE configured_clients SET metadata = json_set(metadata, '$.requires_consent', json('true'))
            WHERE client_id = 'mobile-dcr-template-client'
            """)
      }
      #expect(try await browser.get(app.authorizationURL()).isConsentPage)
    }
  }

  /// Anyone can pose as a public client, so its user is asked each time, even after a login.
  @Test func nothingIsRememberedOfPublicClients() async throws {
    try await TestServer.with { server in
      let metadata = ConsentTests.consenting.setting("token_endpoint_auth_method", "none")
      let (app, browser, _) = try await server.registeredApp(metadata)
      for _ in 0..<2 {
        let page = try await browser.signIn(app.authorizationURL(["prompt": "login"]))
        #expect(try await allow(page, browser).code != nil)
      }
    }
  }

  // MARK: Instances without an owner

  /// RFC 8252 §8.6: a session does not authorize an instance that its user has never used.
  @Test func noSessionAuthorizesAnInstanceThatItsUserNeverUsed() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let (app, browser) = try await server.openApp()
      #expect(try await browser.signIn(app.authorizationURL(["scope": "openid"])).code != nil)
      // From now on the instance gets its code silently for this user, within the allowed scope.
      #expect(try await browser.get(app.authorizationURL(["scope": "openid"])).code != nil)
      #expect(try await browser.get(app.authorizationURL()).isConsentPage)
      let (other, otherBrowser, _) = try await server.registeredApp(as: "jd", "password")
      #expect(try await otherBrowser.get(other.authorizationURL()).code != nil)
      let none = try await otherBrowser.get(app.authorizationURL(["prompt": "none", "scope": "openid"]))
      #expect(none.redirectParameters["error"] == "consent_required")
      let page = try await otherBrowser.get(app.authorizationURL(["scope": "openid"]))
      #expect(page.text.contains("Signed in as jd"))
      #expect(try await allow(page, otherBrowser).code != nil)
      #expect(try await otherBrowser.get(app.authorizationURL(["scope": "openid"])).code != nil)
      // A stranger's session never authorizes an instance with an owner either.
      #expect(try await browser.get(other.authorizationURL()).isLoginPage)
    }
  }

  /// A login counts as use of the instance, but not as consent on a page that was not shown.
  @Test func aLoginIsNoConsentAfterwards() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let (app, browser) = try await server.openApp()
      #expect(try await browser.signIn(app.authorizationURL()).code != nil)
      let queue = try DatabaseQueue(path: server.databasePath)
      try await queue.write {
        try $0.execute(
          sql: """
            UPDATE dynamically_registered_clients
            SET metadata = json_set(metadata, '$.requires_consent', json('true'))
            """)
      }
      #expect(try await browser.get(app.authorizationURL()).isConsentPage)
    }
  }

  /// Consents end with the client, with its deactivation and with the user.
  @Test(arguments: [
    "DELETE FROM dynamically_registered_clients", "UPDATE dynamically_registered_clients SET status = 'revoked'",
    "DELETE FROM users",
  ])
  func consentsEndWithTheirClientOrUser(_ sql: String) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(ConsentTests.consenting)
      _ = try await allow(try await browser.get(app.authorizationURL()), browser)
      let queue = try DatabaseQueue(path: server.databasePath)
      let count = { try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM consents") } }
      #expect(try await count() == 2)
      try await queue.write { try $0.execute(sql: sql) }
      #expect(try await count() == 0)
    }
  }

  /// A grant from an earlier version's database keeps its meaning.
  @Test func grantsFromBeforeTheMigrationStay() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let instant = seconds(TestServer.start)
    do {
      let queue = try DatabaseQueue(path: folder.appendingPathComponent("idsvr.sqlite").path)
      try Schema.migrator.migrate(queue, upTo: "2 devices and initial access tokens")
      try await queue.write { database in
        try database.execute(
          sql: """
            INSERT INTO users (user_name, given_name, family_name, email, origin)
            VALUES ('demouser', '', '', '', 'configuration');
            INSERT INTO dynamically_registered_clients (client_id, authenticated_user, created, updated,
            registration_token_hash, registration_token_expires, metadata)
            VALUES ('old', 'demouser', \(instant), \(instant), x'01', \(instant), '{}');
            INSERT INTO grants (grant_id, client_id, user_name, scope, authenticated, created)
            VALUES (1, 'old', 'demouser', 'openid email', \(instant), \(instant));
            """)
        try database.execute(
          sql:
            "INSERT INTO tokens (token_hash, kind, grant_id, scope, issued, expires) VALUES (?, 'access', 1, ?, ?, ?)",
          arguments: [digest("old token"), "openid email", instant, instant + 300])
      }
      try queue.close()
    }
    try await TestServer.with(.inProcess, in: folder, clock: ManualClock(TestServer.start)) { server in
      let answer = try await TestApp(server: server).userInfo("old token")
      #expect(answer.json == ["sub": "demouser", "email": "demouser@example.com", "email_verified": true])
    }
  }
}
