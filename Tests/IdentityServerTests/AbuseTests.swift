import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Attacks through fields that reach the database, a header or the parser, at a server for this machine alone and at one that is exposed.
@Suite struct AbuseTests {
  static let injections = [
    "' OR '1'='1", "x'; DROP TABLE tokens; --", "\" OR \"\"=\"", "demouser' --", "%", "_", "*", "\\", "?1", "\u{0}",
    "1; ATTACH DATABASE '/tmp/evil.sqlite' AS evil",
    "') UNION SELECT user_name, password_hash FROM users --",
  ]

  /// The whole database, except for rows that each attempt may leave behind.
  private func contents(_ server: TestServer) async throws -> [String] {
    try await server.server.provider.store.pool.read { database in
      let schema = try String.fetchAll(database, sql: "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY name")
      let rows = try ["users", "dynamically_registered_clients", "configured_clients", "tokens", "grants"].map {
        try Row.fetchAll(database, sql: "SELECT * FROM \($0) ORDER BY 1").description
      }
      return schema + rows + (try String.fetchAll(database, sql: "PRAGMA integrity_check"))
    }
  }

  @Test(arguments: Circumstances.allCases)
  func sqlInFieldsIsOnlyText(_ circumstances: Circumstances) async throws {
    try await TestServer.withTokens(adjusting: circumstances.adjust) { server, app, _, tokens in
      try await circumstances.begin(server)
      let dcr = try await server.registrationToken(TestBrowser(server))
      let before = try await contents(server)
      for text in AbuseTests.injections {
        var other = app
        other.clientID = text
        var guess = app
        guess.secret = text
        let path = "/token-service/oauth-registration/" + PercentCoding.encode(text, .unreserved)
        let metadata = TestServer.tutorialMetadata.setting("redirect_uris", nil).setting("software_id", .string(text))
        for (place, answer) in [
          ("client_id", try await other.redeem("x")), ("client_secret", try await guess.redeem("x")),
          ("code", try await app.redeem(text)), ("refresh_token", try await app.refresh(text)),
          ("access token", try await app.userInfo(text)),
          ("registration path", try await server.registration("GET", path, token: text)),
          ("software_id", try await server.register(metadata, token: dcr)),
        ] {
          #expect((400..<500).contains(answer.status), "\(text) as \(place): \(answer.status)")
        }
        let page = try await TestBrowser(server).get(app.authorizationURL(["client_id": text]))
        #expect(page.status == 400, "\(text) at the authorization endpoint")
        let browser = TestBrowser(server)
        let refused = try await browser.signIn(app.authorizationURL(["prompt": "login"]), as: text, "Password1")
        #expect(refused.code == nil, "\(text) as user name")
      }
      #expect(try await contents(server) == before)
      #expect(try await app.userInfo(tokens["access_token"]?.stringValue ?? "").status == 200)
      circumstances.check(server)
    }
  }

  /// The administrator's search takes wildcards literally.
  @Test(arguments: injections.filter { $0 != "\u{0}" })
  func searchTakesTextLiterally(_ text: String) async throws {
    try await TestServer.with { server in
      let token = try await server.registrationToken(TestBrowser(server))
      #expect(try await server.register(token: token).status == 201)
      let query = ClientQuery(text: text)
      #expect(try await server.server.administration.clients(query).elements.isEmpty)
      let named = TestServer.tutorialMetadata.setting("client_name", .string("a \(text) b"))
      let again = try await server.registrationToken(TestBrowser(server))
      #expect(try await server.register(named, token: again).status == 201)
      #expect(try await server.server.administration.clients(query).elements.count == 1)
    }
  }

  /// A line break from a client comes back encoded: no client can add a header to an answer.
  @Test(
    arguments: ["\r\nSet-Cookie: evil=1", "\nSet-Cookie: evil=1\n\n<p>", "\r", "\u{2028}", "\u{0}\r\nX: y"],
    Circumstances.allCases)
  func lineBreaksNeverEndAHeader(_ text: String, _ circumstances: Circumstances) async throws {
    try await TestServer.with(.socket, adjusting: circumstances.adjust) { server in
      try await circumstances.begin(server)
      let app = TestApp(server: server)
      for url in [
        app.authorizationURL(["prompt": "none", "state": text]),
        app.authorizationURL(["response_type": "token", "state": text]),
        server.origin + "/oauth/v2/oauth-session/logout?client_id=mobile-dcr-client&post_logout_redirect_uri="
          + PercentCoding.encode("io.curity.dcrclient:/logoutcallback", .unreserved) + "&state="
          + PercentCoding.encode(text, .unreserved),
        server.origin + "/oauth/v2/oauth-session/logout?state=" + PercentCoding.encode(text, .unreserved),
      ] {
        let connection = try await server.connection()
        try await connection.send("GET \(url.dropFirst(server.origin.count)) HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
        let answer = await connection.received { $0.contains("\r\n\r\n") }
        let head = answer.prefix(upTo: answer.range(of: "\r\n\r\n")?.lowerBound ?? answer.endIndex)
        for line in head.split(whereSeparator: \.isNewline).dropFirst() {
          #expect(line.contains(": "), "a line of its own: \(line)")
          #expect(!line.hasPrefix("X: ") && !line.contains("evil=1") || line.lowercased().hasPrefix("location: "))
        }
        #expect(!head.unicodeScalars.contains { $0 == "\u{0}" || $0 == "\u{2028}" })
        await connection.close()
      }
      circumstances.check(server)
    }
  }

  /// RFC 9700 §4.14.2, with thief and owner at the same moment.
  @Test(arguments: TestServer.Way.allCases, Circumstances.allCases)
  func ofTwentyRefreshesAtOnceOneWinsAndTheFamilyDies(
    _ way: TestServer.Way, _ circumstances: Circumstances
  ) async throws {
    try await TestServer.withTokens(way, adjusting: circumstances.adjust) { server, app, _, tokens in
      try await circumstances.begin(server)
      let token = try #require(tokens["refresh_token"]?.stringValue)
      let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for _ in 0..<20 { group.addTask { try await app.refresh(token) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let winner = try #require(answers.first { $0.status == 200 })
      #expect(answers.count { $0.error == "invalid_grant" } == 19)
      #expect(try await app.userInfo(winner.json["access_token"]?.stringValue ?? "").status == 401)
      #expect(try await app.refresh(winner.json["refresh_token"]?.stringValue ?? "").error == "invalid_grant")
      circumstances.check(server)
    }
  }

  static let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
  static let tooMuch: [(name: String, body: String, status: Int)] = [
    ("over the body limit", "{\"client_name\":\"" + String(repeating: "a", count: 66_000) + "\"}", 413),
    ("over the metadata limit", "{\"client_name\":\"" + String(repeating: "a", count: 40_000) + "\"}", 400),
    ("deep", "{\"jwks\":\(deep)}", 400), ("deep at the top", deep, 400),
    ("many members", "{" + (0..<4000).map { "\"m\($0)\":1" }.joined(separator: ",") + "}", 400),
    (
      "many redirects",
      "{\"redirect_uris\":[" + (0..<1500).map { "\"io.curity.dcrclient:/\($0)\"" }.joined(separator: ",") + "]}", 400
    ),
  ]

  @Test(arguments: tooMuch.indices, Circumstances.allCases)
  func tooMuchMetadataIsRefusedAndTheTokenLives(_ index: Int, _ circumstances: Circumstances) async throws {
    try await TestServer.with(.socket, adjusting: circumstances.adjust) { server in
      try await circumstances.begin(server)
      let token = try await server.registrationToken(TestBrowser(server))
      let answer = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/token-service/oauth-registration",
          headers: [HTTPHeader("Authorization", "Bearer " + token), HTTPHeader("Content-Type", "application/json")],
          body: Array(AbuseTests.tooMuch[index].body.utf8)))
      #expect(answer.status == AbuseTests.tooMuch[index].status, "\(AbuseTests.tooMuch[index].name)")
      #expect(try await server.register(token: token).status == 201)
      circumstances.check(server)
    }
  }
}
