import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Resources elsewhere that the configuration names (RFC 8707): an MCP server, or an API.
@Suite struct OtherResourceTests {
  private static let notes = "https://mcp.example/mcp"
  private static let files = "urn:example:files"

  private static func adjust(_ configuration: inout IdentityServerConfiguration) {
    configuration.policies.registration = .open
    configuration.policies.accessTokens = .jwt
    configuration.resources = [
      .init(identifier: notes, scopes: ["notes.read", "notes.write", "profile", "dcr"]), .init(identifier: files),
      .init(identifier: notes, scopes: ["notes.read"]),
    ]
  }

  private static func metadata(_ scope: JSON?) -> JSON { TestServer.tutorialMetadata.setting("scope", scope) }

  @Test func theMetadataNamesTheResources() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
      #expect(metadata["protected_resources"]?.stringArray?.suffix(2) == [Self.notes, Self.files])
      let scopes = metadata["scopes_supported"]?.stringArray ?? []
      #expect(Set(scopes).count == scopes.count)
      #expect(Set(scopes).isSuperset(of: ["openid", "profile", "accounts", "notes.read", "notes.write", "dcr"]))
    }
  }

  /// The flow of an MCP client: no `openid`, its server's address as `resource`, and a token that its server can read.
  @Test func aTokenIsForTheResource() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let (registered, browser) = try await server.openApp(Self.metadata("notes.read"))
      var app = registered
      app.scope = "notes.read"
      let redirect = try await browser.signIn(app.authorizationURL(["resource": Self.notes]))
      let tokens = try await app.redeem(try #require(redirect.code)).json
      #expect(tokens["scope"] == "notes.read")
      #expect(tokens["id_token"] == nil)
      let token = try #require(tokens["access_token"]?.stringValue)
      #expect(try unverifiedClaims(of: .string(token))["aud"]?.stringArray == [Self.notes])
      #expect(try unverifiedClaims(of: .string(token))["scope"] == "notes.read")
      // The token is useless at this server.
      #expect(try await server.api("accounts", token).status == 401)
      #expect(try await app.userInfo(token).status == 403)
      let refreshed = try await app.refresh(try #require(tokens["refresh_token"]?.stringValue)).json
      #expect(try unverifiedClaims(of: refreshed["access_token"])["aud"]?.stringArray == [Self.notes])
    }
  }

  /// RFC 8707 §3: a token that is sent to another server must not be able to register clients here.
  @Test func noTokenThatRegistersIsForAnotherServer() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let (phone, browser) = (TestApp(server: server), TestBrowser(server))
      for resources in [[Self.notes], [server.api, Self.files]] {
        let named = resources.map { ("resource", $0) }
        let redirect = try await browser.get(phone.authorizationURL(adding: named))
        #expect(redirect.redirectParameters["error"] == "invalid_target")
        #expect(try await phone.push(adding: named).error == "invalid_target")
        #expect(try await phone.askForCodes(adding: named).error == "invalid_target")
      }
      let own = try await browser.signIn(phone.authorizationURL(["resource": server.api]))
      let tokens = try await phone.redeem(try #require(own.code)).json
      #expect(try await server.register(token: tokens["access_token"]?.stringValue ?? "").status == 201)
    }
  }

  /// RFC 9068 §4: the registration endpoint checks the audience, too.
  @Test func theRegistrationTakesNoTokenForAnotherServer() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let token = try await server.registrationToken(TestBrowser(server))
      func change(_ resource: String?) async throws {
        try await server.database {
          try $0.execute(sql: "UPDATE tokens SET resource = ? WHERE scope = 'dcr'", arguments: [resource])
        }
      }
      for resource in [#"["https://mcp.example/mcp"]"#, #"["\#(server.api)","https://mcp.example/mcp"]"#] {
        try await change(resource)
        let refused = try await server.register(token: token)
        #expect(refused.status == 401 && refused.error == "invalid_token", "\(resource)")
      }
      try await change(nil)
      #expect(try await server.register(token: token).status == 201, "a refused request used the token up")
    }
  }

  /// RFC 8707 §2.2: with both granted, each token request names one of them, and no token is for both.
  @Test func noTokenIsForTheAPIAndForAnotherServer() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let (registered, browser) = try await server.openApp(Self.metadata("accounts notes.read"))
      var app = registered
      app.scope = "accounts notes.read"
      let both = [("resource", server.api), ("resource", Self.notes)]
      let code = try #require(try await browser.signIn(app.authorizationURL(adding: both)).code)
      #expect(try await app.redeem(code).error == "invalid_target")
      // The refusal did not use up the code.
      let notes = try await app.redeem(code, ["resource": Self.notes]).json
      let token = try #require(notes["access_token"]?.stringValue)
      #expect(try unverifiedClaims(of: .string(token))["aud"]?.stringArray == [Self.notes])
      #expect(try await server.api("accounts", token).status == 401)
      let refresh = [
        ("grant_type", "refresh_token"), ("refresh_token", try #require(notes["refresh_token"]?.stringValue)),
      ]
      for named in [[], both] {
        #expect(try await app.post("/oauth/v2/oauth-token", refresh + named).error == "invalid_target")
      }
      let bank = try await app.post("/oauth/v2/oauth-token", refresh + [("resource", server.api)]).json
      #expect(try unverifiedClaims(of: bank["access_token"])["aud"]?.stringArray == [server.api])
      #expect(try await server.api("accounts", bank["access_token"]?.stringValue ?? "").status == 200)
    }
  }

  /// The implicit grant has no token request that could name the resource.
  @Test func theImplicitGrantNamesOneOfThem() async throws {
    try await TestServer.with(
      adjusting: {
        Self.adjust(&$0)
        $0.policies.insecure.implicit = true
      }
    ) { server in
      var app = TestApp(server: server)
      (app.clientID, app.scope) = ("rn-expo-app", "openid")
      let answer = try await TestBrowser(server).get(
        app.authorizationURL(
          ["response_type": "token", "code_challenge": nil, "code_challenge_method": nil],
          adding: [("resource", server.api), ("resource", Self.notes)]))
      #expect(answer.location?.contains("#error=invalid_target&") == true, "\(answer.location ?? answer.text)")
    }
  }

  @Test(arguments: [
    ("urn:example:files", true), ("https://mcp.example/mcp/", false), ("https://mcp.example/MCP", false),
    ("https://mcp.example", false), ("https://mcp.example/mcp?x", false), ("https://other.example/", false),
  ]) func comparedToTheLetter(_ resource: String, _ isKnown: Bool) async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let (app, browser) = try await server.openApp(Self.metadata("openid notes.read"))
      let redirect = try await browser.get(
        app.authorizationURL(["resource": resource, "scope": "notes.read", "prompt": "none"]))
      #expect(redirect.redirectParameters["error"] == (isKnown ? "login_required" : "invalid_target"))
    }
  }

  /// New clients may request the configured scopes, even if they name no scope; the configuration never adds the right to register.
  @Test func clientsThatMayRequestTheScopes() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      func registered(_ scope: JSON?) async throws -> [String] {
        scopeNames(try await server.registrationOpen(Self.metadata(scope)).json["scope"]?.stringValue ?? "")
      }
      let (named, unnamed, dcr) = (
        try await registered("openid notes.write unknown"), try await registered(nil),
        try await registered("openid dcr")
      )
      #expect(named == ["openid", "notes.write"])
      #expect(Set(unnamed).isSuperset(of: ["openid", "notes.read", "notes.write"]))
      #expect(Set(unnamed).isDisjoint(with: ["accounts", "payments", "dcr"]))
      #expect(dcr == ["openid"])
    }
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let answer = try await server.registrationOpen(Self.metadata("openid notes.read"))
      #expect(answer.json["scope"] == "openid")
    }
  }

  @Test func theConfiguredClientsFollowTheApp() async throws {
    try await TestServer.with(
      adjusting: {
        Self.adjust(&$0)
        $0.appScope = ["openid", "notes.read", "dcr"]
      }
    ) { server in
      let expected = ["rn-expo-app": "openid profile email notes.read", "mobile-dcr-client": "dcr"]
      for (id, scope) in expected {
        let client = try #require(try server.server.provider.store.client(id))
        #expect(client.metadata.scope.joined(separator: " ") == scope)
      }
    }
  }

  /// A template is checked as a registration is.
  @Test func aTemplateMayHaveTheirScopes() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      try await server.server.administration.addTemplate("kiosk", Self.metadata("openid notes.read dcr"))
      #expect(try await server.server.administration.template("kiosk").metadata["scope"] == "openid notes.read")
      var outside = try Administration(databasePath: server.databasePath)
      outside.adopt(server.server.provider.configuration)
      try await outside.changeTemplate("kiosk", Self.metadata("notes.read dcr"))
      #expect(try await outside.template("kiosk").metadata["scope"] == "notes.read")
    }
  }

  /// The person reads the scope's name, because there is no description here.
  @Test func theConsentPageShowsTheName() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let (app, browser) = try await server.openApp(Self.metadata("notes.write"))
      let page = try await browser.signIn(
        app.authorizationURL(["scope": "notes.write", "resource": Self.notes, "prompt": "consent"]))
      #expect(page.text.contains("notes.write"))
    }
  }
}
