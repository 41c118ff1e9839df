import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Which checks apply to which client.
@Suite struct ClientConditionTests {
  private static let webMetadata: JSON = [
    "redirect_uris": ["https://client.example/callback"], "application_type": "web",
    "grant_types": ["authorization_code"], "scope": "openid profile",
  ]

  /// RFC 9700 §2.1.1: a nonce protects the code of a web client that has a secret.
  @Test func aWebClientMayUseANonceInsteadOfPKCE() async throws {
    let cases: [(nonce: String?, expected: CheckOutcome)] = [("nonce-of-the-login", .warning), (nil, .failed)]
    for (nonce, expected) in cases {
      try await TestServer.with { server in
        let (app, browser, _) = try await server.registeredApp(
          as: "demouser", "Password1", ClientConditionTests.webMetadata)
        _ = try await browser.get(
          app.authorizationURL([
            "state": freshSecret(), "nonce": nonce, "code_challenge": nil, "code_challenge_method": nil,
          ]))
        let report = try server.report(on: app.clientID)
        let outcomes = report.outcomes
        #expect(outcomes["az-pkce"] == expected)
        let ofNonce: CheckOutcome = nonce == nil ? .failed : .passed
        #expect(outcomes["az-nonce"] == ofNonce)
        #expect(outcomes["az-browser"] == .notApplicable && outcomes["az-redirect"] == .notApplicable)
        let fallback = report.verdicts.first { $0.check.id == "md-pkce" }
        #expect(fallback?.outcome == .notApplicable, "it has nothing to fall back from")
      }
    }
  }

  @Test func aConfiguredClientDoesNotRegister() async throws {
    try await TestServer.withApp { server, _, _ in
      let verdicts = try server.report(on: "mobile-dcr-client").verdicts
      for verdict in verdicts where verdict.check.group == .registration {
        #expect(verdict.outcome == .notApplicable, "\(verdict.check.id)")
        #expect(verdict.evidence == "The client was configured and does not register.")
      }
      #expect(verdicts.first { $0.check.id == "az-nonce" }?.outcome == .notApplicable, "its only scope is dcr")
      #expect(verdicts.first { $0.check.id == "base-login" }?.outcome == .passed)
    }
  }

  /// At an open server no user tells two installations apart.
  @Test func aSecondRegistrationWithoutAUserIsForAPerson() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let (app, browser) = try await server.openApp()
      let code = try #require(try await browser.signIn(app.authorizationURL(["nonce": "n-1"])).code)
      #expect(try await app.redeem(code).status == 200)
      #expect(try server.report(on: app.clientID).outcomes["rg-once"] == .notSeen)
      _ = try await server.openApp()
      #expect(try server.report(on: app.clientID).outcomes["rg-once"] == .needsPerson)
    }
  }

  /// A client that registered at an open server had no token to spend.
  @Test func withoutAnInitialTokenThereIsNothingToSpend() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let (app, _) = try await server.openApp()
      #expect(try server.report(on: app.clientID).outcomes["rg-token"] == .notApplicable)
    }
  }
}
