import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Scopes that the lenient policy left out at the login are left out at the refresh, too; none are added (RFC 6749 §6).
@Suite struct LeftOutScopeTests {
  private static let metadata = TestServer.tutorialMetadata.setting("scope", "openid profile email offline_access")
    .setting("grant_types", ["authorization_code", "refresh_token", .string(TestApp.deviceGrant)])

  struct Case: Sendable, CustomTestStringConvertible {
    var login: String
    var refresh: String?
    /// The scope of the new access token; `nil`: `invalid_scope`.
    var lenient: String?
    var strict: String?
    var testDescription: String { "\(login) → \(refresh ?? "-")" }
  }

  /// The client is registered for `openid profile email offline_access`.
  static let cases: [Case] = [
    .init(login: "openid profile", lenient: "openid profile", strict: "openid profile"),
    .init(login: "openid profile", refresh: "openid", lenient: "openid", strict: "openid"),
    // mod_auth_openidc sends the configured scopes each time.
    .init(login: "openid profile groups", refresh: "openid profile groups", lenient: "openid profile"),
    .init(login: "openid groups", refresh: "groups openid", lenient: "openid"),
    .init(login: "openid dcr", refresh: "openid dcr", lenient: "openid"),
    // Without consent the login leaves out `offline_access` (OpenID Connect Core §11).
    .init(login: "openid offline_access", refresh: "openid offline_access", lenient: "openid"),
    // A scope that the login did not request exceeds the grant, whether it exists or not.
    .init(login: "openid profile", refresh: "openid email"), .init(login: "openid", refresh: "openid groups"),
    .init(login: "openid groups", refresh: "openid email"),
    .init(login: "openid groups", refresh: "openid groups email"),
    // No scope is left.
    .init(login: "openid groups", refresh: "groups"),
  ]

  @Test(arguments: cases, ServerPolicies.Clients.allCases)
  func refreshes(_ test: Case, _ policy: ServerPolicies.Clients) async throws {
    try await TestServer.with(adjusting: { $0.policies.clients = policy }) { server in
      let (app, browser, _) = try await server.registeredApp(Self.metadata)
      let code = try #require(try await browser.get(app.authorizationURL(["scope": test.login])).code)
      let tokens = try await app.redeem(code).json
      let granted = tokens["scope"]
      var refresh = try #require(tokens["refresh_token"]?.stringValue)
      let expected = policy == .lenient ? test.lenient : test.strict
      // Repeatedly: the grant does not change.
      for _ in 0..<2 {
        let answer = try await app.refresh(refresh, scope: test.refresh)
        guard let expected else {
          #expect((answer.status, answer.error) == (400, "invalid_scope"))
          break
        }
        #expect(answer.json["scope"] == .string(expected))
        refresh = try #require(answer.json["refresh_token"]?.stringValue)
      }
      #expect(try await app.refresh(refresh).json["scope"] == granted)
    }
  }

  @Test func theSameForADevice() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(Self.metadata)
      let codes = try await app.askForCodes(["scope": "openid groups"]).json
      _ = try await browser.decide(codes)
      let refresh = try #require(try await app.poll(codes).json["refresh_token"]?.stringValue)
      #expect(try await app.refresh(refresh, scope: "openid groups").json["scope"] == "openid")
    }
  }

  /// The remembered names are limited; names beyond the limit are refused like any others.
  @Test func rememberedNamesAreLimited() {
    let names = (0..<1000).map { "scope-\($0)" }
    let parameters = FormParameters([("scope", (["openid"] + names).joined(separator: " "))])
    let kept = LeftOutScope.names(in: parameters, granted: ["openid"])
    #expect(kept.joined(separator: " ").utf8.count < LeftOutScope.maximumBytes)
    #expect(kept == Array(names.prefix(kept.count)) && kept.count > 100)
    #expect(LeftOutScope.names(in: FormParameters(), granted: []) == [])
  }
}
