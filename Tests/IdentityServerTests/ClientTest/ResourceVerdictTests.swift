import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Whether a client names the same API in both of its requests (RFC 8707 §2).
@Suite struct ResourceVerdictTests {
  private func outcome(_ asked: [String], _ named: String?) async throws -> CheckOutcome? {
    let scope = "openid profile accounts payments"
    let metadata = TestServer.tutorialMetadata.setting("scope", .string(scope))
    return try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(metadata)
      let resources = asked.map { ("resource", server.origin + $0) }
      let url = app.authorizationURL(["scope": scope, "nonce": freshSecret()], adding: resources)
      let code = try #require(try await browser.get(url).code)
      _ = try await app.redeem(code, ["resource": named.map { server.origin + $0 }])
      return try server.report(on: app.clientID).outcomes["az-resource"]
    }
  }

  @Test func bothRequestsNameTheSameAPI() async throws {
    #expect(try await outcome(["/api"], "/api") == .passed)
    #expect(try await outcome(["/api"], "/api/accounts") == .failed)
    #expect(try await outcome([], nil) == .notApplicable)
  }

  /// RFC 8707 §2 allows it: what a server does then is its own policy.
  @Test func oneRequestWithoutTheAPIIsAWarning() async throws {
    #expect(try await outcome(["/api"], nil) == .warning)
    #expect(try await outcome([], "/api") == .warning)
  }

  /// RFC 8707 §2.2: the token of one API is enough.
  @Test func oneOfSeveralIsEnough() async throws {
    #expect(try await outcome(["/api/accounts", "/api/payments"], "/api/payments") == .passed)
  }
}
