import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The syntax of verifiers and challenges (RFC 7636 §4.1, §4.2): a matching hash does not make a malformed verifier valid.
@Suite struct ProofKeyTests {
  static let malformed = [
    "", "a", String(repeating: "a", count: 42), String(repeating: "a", count: 129), String(repeating: "a", count: 4000),
    String(repeating: "a", count: 42) + " ", String(repeating: "a", count: 42) + "+",
    String(repeating: "a", count: 42) + "/", String(repeating: "a", count: 42) + "=",
    String(repeating: "a", count: 41) + "é", String(repeating: "ä", count: 43), String(repeating: "a", count: 42) + "%",
  ]
  static let wellFormed = [
    String(repeating: "a", count: 43), String(repeating: "Z", count: 128),
    "AZaz09-._~" + String(repeating: "-._~", count: 10),
  ]

  private func challenge(_ verifier: String) -> String { Base64URL.encode(Primitives.sha256(verifier.utf8)) }

  @Test(arguments: malformed) func aMalformedVerifierIsRefusedThoughItsHashFits(_ verifier: String) async throws {
    try await TestServer.withApp { _, app, browser in
      let redirect = try await browser.get(app.authorizationURL(["code_challenge": challenge(verifier)]))
      let answer = try await app.redeem(try #require(redirect.code), ["code_verifier": verifier])
      #expect(answer.status == 400)
      #expect(answer.error == "invalid_grant")
    }
  }

  @Test(arguments: wellFormed) func everyWellFormedVerifierIsAccepted(_ verifier: String) async throws {
    try await TestServer.withApp { _, app, browser in
      let redirect = try await browser.get(app.authorizationURL(["code_challenge": challenge(verifier)]))
      #expect(try await app.redeem(try #require(redirect.code), ["code_verifier": verifier]).status == 200)
    }
  }

  /// A malformed verifier does not use up the code: the client itself can still send the right one.
  @Test func theCodeSurvivesAMalformedVerifier() async throws {
    try await TestServer.withApp { _, app, browser in
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      #expect(try await app.redeem(code, ["code_verifier": "short"]).error == "invalid_grant")
      #expect(try await app.redeem(code).status == 200)
    }
  }

  @Test(arguments: [
    "a", TestApp.challenge + "=", String(TestApp.challenge.dropLast()), TestApp.challenge + "a",
    String(TestApp.challenge.dropLast()) + "+", String(TestApp.challenge.dropLast()) + "é", TestApp.verifier + "aaaaaa",
    // 43 characters hold two bits more than a SHA-256 hash has; these must be zero.
    String(TestApp.challenge.dropLast()) + "N",
  ]) func aMalformedChallengeIsRefused(_ challenge: String) async throws {
    try await TestServer.withApp { _, app, browser in
      let answer = try await browser.get(app.authorizationURL(["code_challenge": challenge]))
      #expect(answer.redirectParameters["error"] == "invalid_request")
    }
  }
}
