import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Pushed authorization requests (RFC 9126): from the push to the code.
@Suite struct PushedRequestTests {
  /// The request of §2.1 with the credentials of §3, and the redirect of §4 to the login.
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
      try await TestServer.with(adjusting: { $0.policies.pushedAuthorization = isRequired ? .required : .optional }) {
        server in
        let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration"))
        #expect(
          metadata.json["pushed_authorization_request_endpoint"]?.stringValue
            == server.origin + "/oauth/v2/oauth-authorize/par")
        #expect(metadata.json["require_pushed_authorization_requests"] == .bool(isRequired))
      }
    }
  }

  /// The browser's URL reveals nothing, and further parameters in it have no effect.
  @Test func nothingElseCounts() async throws {
    try await TestServer.withApp { _, app, browser in
      let reference = try await app.pushed(["nonce": "pushed", "state": "pushed"])
      let redirect = try await browser.get(
        app.presenting(
          reference,
          adding: [
            ("scope", "openid email"), ("state", "other"), ("state", "again"),
            ("redirect_uri", "https://evil.example/"),
            ("nonce", "other"), ("response_type", "token"), ("request", "e30.e30."), ("prompt", "login"),
          ]))
      #expect(redirect.redirectParameters["state"] == "pushed")
      #expect(redirect.location?.hasPrefix(app.redirectURI) == true)
      let tokens = try await app.redeem(try #require(redirect.code)).json
      #expect(tokens["scope"] == "openid profile")
      #expect(try unverifiedClaims(of: tokens["id_token"])["nonce"] == "pushed")
    }
  }

  /// A client's credentials are never stored with its request.
  @Test func credentialsAreNotKept() async throws {
    try await TestServer.withApp { server, app, _ in
      let secret = try #require(app.secret)
      #expect(try await app.push(basic: false).status == 201)
      let kept = try await server.database { try String.fetchAll($0, sql: "SELECT parameters FROM pushed_requests") }
      #expect(!kept.isEmpty)
      for text in kept {
        #expect(!text.contains("client_secret") && !text.contains("client_assertion"))
        #expect(!text.contains(secret))
      }
    }
  }

  /// RFC 6749 §3.1: a parameter without a value counts as left out.
  @Test func emptyParametersAreNone() async throws {
    try await TestServer.withApp { _, app, browser in
      let reference = try await app.pushed(["request_uri": "", "request": "", "dpop_jkt": "", "max_age": ""])
      #expect(try await browser.get(app.presenting(reference)).code != nil)
    }
  }

  // MARK: Refusals

  static let refused: [([String: String?], String)] = [
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

  /// §2.3: the push is checked like an authorization request, and answered with JSON.
  @Test(arguments: refused) func refuses(_ changes: [String: String?], _ error: String) async throws {
    try await TestServer.withApp { server, app, _ in
      let answer = try await app.push(changes)
      #expect(answer.status == 400)
      #expect(answer.error == error)
      #expect(answer.json["error_description"]?.stringValue?.isEmpty == false)
      #expect(answer.location == nil)
      #expect(try await server.pushedRequests() == 0)
    }
  }

  @Test func refusesOtherMessages() async throws {
    try await TestServer.withApp { server, app, _ in
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

  /// §2.3: a request too large for the login and consent forms is refused at once, 413, at the authorization endpoint as well.
  @Test func aRequestTooLargeForTheLoginIsRefused() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let large = String(repeating: "a", count: 60_000)
      let answer = try await app.push(["state": large])
      #expect((answer.status, answer.error) == (413, "invalid_request"))
      #expect(try await server.pushedRequests() == 0)
      let query = app.authorizationURL(["state": large]).split(separator: "?", maxSplits: 1)[1]
      let posted = try await TestBrowser(server).post(
        server.origin + "/oauth/v2/oauth-authorize", try FormParameters(formEncoded: query.utf8).pairs)
      #expect(posted.status == 413 && posted.isPage)
      // A line that is short in a URL, but three times as long when encoded for a form.
      let colons = String(repeating: ":", count: 12_000)
      #expect(try await TestBrowser(server).get(app.authorizationURL() + "&nonce=" + colons).status == 413)

      let fit = String(repeating: "a", count: 30_000)
      let redirect = try await TestBrowser(server).signIn(app.presenting(try await app.pushed(["state": fit])))
      #expect(redirect.redirectParameters["state"] == fit)
      #expect(try await app.redeem(try #require(redirect.code)).status == 200)
    }
  }

  /// With its reference a request may have as many parameters as any message, and not one more.
  @Test func tooManyParametersAreRefused() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      func more(_ count: Int) -> [(String, String)] { (0..<count).map { ("x\($0)", "1") } }
      // The app sends 7 others anyway.
      let answer = try await app.push(adding: more(93))
      #expect((answer.status, answer.error) == (400, "invalid_request"))
      #expect(try await server.pushedRequests() == 0)
      let pushed = try await app.push(adding: more(92))
      let reference = try #require(pushed.json["request_uri"]?.stringValue, "\(pushed.text)")
      let redirect = try await TestBrowser(server).signIn(app.presenting(reference))
      #expect(try await app.redeem(try #require(redirect.code)).status == 200)
    }
  }

  @Test func pushingTooMuchHasToWait() async throws {
    try await TestServer.withApp(adjusting: { $0.limits.pushedRequests = 3 }) { server, app, _ in
      for _ in 0..<3 { #expect(try await app.push().status == 201) }
      let answer = try await app.push()
      #expect(answer.status == 429)
      #expect(answer.headers[first: "Retry-After"] == "60")
      // Other clients are not affected, and the limit passes.
      #expect(try await TestApp(server: server).push().status == 201)
      server.clock.advance(by: 60)
      #expect(try await app.push().status == 201)
      try await server.server.provider.store.removeExpired(now: server.clock.source.now)
      #expect(try await server.pushedRequests() == 1)
    }
  }
}

extension TestServer {
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
