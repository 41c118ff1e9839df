import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Control characters are refused everywhere: SQLite's C interface would cut a text at a NUL, and take the rest for another
/// client's id.
@Suite struct ControlCharacterTests {
  static let endings = ["\u{0}", "\u{0}x", "\u{1}", "\u{1B}[0m", "\r\n", "\u{7F}", "\u{85}"]

  @Test(arguments: endings) func aNameWithAControlCharacterIsUnknown(_ ending: String) async throws {
    try await TestServer.withApp { server, app, browser in
      var cut = app
      cut.clientID += ending

      // The query, and a form by POST.
      let page = try await browser.get(cut.authorizationURL())
      #expect(page.status == 400 && page.text.contains("invalid_request"))
      let query = cut.authorizationURL().split(separator: "?", maxSplits: 1)[1]
      let pairs = query.split(separator: "&").map {
        $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      }
      let body = pairs.map { $0.joined(separator: "=") }.joined(separator: "&")
      let posted = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-authorize",
          headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")], body: Array(body.utf8)))
      #expect(posted.status == 400 && posted.text.contains("invalid_request"))

      // The token endpoint: client, code, refresh token, secret, in the body and in the header.
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      for answer in [
        try await cut.redeem(code, basic: false), try await app.redeem(code + ending),
        try await app.redeem(code, ["code_verifier": TestApp.verifier + ending]),
        try await app.redeem(code, ["redirect_uri": app.redirectURI + ending]),
        try await app.redeem(code, ["unknown": ending]), try await app.redeem(code, ["na" + ending + "me": "a"]),
      ] {
        #expect(answer.status == 400)
        #expect(answer.error == "invalid_request")
      }
      let tokens = try await app.redeem(code).json
      let (access, refresh) = (tokens["access_token"]?.stringValue ?? "", tokens["refresh_token"]?.stringValue ?? "")
      #expect(try await app.refresh(refresh + ending).error == "invalid_request")
      var guess = app
      guess.secret = (app.secret ?? "") + ending
      // In the header it is a failed authentication.
      #expect(try await guess.refresh(refresh).error == "invalid_client")
      let unnamed = try await cut.redeem(code)
      #expect(unnamed.status == 401 && unnamed.error == "invalid_client")
      for path in ["oauth-introspect", "oauth-revoke"] {
        #expect(try await app.post("/oauth/v2/" + path, [("token", access + ending)]).error == "invalid_request")
      }
      // None of the requests changed anything.
      #expect(try await app.userInfo(access).status == 200)
      #expect(try await app.refresh(refresh).status == 200)
    }
  }

  @Test(arguments: endings) func aBearerTokenWithAControlCharacterIsRefused(_ ending: String) async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let answer = try await app.userInfo((tokens["access_token"]?.stringValue ?? "") + ending)
      #expect(answer.status == 400)
      #expect(answer.error == "invalid_request")
      let inBody = try await TestBrowser(server).post(
        server.origin + "/oauth/v2/oauth-userinfo",
        [("access_token", (tokens["access_token"]?.stringValue ?? "") + ending)])
      #expect(inBody.error == "invalid_request")
    }
  }

  @Test(arguments: endings) func theRegistrationsAddressIsExact(_ ending: String) async throws {
    try await TestServer.with { server in
      let (app, _, registration) = try await server.registeredApp()
      let token = registration["registration_access_token"]?.stringValue ?? ""
      let path = "/token-service/oauth-registration/" + PercentCoding.encode(app.clientID, .unreserved)
      for method in ["GET", "DELETE"] {
        #expect(
          try await server.registration(method, path + PercentCoding.encode(ending, .unreserved), token: token).status
            == 404)
      }
      #expect(try await server.registration("GET", path, token: token).status == 200)
      let admin = try await Administrator(server)
      #expect(
        try await admin.get("/admin/clients/" + app.clientID + PercentCoding.encode(ending, .unreserved)).status == 404)
    }
  }

  @Test func registrationsHoldNoControlCharacters() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let template = ConfiguredClients.template.id
      for (metadata, code) in [
        (JSON.object([.init("software_id", .string(template + "\u{0}"))]), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("software_id", .string(template + "\u{0}")), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("client_name", .string("a\u{0}b")), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("contacts", ["a\u{1}"]), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("scope", .string("openid\u{0}")), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("default_acr_values", ["a\u{0}"]), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("anything", ["deep": ["er": "a\u{0}"]]), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("any\u{0}thing", "a"), "invalid_client_metadata"),
        (TestServer.tutorialMetadata.setting("redirect_uris", ["io.curity.dcrclient:/a\u{0}"]), "invalid_redirect_uri"),
      ] {
        let answer = try await server.registrationOpen(metadata)
        #expect(answer.status == 400)
        #expect(answer.error == code, "\(metadata.compact)")
      }
      // Line breaks in unknown members do no harm (RFC 7591 §2).
      let lines = TestServer.tutorialMetadata.setting("policy_text", "one\r\n\ttwo")
      #expect(try await server.registrationOpen(lines).status == 201)
    }
  }

  @Test func formsRefuseControlCharacters() async throws {
    try await TestServer.with { server in
      for name in ["demouser\u{0}", "demouser\u{0}x", "demouser\n"] {
        let browser = TestBrowser(server)
        let answer = try await browser.signIn(TestApp(server: server).authorizationURL(), as: name)
        #expect(answer.status == 400)
        #expect(browser.cookies[Cookie.session] == nil)
      }
      let admin = try await Administrator(server)
      let revoke = [("do", "revoke"), ("back", "/admin\r\nSet-Cookie: a=b")]
      let (app, _, _) = try await server.registeredApp()
      #expect(try await admin.submit("/admin", "/admin/clients/" + app.clientID, revoke).status == 400)
      #expect(try await server.server.administration.client(app.clientID).status == "active")
      let fields = [("name", "ada"), ("password", "correct horse\u{0}battery")]
      #expect(try await admin.submit("/admin/users", "/admin/users", fields).status == 400)
      await #expect(throws: IdentityServerError(.passwordUnfit, "")) {
        try await server.server.administration.addUser(
          "ada", password: Secret("correct horse\u{0}battery"), UserProfile())
      }
      // A template may contain line breaks.
      let text = "{\r\n\t\"redirect_uris\": [\"com.example:/cb\"],\r\n\"application_type\": \"native\"}"
      let added = try await admin.submit("/admin/templates", "/admin/templates", [("id", "t1"), ("metadata", text)])
      #expect(added.status == 303)
    }
  }

  /// JSON may contain line breaks (RFC 8259 §2), and `claims` is JSON.
  @Test func theClaimsParameterMayHaveLines() async throws {
    try await TestServer.withApp { (_, app, browser) async throws in
      let claims = "{\r\n\t\"userinfo\": {\"name\": null}\n}"
      #expect(try await browser.get(app.authorizationURL(["claims": claims])).code != nil)
    }
  }

  /// Even if such a text slipped through, no SQL statement would accept it.
  @Test func noStatementIsGivenATextThatCWouldCut() async throws {
    try await TestServer.withApp { (server, app, _) async throws in
      let store = server.server.provider.store
      #expect(throws: (any Error).self) { try store.client(app.clientID + "\u{0}") }
      #expect(throws: (any Error).self) { try store.user("demouser\u{0}x") }
      await #expect(throws: (any Error).self) {
        try await server.server.administration.revokeClient(app.clientID + "\u{0}")
      }
      #expect(try await server.server.administration.client(app.clientID).status == "active")
    }
  }
}
