import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// `mobile-dcr-client`, element by element of the tutorial's XML: the stored row, and the behaviour.
@Suite struct StaticClientTests {
  /// The XML element, the row's member, and its value.
  static let row: [(String, String, JSON)] = [
    ("no-authentication", "token_endpoint_auth_method", "none"),
    ("redirect-uris", "redirect_uris", ["io.curity.dcrclient:/callback"]),
    ("require-proof-key", "require_proof_key", true), ("refresh-token-ttl disabled", "refresh_token_ttl", 0),
    (
      "allowed-authenticators Username-Password", "default_acr_values",
      ["urn:se:curity:authentication:html-form:Username-Password"]
    ),
    (
      "allowed-post-logout-redirect-uris", "post_logout_redirect_uris", ["io.curity.dcrclient:/logoutcallback"]
    ),
    ("capabilities code", "grant_types", ["authorization_code", .string(DeviceGrant.type)]),
    ("use-pairwise-subject-identifiers", "subject_type", "pairwise"),
    ("sector-identifier", "sector_identifier", "mobile-dcr-client"),
    ("validate-port-on-loopback-interfaces", "validate_port_on_loopback_interfaces", true),
    ("scope of the registration redirect", "scope", "dcr"),
  ]

  @Test func theRowHasTheTutorialsValues() async throws {
    try await TestServer.with { server in
      let queue = try DatabaseQueue(path: server.databasePath)
      let text = try await queue.read {
        try String.fetchOne($0, sql: "SELECT metadata FROM configured_clients WHERE client_id = 'mobile-dcr-client'")
      }
      let metadata = try JSON.parse(try #require(text))
      for (element, member, value) in StaticClientTests.row { #expect(metadata[member] == value, "\(element)") }
      #expect(metadata["description"]?["client_name"] == "mobile-dcr-client")
    }
  }

  @Test func theBehaviourFollowsTheRow() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let browser = TestBrowser(server)
      // require-proof-key
      let bare = try await browser.get(
        app.authorizationURL(["code_challenge": nil, "code_challenge_method": nil]))
      #expect(bare.redirectParameters["error"] == "invalid_request")
      // allowed-authenticators: the password, and nothing else is ever offered
      let page = try await browser.get(app.authorizationURL())
      #expect(page.isLoginPage)
      let redirect = try await browser.submit(page, [("username", "demouser"), ("password", "Password1")])
      // no-authentication: a secret is refused, not ignored
      let code = try #require(redirect.code)
      var liar = app
      liar.secret = "made up"
      for basic in [true, false] { #expect(try await liar.redeem(code, basic: basic).error == "invalid_client") }
      let tokens = try await app.redeem(code)
      #expect(tokens.status == 200)
      // refresh-token-ttl disabled
      #expect(tokens.json["refresh_token"] == nil)
      #expect(try await app.refresh("x").error == "unauthorized_client")
      // capabilities: code alone
      for grant in ["client_credentials", "password"] {
        let answer = try await app.post("/oauth/v2/oauth-token", [("grant_type", grant)])
        #expect(answer.error == "unsupported_grant_type")
      }
      let token = try await browser.get(app.authorizationURL(["response_type": "token"]))
      #expect(token.redirectParameters["error"] == "unsupported_response_type")
      // allowed-post-logout-redirect-uris
      let out = "/oauth/v2/oauth-session/logout?client_id=mobile-dcr-client&post_logout_redirect_uri="
      #expect(try await browser.get(server.origin + out + "io.curity.dcrclient%3A%2Flogoutcallback").status == 200)
      #expect(try await browser.get(server.origin + out + "io.curity.dcrclient%3A%2Fcallback").status == 400)
    }
  }

  /// The subject is pairwise: always the same in this sector, and different from the name and from other sectors.
  @Test func theSubjectIsPairwise() async throws {
    try await TestServer.with { server in
      // Only `openid` makes the subject visible; an administrator may change the row.
      let queue = try DatabaseQueue(path: server.databasePath)
      try await queue.write {
        try $0.execute(
          sql: """
            UPDATE configured_clients SET metadata = json_set(metadata, '$.scope', 'openid dcr')
            WHERE client_id = 'mobile-dcr-client'
            """)
      }
      func subject() async throws -> String {
        let app = TestApp(server: server)
        let redirect = try await TestBrowser(server).signIn(app.authorizationURL(["scope": "openid"]))
        let token = try await app.redeem(try #require(redirect.code)).json["id_token"]?.stringValue ?? ""
        let payload = Base64URL.decode(String(token.split(separator: ".")[1])) ?? []
        return try JSON.parse(payload)["sub"]?.stringValue ?? ""
      }
      let first = try await subject()
      #expect(first != "demouser" && first.count == 43)
      #expect(try await subject() == first)
      try await queue.write {
        try $0.execute(
          sql: """
            UPDATE configured_clients SET metadata = json_set(metadata, '$.sector_identifier', 'another')
            WHERE client_id = 'mobile-dcr-client'
            """)
      }
      #expect(try await subject() != first)
    }
  }

  /// Its loopback port is validated, unlike the rule of RFC 8252 §7.3 for all others; a configuration with an ephemeral port
  /// turns that off.
  @Test func theLoopbackPortIsValidated() async throws {
    let fixed = IdentityServerConfiguration.Redirects(redirectURIs: ["http://127.0.0.1:4711/cb"])
    let open = IdentityServerConfiguration.Redirects(redirectURIs: ["http://127.0.0.1/cb"])
    for (redirects, other) in [(fixed, 400), (open, 200)] {
      try await TestServer.with(adjusting: { $0.redirects = redirects }) { server in
        func status(_ uri: String) async throws -> Int {
          try await TestBrowser(server).get(TestApp(server: server, redirectURI: uri).authorizationURL()).status
        }
        let statuses = [
          try await status(redirects.redirectURIs[0]), try await status("http://127.0.0.1:4712/cb"),
          try await status("http://127.0.0.1:4712/other"),
        ]
        #expect(statuses == [200, other, 400])
      }
    }
  }
}
