import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The token endpoint: its refusals, and the fate of stolen codes and tokens.
@Suite struct TokenTests {
  private func codeFor(_ app: TestApp, _ browser: TestBrowser) async throws -> String {
    try #require(try await browser.get(app.authorizationURL()).code)
  }

  static let refused: [(changes: [String: String?], error: String)] = [
    (["grant_type": nil], "invalid_request"), (["grant_type": "password"], "unsupported_grant_type"),
    (["code": nil], "invalid_request"), (["code": "unknown"], "invalid_grant"),
    (["redirect_uri": "io.curity.dcrclient:/other"], "invalid_grant"), (["redirect_uri": nil], "invalid_grant"),
    (["code_verifier": nil], "invalid_grant"), (["code_verifier": TestApp.challenge], "invalid_grant"),
  ]

  @Test(arguments: refused)
  func refuses(_ changes: [String: String?], _ error: String) async throws {
    try await TestServer.withApp { _, app, browser in
      let code = try await codeFor(app, browser)
      let answer = try await app.redeem(code, changes)
      #expect(answer.status == 400)
      #expect(answer.error == error)
      #expect(answer.headers[first: "Cache-Control"] == "no-store")
      // A refused attempt does not use up the owner's code.
      #expect(try await app.redeem(code).status == 200)
    }
  }

  /// RFC 6749 §3.1.2.3 and §4.1.3: without OpenID Connect a request need not name the only registered URI, and what it has not named may be
  /// left out here, too.
  @Test func theOnlyRedirectURIMayBeLeftOut() async throws {
    try await TestServer.withApp { _, app, browser in
      for (sent, status) in [(nil, 200), (app.redirectURI, 200), ("io.curity.dcrclient:/other", 400)]
        as [(String?, Int)]
      {
        let url = app.authorizationURL(["redirect_uri": nil, "scope": "profile"])
        let code = try #require(try await browser.get(url).code)
        #expect(try await app.redeem(code, ["redirect_uri": sent]).status == status)
      }
    }
  }

  @Test func codeExpires() async throws {
    try await TestServer.withApp { server, app, browser in
      let code = try await codeFor(app, browser)
      server.clock.advance(by: 60)
      #expect(try await app.redeem(code).error == "invalid_grant")
    }
  }

  @Test func codeOfAnotherClientIsRefused() async throws {
    try await TestServer.withApp { server, app, browser in
      let (other, _, _) = try await server.registeredApp()
      let code = try await codeFor(app, browser)
      #expect(try await other.redeem(code).error == "invalid_grant")
      #expect(try await app.redeem(code).status == 200)
    }
  }

  @Test(arguments: TestServer.Way.allCases)
  func ofFiftyAttemptsOneWinsAndItsTokensDie(_ way: TestServer.Way) async throws {
    try await TestServer.withApp(way) { _, app, browser in
      let code = try await codeFor(app, browser)
      let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for _ in 0..<50 { group.addTask { try await app.redeem(code) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let winners = answers.filter { $0.status == 200 }
      #expect(winners.count == 1)
      #expect(answers.count { $0.error == "invalid_grant" } == 49)
      let token = try #require(winners.first?.json["access_token"]?.stringValue)
      #expect(try await app.userInfo(token).status == 401)
      let refresh = try #require(winners.first?.json["refresh_token"]?.stringValue)
      #expect(try await app.refresh(refresh).error == "invalid_grant")
    }
  }

  @Test func reuseOfARefreshTokenKillsTheFamily() async throws {
    try await TestServer.withTokens { _, app, _, tokens in
      let first = try #require(tokens["refresh_token"]?.stringValue)
      let second = try await app.refresh(first).json
      #expect(second["refresh_token"]?.stringValue != first)
      let access = try #require(second["access_token"]?.stringValue)
      #expect(try await app.userInfo(access).status == 200)
      #expect(try await app.refresh(first).error == "invalid_grant")
      #expect(try await app.userInfo(access).status == 401)
      #expect(try await app.refresh(try #require(second["refresh_token"]?.stringValue)).error == "invalid_grant")
    }
  }

  @Test func scopeMayBeNarrowedButNotWidened() async throws {
    try await TestServer.withTokens { _, app, _, tokens in
      let token = try #require(tokens["refresh_token"]?.stringValue)
      #expect(try await app.refresh(token, scope: "openid email").error == "invalid_scope")
      let narrowed = try await app.refresh(token, scope: "openid")
      #expect(narrowed.json["scope"] == "openid")
      let again = try await app.refresh(try #require(narrowed.json["refresh_token"]?.stringValue))
      #expect(again.json["scope"] == "openid profile")
    }
  }

  @Test func tokensExpire() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let access = try #require(tokens["access_token"]?.stringValue)
      server.clock.advance(by: 299)
      #expect(try await app.userInfo(access).status == 200)
      server.clock.advance(by: 1)
      #expect(try await app.userInfo(access).status == 401)
      server.clock.advance(by: 3300)
      #expect(try await app.refresh(try #require(tokens["refresh_token"]?.stringValue)).error == "invalid_grant")
    }
  }

  @Test func refreshTokenOfAnotherClientIsRefusedAndLives() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let (other, _, _) = try await server.registeredApp()
      let token = try #require(tokens["refresh_token"]?.stringValue)
      #expect(try await other.refresh(token).error == "invalid_grant")
      #expect(try await app.refresh(token).status == 200)
    }
  }

  @Test func clientAuthentication() async throws {
    try await TestServer.withApp { server, app, browser in
      var wrong = app
      wrong.secret = "wrong"
      for answer in [
        try await wrong.redeem("x"), try await wrong.redeem("x", basic: false),
        try await TestApp(server: server, clientID: app.clientID).redeem("x"),
        try await TestApp(server: server, clientID: "nobody", secret: "s").redeem("x"),
        try await TestApp(server: server, clientID: "mobile-dcr-template-client").redeem("x"),
        try await TestApp(server: server, secret: "a-secret-of-a-public-client").redeem("x"),
      ] {
        #expect(answer.status == 401)
        #expect(answer.error == "invalid_client")
        #expect(answer.headers[first: "WWW-Authenticate"]?.hasPrefix("Basic ") == true)
      }
      let twice = try await app.redeem("x", ["client_secret": app.secret])
      #expect(twice.status == 400)
      #expect(twice.error == "invalid_request")
      #expect(try await app.redeem(try await codeFor(app, browser), basic: false).status == 200)
    }
  }

  /// RFC 6749 §3.2: a parameter without a value counts as left out, those of another way to authenticate as well.
  @Test(arguments: [true, false]) func emptyParametersAreNone(_ basic: Bool) async throws {
    try await TestServer.withApp { _, app, browser in
      var empty: [String: String?] = ["client_assertion": "", "client_assertion_type": "", "scope": "", "resource": ""]
      if basic { empty.merge(["client_id": "", "client_secret": ""]) { $1 } }
      let code = try await codeFor(app, browser)
      #expect(try await app.redeem(code, empty, basic: basic).status == 200)
    }
  }

  /// A client without a secret may authenticate in the header with an empty one; a client with a secret may not.
  @Test(arguments: TestServer.Way.allCases) func anEmptySecretIsNone(_ way: TestServer.Way) async throws {
    try await TestServer.withApp(way) { server, app, browser in
      var (bare, open) = (app, TestApp(server: server))
      (bare.secret, open.secret) = ("", "")
      let code = try await codeFor(app, browser)
      #expect(try await bare.redeem(code).error == "invalid_client")
      let redirect = try await browser.signIn(open.authorizationURL(["prompt": "login"]))
      #expect(try await open.redeem(redirect.code ?? "none").status == 200)
    }
  }

  /// RFC 6749 §5.2: 401 with a challenge for a client that authenticates in the header, even if the header is malformed.
  @Test(arguments: ["%zz:secret", "id:100%", "id:%FF", "id:%00", "id"])
  func anUnreadableHeaderIsAFailedAuthentication(_ pair: String) async throws {
    try await TestServer.with { server in
      let headers = [
        HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
        HTTPHeader("Authorization", "Basic " + Data(pair.utf8).base64EncodedString()),
      ]
      let body = form([("grant_type", "authorization_code"), ("code", "x")])
      let answer = try await server.send(
        HTTPRequest("POST", server.origin + "/oauth/v2/oauth-token", headers: headers, body: body))
      #expect(answer.status == 401)
      #expect(answer.error == "invalid_client")
      #expect(answer.headers[first: "WWW-Authenticate"]?.hasPrefix("Basic ") == true)
    }
  }

  @Test func strictPolicyTakesOnlyTheRegisteredMethod() async throws {
    try await TestServer.with(adjusting: { $0.policies.clients = .strict }) { server in
      let (app, browser, registration) = try await server.registeredApp()
      #expect(registration["grant_types"] == ["authorization_code"])
      #expect(registration["token_endpoint_auth_methods"] == ["client_secret_basic"])
      let code = try await codeFor(app, browser)
      #expect(try await app.redeem(code, basic: false).error == "invalid_client")
      let tokens = try await app.redeem(code)
      #expect(tokens.status == 200)
      #expect(tokens.json["refresh_token"] == nil)
    }
  }

  @Test func theStaticClientGetsNoRefreshToken() async throws {
    try await TestServer.with { server in
      let answer = try await TestApp(server: server).refresh("x")
      #expect(answer.error == "unauthorized_client")
    }
  }

  @Test func secretsExpire() async throws {
    try await TestServer.with(adjusting: { $0.lifetimes.clientSecret = 1000 }) { server in
      let (app, browser, registration) = try await server.registeredApp()
      #expect(registration["client_secret_expires_at"]?.intValue == Int(TestServer.start.timeIntervalSince1970) + 1000)
      server.clock.advance(by: 1000)
      #expect(try await app.redeem(try await codeFor(app, browser)).error == "invalid_client")
    }
  }

  @Test func introspectionAndRevocation() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let (other, _, _) = try await server.registeredApp()
      let access = try #require(tokens["access_token"]?.stringValue)
      let refresh = try #require(tokens["refresh_token"]?.stringValue)
      func introspected(_ token: String, by app: TestApp) async throws -> JSON {
        try await app.post("/oauth/v2/oauth-introspect", [("token", token)]).json
      }
      let active = try await introspected(access, by: app)
      #expect(active["active"] == true)
      #expect(active["client_id"] == .string(app.clientID))
      #expect(active["username"] == "demouser")
      #expect(try await introspected(access, by: other) == ["active": false])
      #expect(try await introspected("unknown", by: app) == ["active": false])
      #expect(try await other.post("/oauth/v2/oauth-revoke", [("token", access)]).error == "invalid_request")
      #expect(try await app.post("/oauth/v2/oauth-revoke", [("token", "unknown")]).status == 200)
      #expect(try await app.post("/oauth/v2/oauth-revoke", [("token", access)]).status == 200)
      #expect(try await introspected(access, by: app) == ["active": false])
      let fresh = try await app.refresh(refresh).json
      #expect(
        try await app.post("/oauth/v2/oauth-revoke", [("token", fresh["refresh_token"]?.stringValue ?? "")]).status
          == 200)
      #expect(try await app.userInfo(fresh["access_token"]?.stringValue ?? "").status == 401)
    }
  }

  @Test func noSecretIsStoredInClear() async throws {
    try await TestServer.withTokens { (server, app, browser, tokens) async throws in
      var contents = Data()
      for name in ["idsvr.sqlite", "idsvr.sqlite-wal"] {
        contents.append((try? Data(contentsOf: server.folder.appendingPathComponent(name))) ?? Data())
      }
      for secret in [
        app.secret, tokens["access_token"]?.stringValue, tokens["refresh_token"]?.stringValue,
        browser.cookies[Cookie.session], "Password1",
      ] { #expect(contents.range(of: Data(try #require(secret).utf8)) == nil) }
    }
  }
}
