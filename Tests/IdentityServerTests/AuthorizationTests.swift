import SharedValues
import Testing

@testable import IdentityServer

/// The authorization endpoint's refusals: which error, and where it is reported (RFC 6749 §4.1.2.1).
@Suite struct AuthorizationTests {
  struct Case: Sendable {
    var changes: [String: String?] = [:]
    var adding: [(String, String)] = []
    var error: String
    init(_ changes: [String: String?], _ error: String, adding: [(String, String)] = []) {
      self.changes = changes
      self.error = error
      self.adding = adding
    }
  }

  /// Errors of requests with a good client and redirect URI go to the client.
  static let redirected: [Case] = [
    Case(["response_type": nil], "invalid_request"), Case(["response_type": "token"], "unsupported_response_type"),
    Case(["response_type": "code id_token"], "unsupported_response_type"),
    Case(["response_mode": "fragment"], "invalid_request"), Case(["request": "e30."], "request_not_supported"),
    Case(["request_uri": "https://a.example/r"], "request_uri_not_supported"),
    Case(["registration": "{}"], "registration_not_supported"), Case(["code_challenge": nil], "invalid_request"),
    Case(["code_challenge": nil, "code_challenge_method": nil], "invalid_request"),
    Case(["code_challenge_method": nil], "invalid_request"),
    Case(["code_challenge_method": "plain"], "invalid_request"),
    Case(["code_challenge": "short"], "invalid_request"), Case(["prompt": "none login"], "invalid_request"),
    Case(["prompt": "jump"], "invalid_request"), Case(["max_age": "-1"], "invalid_request"),
    Case(["max_age": "soon"], "invalid_request"), Case(["scope": "openid profile"], "invalid_scope"),
    Case(["id_token_hint": "a.b.c"], "invalid_request"), Case(["prompt": "none"], "login_required"),
    Case([:], "invalid_request", adding: [("scope", "dcr")]), Case([:], "invalid_request", adding: [("state", "st-2")]),
    Case([:], "invalid_request", adding: [("x", "1"), ("x", "2")]),
  ]

  @Test(arguments: redirected)
  func errorGoesToTheClient(_ test: Case) async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL(test.changes, adding: test.adding)
      let answer = try await TestBrowser(server).get(url)
      #expect(answer.status == 302)
      #expect(answer.location?.hasPrefix("io.curity.dcrclient:/callback?") == true)
      #expect(answer.redirectParameters["error"] == test.error)
      #expect(answer.redirectParameters["state"] == "st-1")
      #expect(answer.redirectParameters["iss"] == server.issuer)
      #expect(answer.code == nil)
    }
  }

  /// Without a known client and a registered redirect URI, the browser is never redirected.
  static let pages: [Case] = [
    Case(["client_id": nil], ""), Case(["client_id": "nobody"], ""),
    Case(["client_id": "mobile-dcr-template-client"], ""),
    Case(["redirect_uri": "https://evil.example/"], ""), Case(["redirect_uri": "io.curity.dcrclient:/callback/"], ""),
    Case(["redirect_uri": "io.curity.dcrclient:/callback?x=1"], ""),
    Case(["redirect_uri": "io.curity.dcrclient:/callback#f"], ""),
    Case(["redirect_uri": "IO.curity.dcrclient:/callback"], ""),
    Case(["redirect_uri": nil, "scope": "openid"], ""), Case(["redirect_uri": "javascript:alert(1)"], ""),
    Case([:], "", adding: [("client_id", "mobile-dcr-client")]),
    Case([:], "", adding: [("redirect_uri", "https://evil.example/")]),
  ]

  @Test(arguments: pages)
  func errorStaysHere(_ test: Case) async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL(test.changes, adding: test.adding)
      let answer = try await TestBrowser(server).get(url)
      #expect(answer.status == 400)
      #expect(answer.location == nil)
      #expect(answer.contentType == "text/html")
      #expect(!answer.text.contains("evil.example"))
    }
  }

  @Test func unknownParametersAndLocalesAreIgnored() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL(["ui_locales": "sv de", "foo": "bar", "display": "page"])
      let page = try await TestBrowser(server).get(url)
      #expect(page.status == 200)
    }
  }

  @Test func postIsAnsweredLikeGet() async throws {
    try await TestServer.with { server in
      let url = TestApp(server: server).authorizationURL()
      let query = url.split(separator: "?")[1]
      let parameters = try FormParameters(formEncoded: query.utf8)
      let answer = try await TestBrowser(server).post(
        server.origin + "/oauth/v2/oauth-authorize", parameters.pairs.map { ($0.name, $0.value) })
      #expect(answer.status == 200)
      #expect(answer.text.contains("type=\"password\""))
    }
  }

  /// RFC 7636 appendix B.
  @Test func proofKeyVector() {
    #expect(Base64URL.encode(Primitives.sha256(TestApp.verifier.utf8)) == TestApp.challenge)
    #expect(Store.refusal(verifier: TestApp.verifier, challenge: TestApp.challenge) == nil)
    #expect(Store.refusal(verifier: TestApp.verifier + "x", challenge: TestApp.challenge) == .verifierMismatch)
    #expect(Store.refusal(verifier: nil, challenge: TestApp.challenge) == .verifierMissing)
    #expect(Store.refusal(verifier: TestApp.verifier, challenge: nil) == .verifierUnexpected)
  }

  @Test func maxAgeAndPromptAskAgain() async throws {
    try await TestServer.withApp { server, app, browser in
      server.clock.advance(by: 100)
      #expect(try await browser.get(app.authorizationURL(["max_age": "1000"])).code != nil)
      #expect(try await browser.get(app.authorizationURL(["max_age": "99"])).status == 200)
      #expect(try await browser.get(app.authorizationURL(["prompt": "login"])).status == 200)
      let refused = try await browser.get(app.authorizationURL(["max_age": "99", "prompt": "none"]))
      #expect(refused.redirectParameters["error"] == "login_required")
      let page = try await browser.get(app.authorizationURL(["prompt": "login"]))
      let again = try await browser.submit(page, [("username", "demouser"), ("password", "Password1")])
      #expect(again.code != nil)
    }
  }

  /// OpenID Connect Core §3.1.2.1: 0 seconds demand a new login, even within the same second.
  @Test func maxAgeZeroAlwaysAsks() async throws {
    try await TestServer.withApp { _, app, browser in
      let page = try await browser.get(app.authorizationURL(["max_age": "0"]))
      #expect(page.status == 200)
      #expect(try await browser.submit(page, [("username", "demouser"), ("password", "Password1")]).code != nil)
      let silent = try await browser.get(app.authorizationURL(["max_age": "0", "prompt": "none"]))
      #expect(silent.redirectParameters["error"] == "login_required")
    }
  }

  @Test func webClientWithSecretMayLeaveProofKeyOut() async throws {
    let metadata: JSON = ["redirect_uris": ["https://rp.example/cb"], "scope": "openid profile email telepathy"]
    try await TestServer.with { server in
      let (app, browser, registration) = try await server.registeredApp(metadata)
      #expect(registration["scope"] == "openid profile email")
      let none: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
      let redirect = try await browser.get(
        app.authorizationURL(none.merging(["scope": "openid email telepathy"]) { $1 }))
      #expect(redirect.location?.hasPrefix("https://rp.example/cb?code=") == true)
      let tokens = try await app.redeem(try #require(redirect.code), ["code_verifier": nil])
      #expect(tokens.json["scope"] == "openid email")
      let other = try await browser.get(app.authorizationURL(none))
      #expect(try await app.redeem(try #require(other.code)).error == "invalid_grant")
    }
  }

  @Test func hintOfAnotherUserIsNoSilentLogin() async throws {
    try await TestServer.withTokens { server, _, _, tokens in
      let hint = try #require(tokens["id_token"]?.stringValue)
      let web: JSON = ["redirect_uris": ["https://rp.example/cb"], "scope": "openid"]
      let (other, browser, _) = try await server.registeredApp(as: "jd", "password", web)
      let silent = try await browser.get(other.authorizationURL(["id_token_hint": hint, "prompt": "none"]))
      #expect(silent.redirectParameters["error"] == "login_required")
    }
  }
}

extension TestServer {
  func registeredApp(_ metadata: JSON) async throws -> (app: TestApp, browser: TestBrowser, registration: JSON) {
    try await registeredApp(as: "demouser", "Password1", metadata)
  }
}
