import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Pushed authorization requests (RFC 9126): from the push to the code.
@Suite struct PushedRequestTests {
  /// §2.1's request, with the credentials of §3, and §4's way to the login.
  @Test(arguments: TestServer.Way.allCases) func theExampleOfTheRFC(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      try await server.insertExampleClient()
      let pushed = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-authorize/par",
          headers: [
            HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
            HTTPHeader("Authorization", "Basic czZCaGRSa3F0Mzo3RmpmcDBaQnIxS3REUmJuZlZkbUl3"),
          ],
          body: Array(
            ("response_type=code&state=af0ifjsldkj&client_id=s6BhdRkqt3"
              + "&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb"
              + "&code_challenge=K2-ltc83acc4h0c9w6ESC_rEMTJ3bww-uCHaoeK1t8U"
              + "&code_challenge_method=S256&scope=account-information").utf8)))
      #expect(pushed.status == 201)
      #expect(pushed.headers[first: "Content-Type"] == "application/json")
      #expect(pushed.headers[first: "Cache-Control"] == "no-store")
      #expect(Set(pushed.json.objectValue?.map(\.name) ?? []) == ["request_uri", "expires_in"])
      #expect(pushed.json["expires_in"] == 60)
      let reference = try #require(pushed.json["request_uri"]?.stringValue)
      #expect(reference.wholeMatch(of: /urn:ietf:params:oauth:request_uri:[A-Za-z0-9_-]{43}/) != nil)
      let query = String(
        decoding: form([("client_id", "s6BhdRkqt3"), ("request_uri", reference)]), as: UTF8.self)
      let redirect = try await TestBrowser(server).signIn(server.origin + "/oauth/v2/oauth-authorize?" + query)
      #expect(redirect.location?.hasPrefix("https://client.example.org/cb?code=") == true)
      #expect(redirect.redirectParameters["state"] == "af0ifjsldkj")
    }
  }

  @Test func theMetadataNamesTheEndpoint() async throws {
    for isRequired in [false, true] {
      try await TestServer.with(adjusting: { $0.demands.pushedAuthorization = isRequired }) { server in
        let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration"))
        #expect(
          metadata.json["pushed_authorization_request_endpoint"]?.stringValue
            == server.origin + "/oauth/v2/oauth-authorize/par")
        #expect(metadata.json["require_pushed_authorization_requests"] == .bool(isRequired))
      }
    }
  }

  /// The whole of it: the browser's URL says nothing, and what is in it besides does not count.
  @Test func nothingElseCounts() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp()
      let reference = try await app.pushed(["nonce": "pushed", "state": "pushed"])
      let redirect = try await browser.get(
        app.presenting(
          reference,
          adding: [
            ("scope", "openid email"), ("state", "other"), ("state", "again"), ("redirect_uri", "https://evil.example/"),
            ("nonce", "other"), ("response_type", "token"), ("request", "e30.e30."), ("prompt", "login"),
          ]))
      #expect(redirect.redirectParameters["state"] == "pushed")
      #expect(redirect.location?.hasPrefix(app.redirectURI) == true)
      let tokens = try await app.redeem(try #require(redirect.code)).json
      #expect(tokens["scope"] == "openid profile")
      #expect(try claims(of: tokens["id_token"])["nonce"] == "pushed")
    }
  }

  /// No credential of a client is ever kept with its request.
  @Test func credentialsAreNotKept() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.registeredApp()
      let answer = try await app.push(["client_assertion": "a.b.c", "client_assertion_type": "x"], basic: false)
      #expect([201, 400, 401].contains(answer.status))
      _ = try await app.push(basic: false)
      let kept = try await server.database { try String.fetchAll($0, sql: "SELECT parameters FROM pushed_requests") }
      #expect(!kept.isEmpty)
      for text in kept {
        #expect(!text.contains("client_secret") && !text.contains("client_assertion"))
        #expect(!text.contains(try #require(app.secret)))
      }
    }
  }

  // MARK: What is refused at once

  static let refused: [(changes: [String: String?], error: String)] = [
    (["request_uri": "urn:ietf:params:oauth:request_uri:abc"], "invalid_request"),
    (["request_uri": "https://client.example.org/request.jwt"], "invalid_request"),
    (["request": "e30.e30."], "request_not_supported"), (["registration": "{}"], "registration_not_supported"),
    (["redirect_uri": "io.curity.dcrclient:/other"], "invalid_request"), (["redirect_uri": nil], "invalid_request"),
    (["response_type": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
    (["response_mode": "fragment"], "invalid_request"), (["scope": "unknown"], "invalid_scope"),
    (["code_challenge": nil], "invalid_request"), (["code_challenge_method": "plain"], "invalid_request"),
    (["prompt": "none login"], "invalid_request"), (["max_age": "-1"], "invalid_request"),
    (["claims": "{"], "invalid_request"), (["id_token_hint": "a.b.c"], "invalid_request"),
    (["claims": #"{"id_token":{"acr":{"essential":true,"value":"urn:x"}}}"#], "unmet_authentication_requirements"),
    (["resource": "https://api.example/"], "invalid_target"),
  ]

  /// §2.3: the push is judged as the authorization endpoint judges, and answered with JSON.
  @Test(arguments: refused) func refuses(_ changes: [String: String?], _ error: String) async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.registeredApp()
      let answer = try await app.push(changes)
      #expect(answer.status == 400)
      #expect(answer.error == error)
      #expect(answer.json["error_description"]?.stringValue?.isEmpty == false)
      #expect(answer.location == nil)
      #expect(try await server.pushedRequests() == 0)
    }
  }

  @Test func refusesOtherMessages() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.registeredApp()
      let url = server.origin + "/oauth/v2/oauth-authorize/par"
      // §2.3: 405, 413, and 401 as at the token endpoint.
      for method in ["GET", "PUT", "DELETE"] {
        let answer = try await server.send(HTTPRequest(method, url))
        #expect(answer.status == 405)
        #expect(answer.headers[first: "Allow"] == "POST")
      }
      #expect(try await app.push(["state": String(repeating: "a", count: 70_000)]).status == 413)
      var stranger = app
      stranger.secret = "wrong"
      #expect(try await stranger.push().error == "invalid_client")
      #expect(try await stranger.push().status == 401)
      stranger.secret = nil
      #expect(try await stranger.push().status == 401)
      stranger.clientID = "nobody"
      #expect(try await stranger.push().status == 401)
      #expect(try await app.push(["client_id": nil]).error == "invalid_request")
      #expect(try await app.push(["client_id": "mobile-dcr-client"]).error == "invalid_request")
      #expect(try await app.push(adding: [("state", "twice")]).error == "invalid_request")
      #expect(try await app.push(adding: [("client_id", app.clientID)]).error == "invalid_request")
      let json = try await server.send(
        HTTPRequest(
          "POST", url, headers: [HTTPHeader("Content-Type", "application/json")], body: Array("{}".utf8)))
      #expect(json.error == "invalid_request")
      #expect(try await server.pushedRequests() == 0)
    }
  }

  @Test func whoPushesTooMuchHasToWait() async throws {
    try await TestServer.with(adjusting: { $0.limits.pushedRequests = 3 }) { server in
      let (app, _, _) = try await server.registeredApp()
      for _ in 0..<3 { #expect(try await app.push().status == 201) }
      let answer = try await app.push()
      #expect(answer.status == 429)
      #expect(answer.headers[first: "Retry-After"] == "60")
      // Another client is not kept from it; and it passes.
      #expect(try await TestApp(server: server).push().status == 201)
      server.clock.advance(by: 60)
      #expect(try await app.push().status == 201)
      try await server.server.provider.store.removeExpired(now: server.clock.source.now)
      #expect(try await server.pushedRequests() == 1)
    }
  }

  // MARK: The reference

  /// §4, §7.2 and §7.3: a page, never a redirect, and no parameter of such a request counts.
  @Test func aWrongReferenceEndsOnAPage() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp()
      let (other, _, _) = try await server.registeredApp(as: "jd", "password")
      let reference = try await app.pushed()
      let expired = try await app.pushed()
      let used = try await app.pushed()
      #expect(try await browser.get(app.presenting(used)).code != nil)
      var urls = [
        "unknown": app.presenting("urn:ietf:params:oauth:request_uri:" + freshSecret()),
        "nothing": app.presenting("urn:ietf:params:oauth:request_uri:"), "another client": other.presenting(reference),
        "used": app.presenting(used), "longer": app.presenting(reference + "A"),
      ]
      for (what, url) in urls { try await expectPage(url, browser, "invalid_request_uri", what) }
      urls = [
        "no client": server.origin + "/oauth/v2/oauth-authorize?"
          + String(decoding: form([("request_uri", reference)]), as: UTF8.self),
        "client twice": app.presenting(reference, adding: [("client_id", other.clientID)]),
        "reference twice": app.presenting(reference, adding: [("request_uri", expired)]),
      ]
      for (what, url) in urls { try await expectPage(url, browser, "invalid_request", what) }
      // None of that has used it up.
      #expect(try await browser.get(app.presenting(reference)).code != nil)
      server.clock.advance(by: 60)
      try await expectPage(app.presenting(expired), browser, "invalid_request_uri", "expired")
    }
  }

  private func expectPage(_ url: String, _ browser: TestBrowser, _ error: String, _ what: String) async throws {
    let answer = try await browser.get(url)
    #expect(answer.status == 400 && answer.isPage && answer.text.contains(error + ":"), "\(what)")
  }

  /// §4: the person may reload the page with the login form, and take longer than the reference lives. Nobody else has it then.
  @Test func reloadingAndLoggingInSlowly() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let browser = TestBrowser(server)
      let url = app.presenting(try await app.pushed())
      #expect(try await browser.get(url).isLoginPage)
      server.clock.advance(by: 500)
      let page = try await browser.get(url)
      #expect(page.isLoginPage)
      let refused = try await browser.submit(page, [("username", "demouser"), ("password", "wrong")])
      #expect(refused.isLoginPage)
      server.clock.advance(by: 800)
      try await expectPage(url, TestBrowser(server), "invalid_request_uri", "another browser")
      let redirect = try await browser.submit(refused, [("username", "demouser"), ("password", "Password1")])
      let code = try #require(redirect.code)
      #expect(try await app.redeem(code).status == 200)
      try await expectPage(url, browser, "invalid_request_uri", "used")
      // The form of the page before is worth nothing either.
      let again = try await browser.submit(page, [("username", "demouser"), ("password", "Password1")])
      #expect(again.code == nil && again.status == 400)
    }
  }

  @Test func refusingOnTheConsentPage() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp()
      let page = try await browser.get(app.presenting(try await app.pushed(["prompt": "consent"])))
      #expect(page.isConsentPage)
      let redirect = try await browser.submit(page, [("decision", "deny")])
      #expect(redirect.redirectParameters["error"] == "access_denied")
    }
  }

  /// One reference, fifty browsers or fifty windows of one: one code.
  @Test(arguments: [true, false]) func fiftyAtOnce(_ inOneBrowser: Bool) async throws {
    try await TestServer.with(.socket) { server in
      let (app, browser, _) = try await server.registeredApp()
      let url = app.presenting(try await app.pushed())
      let cookies = browser.cookies
      let codes = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<50 {
          group.addTask {
            let window = TestBrowser(server)
            window.cookies = cookies
            if !inOneBrowser { window.cookies["__Host-idsvr-browser"] = freshSecret() }
            return try await window.get(url).code
          }
        }
        return try await group.reduce(into: [String]()) { codes, code in if let code { codes.append(code) } }
      }
      #expect(codes.count == 1)
      #expect(try await app.redeem(codes.first ?? "none").status == 200)
    }
  }

  // MARK: Who has to push

  @Test func aClientCanHaveItRequired() async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("require_pushed_authorization_requests", true)
      let (app, browser, registration) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      #expect(registration["require_pushed_authorization_requests"] == true)
      try await expectRequired(app, browser)
    }
  }

  @Test func theServerCanRequireIt() async throws {
    try await TestServer.with(adjusting: { $0.demands.pushedAuthorization = true }) { server in
      let first = TestApp(server: server)
      try await expectRequired(first, TestBrowser(server))
      let browser = TestBrowser(server)
      let login = try await browser.signIn(first.presenting(try await first.pushed(["prompt": "login"])))
      #expect(try await first.redeem(try #require(login.code)).status == 200)
    }
  }

  /// §5 and §6: without the push a refusal at the client, which is known by its redirect URI.
  private func expectRequired(_ app: TestApp, _ browser: TestBrowser) async throws {
    let refusal = try await browser.get(app.authorizationURL()).redirectParameters
    #expect(refusal["error"] == "invalid_request" && refusal["state"] == "st-1")
    let answer = try await browser.get(app.presenting(try await app.pushed()))
    #expect(answer.code != nil || answer.isLoginPage)
  }
}

extension TestApp {
  /// Pushes what ``authorizationURL(_:adding:)`` would send the browser with.
  func push(
    _ changes: [String: String?] = [:], adding more: [(String, String)] = [], basic: Bool = true,
    headers: [HTTPHeader] = []
  ) async throws -> HTTPResponse {
    let query = authorizationURL(changes, adding: more).split(separator: "?", maxSplits: 1)[1]
    var headers = headers + [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")]
    var body = String(query)
    if let secret, basic {
      headers.append(HTTPHeader("Authorization", "Basic " + Data("\(clientID):\(secret)".utf8).base64EncodedString()))
    } else if let secret {
      body += "&client_secret=" + PercentCoding.encode(secret, .unreserved)
    }
    return try await server.send(
      HTTPRequest(
        "POST", server.origin + "/oauth/v2/oauth-authorize/par", headers: headers, body: Array(body.utf8)))
  }

  /// The reference of a request that was pushed.
  func pushed(_ changes: [String: String?] = [:]) async throws -> String {
    let answer = try await push(changes)
    return try #require(answer.json["request_uri"]?.stringValue, "\(answer.text)")
  }

  /// The address of the browser: client and reference (RFC 9126 §4).
  func presenting(_ reference: String, adding more: [(String, String)] = []) -> String {
    server.origin + "/oauth/v2/oauth-authorize?"
      + String(decoding: form([("client_id", clientID), ("request_uri", reference)] + more), as: UTF8.self)
  }
}

extension TestServer {
  func database<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await server.provider.store.pool.write(body)
  }

  func pushedRequests() async throws -> Int {
    try await database { try Int.fetchOne($0, sql: "SELECT count(*) FROM pushed_requests") ?? 0 }
  }

  /// The client of the examples in RFC 6749 and RFC 9126.
  fileprivate func insertExampleClient() async throws {
    var metadata = ClientMetadata()
    metadata.redirectURIs = ["https://client.example.org/cb"]
    metadata.scope = ["account-information"]
    let client = Client(
      id: "s6BhdRkqt3", kind: .dynamic, metadata: metadata, owner: "demouser",
      secretHash: digest("7Fjfp0ZBr1KtDRbnfVdmIw"))
    try await database { try Store.insert(client, registrationTokenHash: digest("none"), $0) }
  }
}

/// The claims of a token, unchecked.
func claims(of token: JSON?) throws -> JSON {
  let parts = (token?.stringValue ?? "").split(separator: ".").map(String.init)
  try #require(parts.count == 3)
  return try JSON.parse(try #require(Base64URL.decode(parts[1])))
}
