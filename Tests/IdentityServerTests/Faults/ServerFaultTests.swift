import Faults
import SharedValues
import Testing

@testable import IdentityServer

/// What a client sees of each kind of fault.
@Suite struct ServerFaultTests {
  @Test(arguments: TestServer.Way.allCases)
  func documentsAreWrong(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let metadata = HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")
      let keys = HTTPRequest("GET", server.issuer + "/jwks")
      let real = (try await server.send(metadata), try await server.send(keys))
      try await server.switchOn([
        FaultRule(.metadata, .missingMember("jwks_uri")), FaultRule(.jwks, .body(.truncated)),
      ])
      let spoiled = try await server.send(metadata)
      #expect(spoiled.json == real.0.json.setting("jwks_uri", nil))
      let half = try await server.send(keys)
      #expect(half.status == 200 && half.body == Array(real.1.body.prefix(real.1.body.count / 2)))
      try await server.switchOn([
        FaultRule(.metadata, .wrongMember("issuer", "https://evil.example")),
        FaultRule(.jwks, .body(.wrongContentType)),
      ])
      #expect(try await server.send(metadata).json["issuer"] == "https://evil.example")
      let page = try await server.send(keys)
      #expect(page.contentType == "text/html" && page.body == real.1.body)
      try await server.switchOff()
      #expect(try await server.send(metadata).json == real.0.json)
      #expect(try await server.send(keys).body == real.1.body)
    }
  }

  /// A value may lead a client to this server and to names that cannot exist, and nowhere else.
  @Test func noFaultLeadsToAnotherServer() async throws {
    try await TestServer.with { server in
      let metadata = HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")
      let real = try await server.send(metadata).json
      try await server.switchOn([FaultRule(.metadata, .wrongMember("token_endpoint", "https://127.0.0.1:9/token"))])
      #expect(try await server.send(metadata).json == real)
      #expect(server.server.faults.map(\.hits) == [0])
    }
  }

  /// Everybody's fault and a client's fault replace the answer before the code is used up: the client may try again.
  @Test(arguments: [false, true])
  func aRequestWithAStatusCanBeRepeated(_ isOfClient: Bool) async throws {
    try await TestServer.withApp { server, app, browser in
      let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-1"])).code)
      try await server.switchOn(
        [FaultRule(.token, .status(StatusDefect(503, error: "temporarily_unavailable", retryAfter: 3)))],
        for: isOfClient ? .client(app.clientID) : .everybody, times: 1)
      let refused = try await app.redeem(code)
      #expect(refused.status == 503 && refused.error == "temporarily_unavailable")
      #expect(refused.headers[first: "Retry-After"] == "3")
      #expect(refused.headers[first: "X-Content-Type-Options"] == "nosniff")
      #expect(try await app.redeem(code).status == 200)
    }
  }

  /// The rule that lets a request pass leaves it to the next one, which replaces the answer just as early: the code is still good.
  @Test func theNextRuleReplacesTheAnswerInTime() async throws {
    try await TestServer.withApp { server, app, browser in
      let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-1"])).code)
      try await server.switchOn([
        FaultRule(.token, .status(StatusDefect(502)), .once, after: 1),
        FaultRule(.token, .status(StatusDefect(503)), .once),
      ])
      #expect(try await app.redeem(code).status == 503)
      #expect(try await app.redeem(code).status == 502)
      #expect(try await app.redeem(code).status == 200)
    }
  }

  @Test func tokenAnswersAreWrong() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let refresh = tokens["refresh_token"]?.stringValue ?? ""
      try await server.switchOn([
        FaultRule(.refresh, .wrongMember("token_type", "mac")), FaultRule(.userinfo, .wrongMember("sub", "another")),
        FaultRule(.token, .status(StatusDefect(500))),
      ])
      let refreshed = try await app.refresh(refresh)
      #expect(refreshed.status == 200 && refreshed.json["token_type"] == "mac")
      let access = refreshed.json["access_token"]?.stringValue ?? ""
      #expect(try await app.userInfo(access).json["sub"] == "another")
      #expect(try await app.redeem("x").status == 500, "a refresh is not the redemption of a code")
    }
  }

  static let redirects: [(RedirectDefect, String)] = [
    (.wrongState, "state"), (.missingState, "state"), (.wrongIss, "iss"), (.missingIss, "iss"), (.missingCode, "code"),
  ]

  @Test(arguments: redirects)
  func theRedirectOfALoginIsWrong(_ defect: RedirectDefect, _ member: String) async throws {
    try await TestServer.withApp { server, app, browser in
      let real = try await browser.get(app.authorizationURL()).redirectParameters
      try await server.switchOn([FaultRule(.authorize, .redirect(defect))], for: .client(app.clientID))
      let spoiled = try await browser.get(app.authorizationURL()).redirectParameters
      #expect(spoiled[member] != real[member])
      for name in ["state", "iss"] where name != member { #expect(spoiled[name] == real[name]) }
      #expect((spoiled["code"] == nil) == (member == "code"))
    }
  }

  @Test(arguments: TestServer.Way.allCases)
  func aLoginEndsInAnError(_ way: TestServer.Way) async throws {
    try await TestServer.withApp(way) { server, app, known in
      try await server.switchOn([FaultRule(.authorize, .errorRedirect("access_denied"), .once)])
      // The page of the login has no redirect, and so the fault waits for the form.
      let redirect = try await TestBrowser(server).signIn(app.authorizationURL())
      let said = redirect.redirectParameters
      #expect(said["error"] == "access_denied" && said["state"] == "st-1" && said["iss"] == server.issuer)
      #expect(said["code"] == nil && redirect.location?.hasPrefix(app.redirectURI) == true)
      #expect(!redirect.text.contains("code="), "no link of the page leads on with the code")
      #expect(try await known.get(app.authorizationURL()).code != nil)
    }
  }

  /// The server's own refusal of a silent login uses no fault up.
  @Test func aFaultForOnceWaitsForACode() async throws {
    try await TestServer.withApp { server, app, known in
      try await server.switchOn([FaultRule(.authorize, .errorRedirect("access_denied"), .once)])
      let silent = app.authorizationURL(["prompt": "none"])
      #expect(try await TestBrowser(server).get(silent).redirectParameters["error"] == "login_required")
      #expect(try await known.get(silent).redirectParameters["error"] == "access_denied")
      #expect(try await known.get(silent).code != nil)
    }
  }

  @Test func registrationManagementPARAndLogoutFail() async throws {
    try await TestServer.with { server in
      let (app, browser, created) = try await server.registeredApp()
      let tokens = try await app.redeem(try await browser.get(app.authorizationURL()).code ?? "").json
      try await server.switchOn([
        FaultRule(.registration, .missingMember("client_id")),
        FaultRule(.pushedAuthorization, .wrongMember("request_uri", 1)),
        FaultRule(.logout, .redirect(.missingState)), FaultRule(.revocation, .status(StatusDefect(503))),
      ])
      let read = try await server.registration(
        "GET", created["registration_client_uri"]?.stringValue ?? "",
        token: created["registration_access_token"]?.stringValue ?? "")
      #expect(read.status == 200 && read.json["client_id"] == nil && read.json["redirect_uris"] != nil)
      let registered = try await server.register(token: server.registrationToken(TestBrowser(server)))
      #expect(registered.status == 201 && registered.json["client_id"] == nil)
      #expect(try await app.push().json["request_uri"] == 1)
      #expect(try await app.post(Addresses.revocationPath, [("token", "x")]).status == 503)
      let query = form([
        ("id_token_hint", tokens["id_token"]?.stringValue ?? ""), ("state", "s"),
        ("post_logout_redirect_uri", "io.curity.dcrclient:/logoutcallback"),
      ])
      let out = try await browser.get(
        server.origin + Addresses.endSessionPath + "?" + String(decoding: query, as: UTF8.self))
      #expect(out.location == "io.curity.dcrclient:/logoutcallback")
    }
  }

  @Test func aConnectionEndsWithoutAnAnswer() async throws {
    try await TestServer.withApp(.socket) { server, app, _ in
      try await server.switchOn([FaultRule(.refresh, .connection(.reset), .once)])
      do {
        _ = try await app.refresh("none")
        Issue.record("the server answered")
      } catch let failure as TransportFailure { #expect(failure.code == .connectionLost) }
      #expect(try await app.refresh("none").error == "invalid_grant")
      #expect(server.lines(of: app.clientID).suffix(2).map(\.status) == [0, 400])
    }
  }

  @Test func anAnswerThatNeverComes() async throws {
    try await TestServer.withApp(adjusting: { $0.connections.answer = .zero }) { server, app, _ in
      try await server.switchOn([FaultRule(.refresh, .connection(.timeOut))])
      #expect(try await app.refresh("none").status == 0)
    }
  }

  /// The server ends a connection at its limit for answers. What is kept says that no answer was sent.
  @Test func anAnswerThatIsTooLateIsNotSent() async throws {
    try await TestServer.with(adjusting: { $0.connections.answer = .milliseconds(50) }) { server in
      try await server.switchOn([
        FaultRule(.jwks, .latency(milliseconds: 300_000)), FaultRule(.jwks, .missingMember("keys")),
      ])
      let answer = try await server.send(HTTPRequest("GET", server.issuer + "/jwks"))
      #expect(answer.status == 0 && answer.body.isEmpty)
      #expect(server.lastLine?.status == 0 && server.lastLine?.fault == "jwks: latency 300000 ms")
      #expect(server.server.faults.map(\.hits) == [1, 0])
    }
  }

  @Test func aRequestThatWaitsGoesOnWhenTheFaultIsSwitchedOff() async throws {
    try await TestServer.withApp { server, app, _ in
      try await server.switchOn([FaultRule(.refresh, .latency(milliseconds: 300_000))])
      let waiting = Task { try await app.refresh("none").error }
      while server.server.faults.first?.hits != 1 { await Task.yield() }
      try await server.switchOff("a test")
      #expect(try await waiting.value == "invalid_grant")
      #expect(server.lastLine?.fault == "refresh: latency 300000 ms")
    }
  }
}
