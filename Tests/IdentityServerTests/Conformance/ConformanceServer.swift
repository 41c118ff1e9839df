import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// One server behind real TLS sockets for all tests of a suite, with open registration and a clock that only the tests move.
struct ConformanceServer: SuiteTrait, TestScoping {
  @TaskLocal private static var server: TestServer?

  static var current: TestServer {
    get throws { try #require(server) }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await TestServer.with(
      .socket,
      adjusting: {
        $0.policies.registration = .open
        $0.users[0].claims = ConformanceServer.claims
      }
    ) { server in
      try await ConformanceServer.$server.withValue(server) { try await function() }
    }
  }

  /// Every claim of OpenID Connect Core §5.1 for which users have no member.
  static let claims: [JSON.Member] = [
    .init("middle_name", "Q."), .init("nickname", "Dem"), .init("profile", "https://example.com/demo"),
    .init("picture", "https://example.com/demo.png"), .init("website", "https://demo.example.com/"),
    .init("gender", "female"), .init("birthdate", "1990-10-31"), .init("zoneinfo", "Europe/Stockholm"),
    .init("locale", "sv-SE"), .init("updated_at", 1_767_000_000), .init("phone_number", "+46 70 123 45 67"),
    .init("phone_number_verified", true),
    .init("address", ["street_address": "Storgatan 1", "locality": "Stockholm", "country": "Sweden"]),
  ]
}

extension Trait where Self == ConformanceServer {
  static var conformanceServer: Self { ConformanceServer() }
}
