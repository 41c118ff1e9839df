import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The verdicts on a careful client, and on one that makes a single mistake: only the check of that mistake says so.
@Suite struct ClientVerdictTests {
  struct Slip: Sendable, CustomTestStringConvertible {
    var name: String
    /// Only what differs from the careful client.
    var outcomes: ClientReport.Outcomes
    var flow: ClientFlow

    var testDescription: String { name }

    init(_ name: String, _ outcomes: ClientReport.Outcomes, _ adjust: (inout ClientFlow) -> Void) {
      (self.name, self.outcomes, flow) = (name, outcomes, ClientFlow())
      adjust(&flow)
    }

    /// One more authorization request with these changes.
    static func asking(
      _ name: String, _ outcomes: ClientReport.Outcomes, _ request: ClientFlow.Parameters
    ) -> Slip {
      Slip(name, outcomes) { $0.another = request }
    }
  }

  private static let careful: ClientReport.Outcomes = Dictionary(
    uniqueKeysWithValues: ClientCheck.all.filter { $0.kind == .passive }.map(\.id).map { id in
      let isOfOthers = ["dp-proof", "ca-jwt", "pa-only", "az-resource"].contains(id)
      return (id, isOfOthers ? CheckOutcome.notApplicable : .passed)
    })

  private static let webView =
    "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"
  private static let appleView = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605.1.15 Mobile/15E148"

  private static let beforeTheLogin: [Slip] = [
    Slip("metadata at the root", ["md-place": .warning]) { $0.metadataPath = "/.well-known/openid-configuration" },
    Slip("no metadata", ["md-place": .notSeen]) { $0.metadataPath = nil },
    Slip("http elsewhere", ["rg-redirects": .failed]) {
      $0.attempts = [["redirect_uris": ["http://app.example/callback"], "application_type": "native"]]
    },
    Slip("a wildcard", ["rg-redirects": .failed]) {
      $0.attempts = [["redirect_uris": ["https://*.example/callback"], "application_type": "web"]]
    },
    // The second registration is another client at the same address, so that the metadata request could be its own.
    Slip(
      "a registration for each login",
      ["rg-once": .warning, "az-fresh": .notSeen, "md-place": .notSeen]
    ) {
      $0.logins = 1
      $0.registersAgain = true
    },
    Slip("the initial token at userinfo", ["rg-token": .warning]) { $0.sendsInitialTokenElsewhere = true },
  ]

  private static let requests: [Slip] = [
    .asking("an ID token from the front", ["az-code": .warning], ["response_type": "code id_token"]),
    .asking("PKCE with plain", ["az-pkce": .failed], ["code_challenge_method": "plain"]),
    .asking("no PKCE", ["az-pkce": .failed], ["code_challenge": nil, "code_challenge_method": nil]),
    .asking(
      "no PKCE and no nonce", ["az-pkce": .failed, "az-nonce": .failed],
      ["code_challenge": nil, "code_challenge_method": nil, "nonce": nil]),
    .asking("no state", ["az-state": .warning], ["state": nil]),
    .asking("a short state", ["az-state": .warning], ["state": "st-1"]),
    .asking(
      "nothing binds the answer", ["az-state": .failed, "az-pkce": .failed, "az-nonce": .failed],
      ["state": nil, "code_challenge": nil, "code_challenge_method": nil, "nonce": nil]),
    .asking("a secret by name", ["az-secret": .failed], ["client_secret": "x"]),
    .asking("http in a native app", ["az-redirect": .failed], ["redirect_uri": "http://app.example/cb"]),
    .asking("a scheme without a period", ["az-redirect": .failed], ["redirect_uri": "myapp:/cb"]),
    .asking("localhost", ["az-redirect": .warning], ["redirect_uri": "http://localhost:7000/cb"]),
    Slip("a web view of Android", ["az-browser": .warning]) { $0.agent = webView },
    Slip("a web view of Apple's", ["az-browser": .warning]) { $0.agent = appleView },
    Slip("an unknown browser", ["az-browser": .needsPerson]) { $0.agent = "own-browser/1.0" },
  ]

  private static let values: [Slip] = [
    Slip("the same state", ["az-fresh": .failed]) { $0.request = { _ in ["state": "always-the-same"] } },
    Slip("the same nonce", ["az-fresh": .failed]) { $0.request = { _ in ["nonce": "always-the-same"] } },
    Slip("the same verifier", ["az-fresh": .failed]) { $0.verifier = { _ in TestApp.verifier } },
    Slip("a state that counts up", ["az-fresh": .failed]) { $0.request = { ["state": "request-\($0 + 98)"] } },
    Slip("a state that is the time", ["az-fresh": .failed]) {
      $0.request = { number in
        let milliseconds = Int(TestServer.start.timeIntervalSince1970) * 1000 + number * 54_321
        return ["state": String(milliseconds)]
      }
    },
    Slip("a nonce that is the time in millionths of a second", ["az-fresh": .failed]) {
      $0.request = { number in
        let seconds = Int(TestServer.start.timeIntervalSince1970) + number * 54
        return ["nonce": String(seconds * 1_000_000 + 987_654)]
      }
    },
    Slip("a state that is the time with a fraction", ["az-fresh": .failed]) {
      $0.request = { number in
        let seconds = TestServer.start.timeIntervalSince1970 + Double(number) * 7.25
        return ["state": String(seconds)]
      }
    },
    Slip("a verifier by value", ["az-secret": .failed]) {
      $0.verifier = { "\($0)-verifier-that-is-also-in-the-address-of-the-page" }
      $0.request = { ["x_hint": "\($0)-verifier-that-is-also-in-the-address-of-the-page"] }
    },
  ]

  private static let afterTheLogin: [Slip] = [
    Slip(
      "never a right verifier",
      [
        "base-login": .failed, "base-refresh": .notSeen, "rg-once": .notSeen, "ui-header": .notSeen,
        "lo-revoke": .notSeen, "lo-hint": .notSeen,
      ]
    ) {
      $0.redemption = { _ in ["code_verifier": freshSecret()] }
      $0.logout = nil
    },
    Slip("a made-up secret that is a public word", ["tk-auth": .failed]) {
      $0.redemption = { $0 == 2 ? ["client_secret": "code"] : [:] }
    },
    Slip("another redirect_uri", ["tk-redirect": .failed]) {
      $0.redemption = { $0 == 2 ? ["redirect_uri": "io.curity.dcrclient:/other"] : [:] }
    },
    Slip("no redirect_uri", ["tk-redirect": .failed]) { $0.redemption = { $0 == 2 ? ["redirect_uri": nil] : [:] } },
    Slip("another way than registered", ["tk-auth": .failed]) { $0.usesBasic = { $0 != 2 } },
    Slip("two ways at once", ["tk-auth": .failed]) {
      $0.redemption = { $0 == 2 ? ["client_secret": "x"] : [:] }
    },
    Slip("no refresh", ["base-refresh": .notSeen]) { $0.refreshes = false },
    Slip("the token in the address", ["ui-header": .failed]) { $0.hasTokenInAddress = true },
    Slip("only the access token revoked", ["lo-revoke": .warning, "lo-hint": .notSeen]) {
      $0.revokes = "access_token"
      $0.logout = nil
    },
    Slip("no sign-out", ["lo-revoke": .notSeen, "lo-hint": .notSeen]) {
      $0.revokes = nil
      $0.logout = nil
    },
    Slip("a sign-out without a hint", ["lo-hint": .warning]) { $0.logout = ["id_token_hint": nil] },
    Slip("a sign-out to elsewhere", ["lo-hint": .warning]) {
      $0.logout = ["post_logout_redirect_uri": "https://app.example/"]
    },
  ]

  @Test func aCarefulClientPassesEachCheck() async throws {
    try await TestServer.with { server in
      let report = try server.report(on: try await ClientFlow().run(on: server).clientID)
      #expect(report.outcomes == Self.careful)
      for verdict in report.verdicts where verdict.check.kind == .passive {
        #expect(verdict.exchanges.isEmpty == (verdict.outcome == .notApplicable), "\(verdict.check.id)")
      }
      #expect(report.requests[.code] == 3 && report.requests[.userInfo] == 2 && report.requests[.refresh] == 1)
    }
  }

  @Test(arguments: beforeTheLogin + requests + values + afterTheLogin)
  func oneSlipConcernsItsCheckAlone(_ slip: Slip) async throws {
    try await TestServer.with { server in
      let outcomes = try server.report(on: try await slip.flow.run(on: server).clientID).outcomes
      #expect(outcomes == Self.careful.merging(slip.outcomes) { $1 })
    }
  }

  /// Also of a client that does everything wrong at once.
  @Test func noVerdictHoldsASecret() async throws {
    try await TestServer.with { server in
      var flow = ClientFlow()
      flow.request = { _ in ["state": "state-of-each-request", "nonce": "nonce-of-each-request"] }
      flow.another = ["client_secret": "secret-in-the-address", "redirect_uri": "http://secret.example/"]
      (flow.hasTokenInAddress, flow.sendsInitialTokenElsewhere) = (true, true)
      let traces = try await flow.run(on: server)
      let report = try server.report(on: traces.clientID)
      #expect(report.count(.failed) > 3 && traces.secrets.count > 12)
      let text = report.json.compact + "\(report)"
      #expect(traces.secrets.filter { text.contains($0.value) }.map(\.key) == [])
      #expect(!text.contains("secret-in-the-address") && !text.contains("secret.example"))
    }
  }
}
