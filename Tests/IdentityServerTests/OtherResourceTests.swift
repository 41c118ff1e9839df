import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Resources elsewhere that the configuration names (RFC 8707): an MCP server, somebody's API.
@Suite struct OtherResourceTests {
  private static let notes = "https://mcp.example/mcp"
  private static let files = "urn:example:files"

  private static func adjust(_ configuration: inout IdentityServerConfiguration) {
    configuration.registrationPolicy = .open
    configuration.accessTokens = .jwt
    configuration.resources = [
      .init(identifier: notes, scopes: ["notes.read", "notes.write", "profile", "dcr"]), .init(identifier: files),
      .init(identifier: notes, scopes: ["notes.read"]),
    ]
  }

  private static func metadata(_ scope: JSON?) -> JSON { TestServer.tutorialMetadata.setting("scope", scope) }

  @Test func theMetadataNamesThem() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
      #expect(metadata["protected_resources"]?.stringArray?.suffix(2) == [Self.notes, Self.files])
      let scopes = metadata["scopes_supported"]?.stringArray ?? []
      #expect(Set(scopes).count == scopes.count)
      #expect(Set(scopes).isSuperset(of: ["openid", "profile", "accounts", "notes.read", "notes.write", "dcr"]))
    }
  }

  /// The way of an MCP client: no `openid`, its server's address as `resource`, and a token that its server can read.
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
      // It is good for nothing here.
      #expect(try await server.api("accounts", token).status == 401)
      #expect(try await app.userInfo(token).status == 403)
      let refreshed = try await app.refresh(try #require(tokens["refresh_token"]?.stringValue)).json
      #expect(try unverifiedClaims(of: refreshed["access_token"])["aud"]?.stringArray == [Self.notes])
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

  /// What the configuration adds, it adds for clients that come, also those that name no scope; never the right to register.
  @Test func whoMayAsk() async throws {
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
    try await TestServer.with(adjusting: { $0.registrationPolicy = .open }) { server in
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

  /// A template is judged as a registration is.
  @Test func aTemplateMayHaveTheirScopes() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      try await server.server.templates.add("kiosk", Self.metadata("openid notes.read dcr"))
      #expect(try await server.server.templates.show("kiosk").metadata["scope"] == "openid notes.read")
      let outside = try TemplateAdministration(
        databasePath: server.databasePath, resourceScopes: ["notes.read", "dcr"])
      try await outside.change("kiosk", Self.metadata("notes.read dcr"))
      #expect(try await outside.show("kiosk").metadata["scope"] == "notes.read")
    }
  }

  /// The person reads the name, for which there are no words here.
  @Test func theConsentPageShowsTheName() async throws {
    try await TestServer.with(adjusting: Self.adjust) { server in
      let (app, browser) = try await server.openApp(Self.metadata("notes.write"))
      let page = try await browser.signIn(
        app.authorizationURL(["scope": "notes.write", "resource": Self.notes, "prompt": "consent"]))
      #expect(page.text.contains("notes.write"))
    }
  }
}
