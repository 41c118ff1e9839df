import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// The pages for a device's user (RFC 8628 §3.3), and the attacks that they prevent (§5).
@Suite struct DeviceVerificationTests {
  /// §6.1: small letters, and any separators between the letters.
  @Test(arguments: ["WDJB-MJHT", "wdjbmjht", " wdjb mjht ", "WDJB\u{2013}MJHT", "w.d.j.b.m.j.h.t"])
  func codesAreReadAsPeopleTypeThem(_ text: String) { #expect(UserCode(typed: text)?.shown == "WDJB-MJHT") }

  @Test(arguments: [
    "", "WDJB-MJH", "WDJB-MJHTT", "ADJB-MJHT", "WDJB-MJH1", "WDJB-MJH\u{0415}",
    "WDJBMJHT" + String(repeating: " ", count: 80),
  ])
  func malformedCodesAreRefused(_ text: String) { #expect(UserCode(typed: text) == nil) }

  @Test func codesAreDrawnFairly() {
    var counts: [Character: Int] = [:]
    for _ in 0..<2000 { for letter in UserCode.fresh().letters { counts[letter, default: 0] += 1 } }
    #expect(counts.count == 20)
    // The expected number is 800 each; six standard deviations are 165.
    #expect(counts.values.allSatisfy { (600...1000).contains($0) })
  }

  /// §3.3.1: the link fills in the field, and the page shows the code again before the user decides.
  @Test func theCompleteAddressDecidesNothing() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      let (browser, code) = (TestBrowser(server), try #require(codes["user_code"]?.stringValue))
      let page = try await browser.get(try #require(codes["verification_uri_complete"]?.stringValue))
      #expect(page.text.contains("value=\"\(code)\""))
      #expect(try await server.deviceAuthorizations("pending") == 1)
      let question = try await browser.submit(
        try await browser.submit(page, [("user_code", code)]), [("username", "demouser"), ("password", "Password1")])
      #expect(question.text.contains(code))
      #expect(question.text.contains("mobile-dcr-client"))
      #expect(try await app.poll(codes).error == "authorization_pending")
      // Only a code gets from the query into the page.
      let other = try await browser.get(server.origin + "/device?user_code=%22%3E%3Cb%3E")
      #expect(!other.text.contains("<b>") && other.text.contains("value=\"\""))
    }
  }

  /// §5.1: guesses are slowed down per browser, and per address across browsers.
  @Test func guessesAreSlowedDown() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      let browser = TestBrowser(server)
      for _ in 0..<6 { _ = try await browser.type("BBBB-BBBB", at: codes) }
      let delayed = try await browser.type(codes["user_code"]?.stringValue ?? "", at: codes)
      #expect(delayed.status == 429)
      #expect(delayed.headers[first: "Retry-After"] != nil)
      #expect(try await TestBrowser(server).bring(codes).text.contains("decision"))
      for _ in 0..<310 { _ = try await TestBrowser(server).type("BBBB-BBBB", at: codes) }
      #expect(try await TestBrowser(server).type(codes["user_code"]?.stringValue ?? "", at: codes).status == 429)
    }
  }

  @Test func passwordsAreCheckedAsElsewhere() async throws {
    try await TestServer.with { server in
      let codes = try await TestApp(server: server).askForCodes().json
      let browser = TestBrowser(server)
      let login = try await browser.type(codes["user_code"]?.stringValue ?? "", at: codes)
      let wrong = try await browser.submit(login, [("username", "demouser"), ("password", "wrong")])
      #expect(wrong.status == 200 && wrong.text.contains("name=\"password\""))
      for _ in 0..<5 { _ = try await browser.submit(login, [("username", "demouser"), ("password", "wrong")]) }
      #expect(try await browser.submit(login, [("username", "demouser"), ("password", "Password1")]).status == 429)
    }
  }

  /// Every form is bound to its purpose and its browser, the decision also to its session, and must come from an own page.
  @Test func foreignFormsAreRefused() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      let (browser, other) = (TestBrowser(server), TestBrowser(server))
      let page = try await browser.get(server.origin + "/device")
      let question = try await browser.bring(codes)
      _ = try await other.bring(codes)
      for path in ["/device", "/device/login", "/device/decision"] {
        for forged in ["forged", page.hiddenForm, question.hiddenForm] {
          #expect(try await other.post(server.origin + path, [("form", forged), ("decision", "allow")]).status == 400)
        }
        let foreign = [HTTPHeader("Origin", "https://evil.example")]
        #expect(
          try await browser.post(
            server.origin + path, [("form", question.hiddenForm), ("decision", "allow")], headers: foreign
          ).status == 403)
      }
      // The same browser with another session.
      _ = try await browser.signIn(app.authorizationURL(["prompt": "login"]), as: "jd", "password")
      #expect(try await browser.submit(question, [("decision", "allow")]).status == 400)
      #expect(try await app.poll(codes).error == "authorization_pending")
    }
  }

  /// An instance belongs to its user: no other user's session or login can allow it.
  @Test func anInstanceIsItsUsers() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      let codes = try await app.askForCodes().json
      let browser = TestBrowser(server)
      _ = try await browser.signIn(TestApp(server: server).authorizationURL(), as: "jd", "password")
      let login = try await browser.type(codes["user_code"]?.stringValue ?? "", at: codes)
      #expect(login.text.contains("name=\"password\""))
      let still = try await browser.submit(login, [("username", "jd"), ("password", "password")])
      #expect(still.text.contains("name=\"password\""))
      let question = try await browser.submit(login, [("username", "demouser"), ("password", "Password1")])
      #expect(try await browser.submit(question, [("decision", "allow")]).status == 200)
      #expect(try await app.poll(codes).status == 200)
    }
  }

  /// `max_age` and `acr_values` mean the same as at the authorization endpoint (RFC 9470 §4).
  @Test func theLoginIsAsFreshAsRequested() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      server.clock.advance(by: 100)
      for (changes, asksAgain) in [
        (["max_age": "200"], false), (["max_age": "50"], true), (["acr_values": freshLogin], true),
      ] as [([String: String?], Bool)] {
        let codes = try await app.askForCodes(changes).json
        let page = try await browser.type(codes["user_code"]?.stringValue ?? "", at: codes)
        #expect(page.text.contains("name=\"password\"") == asksAgain, "\(changes)")
      }
    }
  }

  // MARK: Revocation and limits

  @Test func revocationEndsTheRequest() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      let codes = try await app.askForCodes().json
      #expect(try await browser.decide(codes).status == 200)
      let grants = try await server.server.administration.grants(of: app.clientID)
      #expect(grants.map(\.liveTokens) == [0])
      try await server.server.administration.revokeGrant(try #require(grants.first).id, of: app.clientID)
      #expect(try await app.poll(codes).error == "access_denied")

      let second = try await app.askForCodes().json
      #expect(try await browser.decide(second).status == 200)
      try await server.server.administration.revokeClient(app.clientID)
      #expect(try await app.poll(second).error == "invalid_client")
    }
  }

  @Test func aClientWithoutTheGrantIsRefused() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      let codes = try await app.askForCodes().json
      let question = try await browser.bring(codes)
      try await server.database {
        try $0.execute(
          sql: """
            UPDATE dynamically_registered_clients SET metadata = json_set(metadata, '$.grant_types', json('["authorization_code"]'))
            """)
      }
      #expect(try await browser.submit(question, [("decision", "allow")]).status == 400)
      #expect(try await app.poll(codes).error == "unauthorized_client")
    }
  }

  /// If the device disappears at the last moment, nothing is allowed, and no consent is remembered.
  @Test func aConsentIsRememberedOnlyWithTheDevice() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(
        as: "demouser", "Password1", TestServer.deviceMetadata.setting("requires_consent", true))
      func remembered() async throws -> Int {
        try await server.database { try Int.fetchOne($0, sql: "SELECT count(*) FROM consents") ?? 0 }
      }
      let codes = try await app.askForCodes().json
      let question = try await browser.bring(codes)
      // Simulates another decision in between: the update changes no row.
      try await server.database {
        try $0.execute(
          sql: """
            CREATE TRIGGER decided_elsewhere BEFORE UPDATE OF status ON device_authorizations
            BEGIN SELECT RAISE(IGNORE); END
            """)
      }
      #expect(try await browser.submit(question, [("decision", "allow")]).status == 400)
      #expect(try await remembered() == 0)
      try await server.database { try $0.execute(sql: "DROP TRIGGER decided_elsewhere") }
      #expect(try await browser.submit(question, [("decision", "allow")]).status == 200)
      #expect(try await remembered() == 2)
    }
  }

  /// An authenticating client has its own places; at a public client the oldest device makes room, because anyone can pose as it.
  @Test func placesAreBounded() async throws {
    try await TestServer.with(adjusting: { $0.limits.deviceAuthorizations = 2 }) { server in
      let (app, _, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      for _ in 0..<2 { #expect(try await app.askForCodes().status == 200) }
      let full = try await app.askForCodes()
      #expect(full.status == 429 && full.error == "temporarily_unavailable")
      #expect(full.headers[first: "Retry-After"] != nil)
      let phone = TestApp(server: server)
      var codes: [JSON] = []
      for _ in 0..<3 { codes.append(try await phone.askForCodes().json) }
      #expect(try await phone.poll(codes[0]).error == "invalid_grant")
      for code in codes[1...] { #expect(try await phone.poll(code).error == "authorization_pending") }
      server.clock.advance(by: 600)
      #expect(try await app.askForCodes().status == 200)
    }
  }

  @Test func upkeepRemovesExpiredDevices() async throws {
    try await TestServer.with { server in
      _ = try await TestApp(server: server).askForCodes()
      server.clock.advance(by: 600 + 86_400)
      try await server.server.provider.store.removeExpired(now: server.clock.source.now)
      #expect(try await server.deviceAuthorizations() == 0)
    }
  }

  /// The built-in clients of an earlier database may use the grant, like those of a new one.
  @Test func theMigrationAllowsTheOwnClients() async throws {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue, upTo: "15 changed registrations")
    try await queue.write { database in
      for (client, grants) in [
        ("mobile-dcr-client", #"["authorization_code"]"#), ("another", #"["authorization_code"]"#),
      ] {
        try database.execute(
          sql: "INSERT INTO configured_clients (client_id, kind, metadata) VALUES (?, 'static', ?)",
          arguments: [client, #"{"grant_types":"# + grants + "}"])
      }
    }
    try Schema.migrator.migrate(queue)
    let grants = try await queue.read { database in
      try String.fetchAll(
        database, sql: "SELECT json_extract(metadata, '$.grant_types') FROM configured_clients ORDER BY client_id")
    }
    #expect(
      grants == [#"["authorization_code"]"#, #"["authorization_code","urn:ietf:params:oauth:grant-type:device_code"]"#])
  }
}
