import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The verdicts on a client that signs assertions and proofs, and pushes its requests.
@Suite struct KeyVerdictTests {
  private static let keys: [String] = ["dp-proof", "ca-jwt", "pa-only"]

  /// Signs in with all care, then makes `slip`.
  private func outcomes(
    after slip: (KeyedApp, TestBrowser, JSON) async throws -> Void = { _, _, _ in }
  ) async throws -> ClientReport.Outcomes {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.keyedApp()
      let reference = try await push(app)
      let agent = HTTPHeader("User-Agent", ClientFlow.browser)
      let code = try #require(try await browser.get(app.plain.presenting(reference), headers: [agent]).code)
      let tokens = try await app.redeem(code, proofs: [app.proof()]).json
      #expect(try await app.userInfo(tokens.token("access_token")).status == 200)
      try await slip(app, browser, tokens)
      return try server.report(on: app.clientID).outcomes
    }
  }

  private func push(_ app: KeyedApp) async throws -> String {
    try await app.push(["state": freshSecret(), "nonce": freshSecret()]).json.token("request_uri")
  }

  /// The verdicts by the three checks; the others must be as they were.
  private func changed(
    _ slip: (KeyedApp, TestBrowser, JSON) async throws -> Void
  ) async throws -> ClientReport.Outcomes {
    let before = try await outcomes()
    let after = try await outcomes(after: slip)
    return after.filter { before[$0.key] != $0.value }
  }

  @Test func aCarefulClientPasses() async throws {
    let found = try await outcomes()
    for id in Self.keys { #expect(found[id] == .passed, "\(id)") }
    #expect(found["tk-auth"] == .passed && found["az-pkce"] == .passed)
    #expect(found["tk-redirect"] == .passed, "the redirect URI was pushed")
  }

  @Test func aProofForAnotherURLFails() async throws {
    let found = try await changed { app, _, tokens in
      let token = tokens.token("access_token")
      let proof = Unsigned.proof(app.proofKey, "GET", app.tokenURL, app.now, accessToken: token)
      _ = try await app.userInfo("DPoP", token, proof: proof.signed(app.proofKey))
    }
    #expect(found == ["dp-proof": .failed])
  }

  @Test func aProofThatComesTwiceFails() async throws {
    let found = try await changed { app, _, tokens in
      let token = tokens.token("access_token")
      let proof = Unsigned.proof(app.proofKey, "GET", app.userInfoURL, app.now, accessToken: token)
        .signed(app.proofKey)
      for _ in 1...2 { _ = try await app.userInfo("DPoP", token, proof: proof) }
    }
    #expect(found == ["dp-proof": .failed])
  }

  @Test(arguments: ["aud", "exp", "jti", "sub"]) func aWrongAssertionFails(_ member: String) async throws {
    let found = try await changed { app, _, _ in
      let key = try #require(app.key)
      let wrong: Changes =
        switch member {
        case "aud": ["aud": "https://other.example"]
        case "exp": ["exp": .number(String(seconds(app.now) + 7200))]
        case "sub": ["sub": "somebody"]
        default: [member: nil]
        }
      let assertion = try #require(app.assertion()).changed(payload: wrong).signed(key)
      _ = try await app.post(
        "/oauth/v2/oauth-introspect", [("token", "x"), ("client_id", app.clientID)], assertion: assertion)
    }
    #expect(found == ["ca-jwt": .failed])
  }

  /// What the standard allowed until its revision is no wrong of the client, but this server refuses it.
  @Test func anAssertionForAnEndpointIsAWarning() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.keyedApp()
      let assertion = try #require(app.assertion()).changed(payload: ["aud": .string(app.tokenURL)])
      let fields = [("response_type", "code"), ("client_id", app.clientID)]
      let answer = try await app.post(
        "/oauth/v2/oauth-authorize/par", fields, assertion: assertion.signed(try #require(app.key)))
      #expect(answer.status >= 400)
      let outcomes = try server.report(on: app.clientID).outcomes
      #expect(outcomes["ca-jwt"] == .warning && outcomes["base-login"] == .failed)
    }
  }

  @Test func anAssertionThatComesTwiceFails() async throws {
    let found = try await changed { app, _, _ in
      let assertion = try #require(app.assertion()).signed(try #require(app.key))
      for _ in 1...2 { _ = try await app.isRecognised(assertion) }
    }
    #expect(found == ["ca-jwt": .failed])
  }

  @Test func parametersBesideTheReferenceAreAWarning() async throws {
    let found = try await changed { app, browser, _ in
      let agent = HTTPHeader("User-Agent", ClientFlow.browser)
      let url = app.plain.presenting(try await push(app), adding: [("scope", "openid")])
      _ = try await browser.get(url, headers: [agent])
    }
    #expect(found == ["pa-only": .warning])
  }

  /// Whether the client or a reload repeats it cannot be seen.
  @Test func aUsedReferenceIsForAPerson() async throws {
    let found = try await changed { app, browser, _ in
      let agent = HTTPHeader("User-Agent", ClientFlow.browser)
      let url = app.plain.presenting(try await push(app))
      let code = try #require(try await browser.get(url, headers: [agent]).code)
      _ = try await app.redeem(code, proofs: [app.proof()])
      _ = try await browser.get(url, headers: [agent])
    }
    // The test's client has a single verifier, which this second login shows, and keeps its registration for it.
    #expect(found == ["pa-only": .needsPerson, "az-fresh": .failed, "rg-once": .passed])
  }

  /// A client that always pushes does not put its request into the address all of a sudden.
  @Test func aRequestThatWasNotPushedIsAWarning() async throws {
    let found = try await changed { app, browser, _ in
      let url = app.plain.authorizationURL(["state": freshSecret(), "nonce": freshSecret()])
      _ = try await browser.get(url, headers: [HTTPHeader("User-Agent", ClientFlow.browser)])
    }
    #expect(found == ["pa-only": .warning])
  }
}
