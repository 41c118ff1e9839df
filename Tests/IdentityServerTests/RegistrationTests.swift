import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Registration (RFC 7591) and its management (RFC 7592).
@Suite struct RegistrationTests {
  @Test func responseHasTheMembersOfTheTutorial() async throws {
    try await TestServer.with { server in
      let token = try await server.registrationToken(TestBrowser(server))
      let json = try await server.register(token: token).json
      let id = try #require(json["client_id"]?.stringValue)
      #expect(UUID(uuidString: id) != nil)
      #expect(json["registration_client_uri"] == .string(server.origin + "/token-service/oauth-registration/" + id))
      #expect(json["registration_access_token_expires_in"] == 31_536_000)
      #expect(json["client_secret"]?.stringValue?.count == 43)
      #expect(json["client_secret_expires_at"] == 0)
      #expect(json["client_id_issued_at"]?.intValue == Int(TestServer.start.timeIntervalSince1970))
      let fixed: [(String, JSON)] = [
        ("default_acr_values", ["urn:se:curity:authentication:html-form:Username-Password"]),
        ("application_type", "native"), ("token_endpoint_auth_method", "client_secret_basic"),
        ("scope", "openid profile"), ("id_token_signed_response_alg", "RS256"),
        ("grant_types", ["authorization_code", "refresh_token"]), ("subject_type", "public"),
        ("redirect_uris", ["io.curity.dcrclient:/callback"]),
        ("post_logout_redirect_uris", ["io.curity.dcrclient:/logoutcallback"]),
        ("token_endpoint_auth_methods", ["client_secret_basic", "client_secret_post"]), ("response_types", ["code"]),
        ("refresh_token_ttl", 3600),
      ]
      for (name, value) in fixed { #expect(json[name] == value, "\(name)") }
    }
  }

  @Test func aTokenRegistersOnceAndAFailureDoesNotUseItUp() async throws {
    try await TestServer.with { server in
      let token = try await server.registrationToken(TestBrowser(server))
      #expect(try await server.register(["redirect_uris": []], token: token).error == "invalid_redirect_uri")
      #expect(try await server.register(token: token).status == 201)
      let again = try await server.register(token: token)
      #expect(again.status == 401)
      #expect(again.error == "invalid_token")
      #expect(again.headers[first: "WWW-Authenticate"]?.contains("invalid_token") == true)
    }
  }

  @Test func ofManyRegistrationsAtOnceOneWins() async throws {
    try await TestServer.with { server in
      let token = try await server.registrationToken(TestBrowser(server))
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await server.register(token: token).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 201 } == 1)
      #expect(statuses.count { $0 == 401 } == 19)
      #expect(try await server.server.administration.clients().count == 1)
    }
  }

  @Test func onlyADcrTokenRegisters() async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      let access = try #require(tokens["access_token"]?.stringValue)
      let refused = try await server.register(token: access)
      #expect(refused.status == 403)
      #expect(refused.error == "insufficient_scope")
      #expect(try await server.register(token: "unknown").status == 401)
      let bare = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/token-service/oauth-registration",
          headers: [HTTPHeader("Content-Type", "application/json")], body: Array("{}".utf8)))
      #expect(bare.status == 401)
      // An instance cannot obtain the scope: neither by registering it nor by requesting it.
      let answer = try await browser.get(app.authorizationURL(["scope": "dcr"]))
      #expect(answer.redirectParameters["error"] == "invalid_scope")
      var metadata = TestServer.tutorialMetadata
      metadata = metadata.setting("scope", "openid dcr")
      let greedy = try await server.register(metadata, token: server.registrationToken(TestBrowser(server)))
      #expect(greedy.json["scope"] == "openid")
    }
  }

  @Test func aDcrTokenExpires() async throws {
    try await TestServer.with { server in
      let token = try await server.registrationToken(TestBrowser(server))
      server.clock.advance(by: 300)
      #expect(try await server.register(token: token).error == "invalid_token")
    }
  }

  @Test func templatedRegistration() async throws {
    try await TestServer.with { server in
      let (app, browser, registration) = try await server.registeredApp(["software_id": "mobile-dcr-template-client"])
      #expect(registration["software_id"] == "mobile-dcr-template-client")
      #expect(registration["redirect_uris"] == ["io.curity.dcrclient:/callback"])
      #expect(try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code)).status == 200)
      // Changing the template changes its instances at once.
      let queue = try DatabaseQueue(path: server.databasePath)
      try await queue.write {
        try $0.execute(
          sql: """
            UPDATE configured_clients SET metadata = replace(metadata, '/callback', '/elsewhere')
            WHERE client_id = 'mobile-dcr-template-client'
            """)
      }
      #expect(try await browser.get(app.authorizationURL()).status == 400)
      let unknown = try await server.register(
        ["software_id": "mobile-dcr-client"], token: server.registrationToken(TestBrowser(server)))
      #expect(unknown.error == "invalid_client_metadata")
    }
  }

  static let metadata: [(JSON, String)] = [
    (["redirect_uris": 1], "invalid_client_metadata"),
    ([:], "invalid_redirect_uri"),
    (["redirect_uris": ["myapp:/cb"], "application_type": "native"], "invalid_redirect_uri"),
    (["redirect_uris": ["http://localhost.example/cb"], "application_type": "native"], "invalid_redirect_uri"),
    (["redirect_uris": ["http://192.168.0.1/cb"], "application_type": "native"], "invalid_redirect_uri"),
    (["redirect_uris": ["com.example.app:/cb#x"], "application_type": "native"], "invalid_redirect_uri"),
    (["redirect_uris": ["com.example.app:/cb"]], "invalid_redirect_uri"),
    (["redirect_uris": ["http://rp.example/cb"]], "invalid_redirect_uri"),
    (["redirect_uris": ["https://a@rp.example/cb"]], "invalid_redirect_uri"),
    (["redirect_uris": ["https://rp.example/a b"]], "invalid_redirect_uri"),
    (["redirect_uris": ["https://rp.example/%zz"]], "invalid_redirect_uri"),
    (["redirect_uris": ["https://rp.example/cb?a=%4"]], "invalid_redirect_uri"),
    (["redirect_uris": ["com.example.app:/%"], "application_type": "native"], "invalid_redirect_uri"),
    (
      ["redirect_uris": ["https://rp.example/cb"], "post_logout_redirect_uris": ["https://rp.example/%zz"]],
      "invalid_redirect_uri"
    ),
    (["redirect_uris": ["https://rp.example/cb"], "logo_uri": "https://rp.example/%zz"], "invalid_client_metadata"),
    (
      ["redirect_uris": ["https://rp.example/cb"], "request_uris": ["https://rp.example/%zz"]],
      "invalid_client_metadata"
    ),
    (["redirect_uris": ["https://rp.example/\r\nX: y"]], "invalid_redirect_uri"),
    (["redirect_uris": ["javascript:alert(1)"], "application_type": "native"], "invalid_redirect_uri"),
    (["redirect_uris": ["https://rp.example/cb"], "grant_types": ["implicit"]], "invalid_client_metadata"),
    (["redirect_uris": ["https://rp.example/cb"], "response_types": ["token"]], "invalid_client_metadata"),
    (
      ["redirect_uris": ["https://rp.example/cb"], "token_endpoint_auth_method": "private_key_jwt"],
      "invalid_client_metadata"
    ),
    (["redirect_uris": ["https://rp.example/cb"], "id_token_signed_response_alg": "none"], "invalid_client_metadata"),
    (["redirect_uris": ["https://rp.example/cb"], "id_token_signed_response_alg": "PS256"], "invalid_client_metadata"),
    (
      ["redirect_uris": ["https://rp.example/cb"], "id_token_signed_response_alg": ["RS256"]], "invalid_client_metadata"
    ),
    (["redirect_uris": ["https://rp.example/cb"], "subject_type": "secret"], "invalid_client_metadata"),
    (["redirect_uris": ["https://rp.example/cb"], "client_name": "a\u{1B}[2J"], "invalid_client_metadata"),
    (["redirect_uris": ["https://rp.example/cb"], "client_uri": "javascript:alert(1)"], "invalid_client_metadata"),
    (["redirect_uris": ["https://rp.example/cb"], "x": [[[[[[[[[1]]]]]]]]]], "invalid_client_metadata"),
    (["redirect_uris": .strings((0..<21).map { "https://rp.example/\($0)" })], "invalid_client_metadata"),
    (
      ["redirect_uris": ["https://rp.example/cb"], "client_name": .string(String(repeating: "x", count: 2049))],
      "invalid_client_metadata"
    ),
  ]

  @Test(arguments: metadata)
  func refuses(_ metadata: JSON, _ error: String) throws {
    #expect {
      _ = try ClientMetadataJudge(policy: .lenient).judge(metadata)
    } throws: {
      ($0 as? OAuthError)?.code.rawValue == error
    }
  }

  @Test func policies() throws {
    let local: JSON = ["redirect_uris": ["http://localhost:4000/cb"]]
    #expect(try ClientMetadataJudge(policy: .lenient).judge(local).redirectURIs == ["http://localhost:4000/cb"])
    #expect(throws: OAuthError.self) { _ = try ClientMetadataJudge(policy: .strict).judge(local) }
    let kept = try ClientMetadataJudge(policy: .lenient).judge(
      ["redirect_uris": ["https://rp.example/cb"], "client_name": "RP", "client_name#de": "RP-de", "unheard_of": 1])
    #expect(kept.description == [.init("client_name", "RP"), .init("client_name#de", "RP-de")])
    #expect(ClientMetadata(stored: kept.json) == kept)
    #expect(kept.scope == ["openid", "profile", "email", "address", "phone", "offline_access"])
  }

  /// Clients write `null` for what they do not have.
  @Test func nullIsAbsentBesideItsAlternative() throws {
    let judge = ClientMetadataJudge(policy: .lenient)
    let kept = try judge.judge(
      ["redirect_uris": ["https://rp.example/cb"], "jwks": .null, "jwks_uri": "https://rp.example/keys"])
    #expect(kept.description == [.init("jwks_uri", "https://rp.example/keys")])
    let none = try judge.judge(["redirect_uris": ["https://rp.example/cb"], "jwks": .null, "jwks_uri": .null])
    #expect(none.description.isEmpty)
  }

  @Test func pairwiseSubjectsDiffer() async throws {
    try await TestServer.with { server in
      var subjects: Set<String> = []
      for host in ["a.example", "b.example"] {
        let metadata: JSON = [
          "redirect_uris": .strings(["https://\(host)/cb"]), "subject_type": "pairwise", "scope": "openid",
        ]
        let (app, browser, _) = try await server.registeredApp(metadata)
        let redirect = try await browser.get(app.authorizationURL(["scope": "openid"]))
        let tokens = try await app.redeem(try #require(redirect.code)).json
        let access = try #require(tokens["access_token"]?.stringValue)
        let user = try await app.userInfo(access).json
        subjects.insert(try #require(user["sub"]?.stringValue))
        let introspected = try await app.post("/oauth/v2/oauth-introspect", [("token", access)]).json
        #expect(introspected["sub"] == user["sub"] && introspected["username"] == nil)
      }
      #expect(subjects.count == 2)
      #expect(!subjects.contains("demouser"))
    }
  }

  @Test func publicInstanceHasNoSecretAndAsksEachTime() async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("token_endpoint_auth_method", "none")
      let (app, browser, registration) = try await server.registeredApp(metadata)
      #expect(registration["client_secret"] == nil)
      // RFC 8252 §8.6: no silent answer to a client that cannot prove its identity.
      let page = try await browser.get(app.authorizationURL())
      #expect(page.status == 200)
      #expect(
        try await browser.get(app.authorizationURL(["prompt": "none"])).redirectParameters["error"]
          == "consent_required")
      let redirect = try await browser.submit(page, [("decision", "allow")])
      #expect(try await app.redeem(try #require(redirect.code)).status == 200)
      let denied = try await browser.submit(try await browser.get(app.authorizationURL()), [("decision", "deny")])
      #expect(denied.redirectParameters["error"] == "access_denied")
    }
  }
}
