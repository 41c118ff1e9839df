import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Resource indicators (RFC 8707), and which clients may request the API's scopes.
@Suite struct ResourceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// `R` stands for the API; other values are literal.
    var authorization: [String]
    var token: [String] = []
    /// The error of the authorization or the token request; `nil`: a token is issued.
    var error: String?
    /// `aud` of the token; `I` stands for the issuer.
    var audience: [String] = []
  }

  static let cases: [Case] = [
    .init(testDescription: "none", authorization: [], audience: ["I"]),
    .init(testDescription: "the API", authorization: ["R"], audience: ["R", "I"]),
    .init(testDescription: "twice", authorization: ["R", "R"], audience: ["R", "I"]),
    .init(testDescription: "named again", authorization: ["R"], token: ["R"], audience: ["R", "I"]),
    .init(testDescription: "empty", authorization: [""], audience: ["I"]),
    .init(testDescription: "a slash more", authorization: ["R/"], error: "invalid_target"),
    .init(testDescription: "a path that is not there", authorization: ["R/cards"], error: "invalid_target"),
    .init(testDescription: "a fragment", authorization: ["R#a"], error: "invalid_target"),
    .init(testDescription: "no URI", authorization: ["api"], error: "invalid_target"),
    .init(testDescription: "another", authorization: ["https://api.example/"], error: "invalid_target"),
    .init(testDescription: "another besides", authorization: ["R", "https://api.example/"], error: "invalid_target"),
    .init(testDescription: "the issuer", authorization: ["I"], error: "invalid_target"),
    .init(testDescription: "only at the token endpoint", authorization: [], token: ["R"], error: "invalid_target"),
    .init(
      testDescription: "more at the token endpoint", authorization: ["R"], token: ["R", "https://api.example/"],
      error: "invalid_target"),
  ]

  @Test(arguments: cases, [false, true]) func resources(_ test: Case, _ isPushed: Bool) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      func named(_ names: [String]) -> [(String, String)] {
        names.map { name in
          let isOfAPI = name.hasPrefix("R")
          return ("resource", name == "I" ? server.issuer : isOfAPI ? server.api + String(name.dropFirst()) : name)
        }
      }
      let isRefusedAtOnce = test.error != nil && test.token.isEmpty
      let scope = ["scope": "openid accounts"]
      let url: String
      if isPushed {
        let answer = try await app.push(scope, adding: named(test.authorization))
        guard !isRefusedAtOnce else {
          #expect(answer.status == 400 && answer.error == test.error)
          return
        }
        url = app.presenting(try #require(answer.json["request_uri"]?.stringValue))
      } else {
        url = app.authorizationURL(scope, adding: named(test.authorization))
      }
      let redirect = try await browser.get(url)
      guard !isRefusedAtOnce else {
        #expect(redirect.redirectParameters["error"] == test.error)
        return
      }
      let code = try #require(redirect.code)
      let answer = try await redeem(app, code, named(test.token))
      guard test.error == nil else {
        #expect(answer.status == 400 && answer.error == test.error)
        // The refusal did not use up the code.
        #expect(try await redeem(app, code, []).status == 200)
        return
      }
      try await expectAudience(test, answer.json, app)
      let refreshed = try await app.refresh(answer.json["refresh_token"]?.stringValue ?? "").json
      try await expectAudience(test, refreshed, app)
    }
  }

  private func redeem(_ app: TestApp, _ code: String, _ more: [(String, String)]) async throws -> HTTPResponse {
    try await app.post(
      "/oauth/v2/oauth-token",
      [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", app.redirectURI),
        ("code_verifier", TestApp.verifier),
      ] + more)
  }

  private func expectAudience(_ test: Case, _ tokens: JSON, _ app: TestApp) async throws {
    let server = app.server
    let token = try #require(tokens["access_token"]?.stringValue)
    let expected = test.audience.map { $0 == "I" ? server.issuer : server.api }
    let seen = try await app.post("/oauth/v2/oauth-introspect", [("token", token)]).json["aud"]
    #expect(seen?.stringArray ?? seen?.stringValue.map { [$0] } == expected)
    #expect(try await server.api("accounts", token).status == (test.audience.contains("R") ? 200 : 401))
    #expect(try await app.userInfo(token).status == 200)
  }

  /// A client that knows one URL of the API names that URL (RFC 9728 §3.3), and its token works there only.
  @Test(arguments: [(["accounts"], [200, 401]), (["payments"], [401, 200]), (["accounts", "payments"], [200, 200])])
  func anAddressOfTheAPI(_ named: [String], _ statuses: [Int]) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let resources = named.map { server.api + "/" + $0 }
      let url = app.authorizationURL(
        ["scope": "openid accounts payments"], adding: resources.map { ("resource", $0) })
      let tokens = try await redeem(app, try #require(try await browser.get(url).code), []).json
      let token = try #require(tokens["access_token"]?.stringValue)
      let seen = try await app.post("/oauth/v2/oauth-introspect", [("token", token)]).json["aud"]
      #expect(seen?.stringArray == resources + [server.issuer])
      #expect(try await server.api("accounts", token).status == statuses[0])
      #expect(try await server.api("payments", token).status == statuses[1])
    }
  }

  /// RFC 9068 §3 and RFC 9470 §6.1: the claims of the token. An access token is no ID token, whatever it holds.
  @Test func aReadableTokenNamesItsAudience() async throws {
    try await TestServer.with(adjusting: { $0.policies.accessTokens = .jwt }) { server in
      let (app, browser, _) = try await server.bankingApp()
      let token = try await server.token(app, browser, scope: "accounts", ["acr_values": freshLogin])
      let claims = try unverifiedClaims(of: .string(token))
      #expect(claims["aud"]?.stringArray == [server.api])
      #expect(claims["acr"]?.stringValue == freshLogin)
      #expect(claims["auth_time"]?.intValue == claims["iat"]?.intValue)
      #expect(try await server.api("accounts", token).status == 200)
      let plain = try await server.token(app, browser, scope: "openid", resource: nil)
      let hinted = try await browser.get(app.authorizationURL(["id_token_hint": plain]))
      #expect(hinted.redirectParameters["error"] == "invalid_request")
    }
  }

  // MARK: Scopes

  /// A client that registers without a scope gets the scopes from before the API.
  @Test func theAPIIsNeverGivenUnasked() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      func scope(_ metadata: JSON) async throws -> [String] {
        scopeNames(try await server.registrationOpen(metadata).json["scope"]?.stringValue ?? "")
      }
      let without = JSON.object(
        (TestServer.tutorialMetadata.objectValue ?? []).filter { $0.name != "scope" })
      let (all, tutorial) = (try await scope(without), try await scope(TestServer.tutorialMetadata))
      let banking = try await scope(TestServer.bankingMetadata)
      #expect(all == ["openid", "profile", "email", "address", "phone", "offline_access"])
      #expect(tutorial == ["openid", "profile"])
      #expect(banking == ["openid", "profile", "accounts", "payments"])
    }
  }

  /// A client does not get a scope of the API without registering it.
  @Test func unregisteredScopesAreLeftOut() async throws {
    try await TestServer.withApp { server, app, browser in
      let token = try await server.token(app, browser, scope: "openid accounts")
      #expect(try await server.api("accounts", token).status == 403)
    }
  }

  /// The configured clients may request the API scopes in the app's configuration; without any there, nothing changes.
  @Test(arguments: [
    ("openid profile", ""), ("openid profile accounts", " accounts"),
    ("openid payments accounts dcr", " accounts payments"),
  ]) func configuredClientsFollowTheConfiguration(_ appScope: String, _ added: String) async throws {
    try await TestServer.with(adjusting: { $0.appScope = scopeNames(appScope) }) { server in
      let expected = [
        "rn-expo-app": "openid profile email" + added, "mobile-dcr-template-client": "openid profile" + added,
        "mobile-dcr-client": "dcr", "mobile-dcr-device-client": "dcr",
      ]
      for (id, scope) in expected {
        let client = try #require(try server.server.provider.store.client(id))
        #expect(client.metadata.scope.joined(separator: " ") == scope)
      }
    }
  }

  /// The page says in words what the app may do.
  @Test func theConsentPageExplainsTheScopes() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.bankingApp()
      let page = try await browser.get(
        app.authorizationURL(["scope": "openid accounts payments", "prompt": "consent"]))
      #expect(page.text.contains("see your accounts and what is on them"))
      #expect(page.text.contains("see your payments and pay from your account"))
    }
  }
}
