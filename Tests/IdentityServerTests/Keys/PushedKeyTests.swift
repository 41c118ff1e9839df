import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Keys at the pushed authorization request endpoint and at the protected API: the push binds the code (RFC 9449 §10.1), and the
/// API accepts a bound token only with a proof.
@Suite struct PushedKeyTests {
  /// Everything together: assertion, proof, push, bound code, bound token, the API.
  @Test(arguments: TestServer.Way.allCases) func everythingTogether(_ way: TestServer.Way) async throws {
    try await TestServer.with(
      way,
      adjusting: {
        $0.policies.pushedAuthorization = .required
        $0.policies.registration = .open
      }
    ) { server in
      let key = TestKey()
      let metadata = TestServer.keyedMetadata.setting("jwks", ["keys": [key.jwk]])
        .setting("scope", "openid accounts payments").setting("dpop_bound_access_tokens", true)
      let registration = try await server.registrationOpen(metadata).json
      let app = KeyedApp(server: server, clientID: registration.token("client_id"), key: key)
      let pushed = try await app.push(["scope": "openid accounts payments", "resource": server.api])
      #expect(pushed.status == 201, "\(pushed.text)")
      let redirect = try await TestBrowser(server).signIn(app.plain.presenting(pushed.json.token("request_uri")))
      let code = try #require(redirect.code)
      var thief = app
      thief.proofKey = TestKey()
      #expect(try await thief.redeem(code, proofs: [thief.proof()]).error == "invalid_grant")
      let tokens = try await app.redeem(code, proofs: [app.proof()]).json
      #expect(tokens["token_type"] == "DPoP")

      let token = tokens.token("access_token")
      #expect(try await ask(app, token, app.proofKey).status == 200)
      let refused = try await ask(app, token, TestKey())
      #expect(refused.status == 401 && refused.error == "invalid_token")
      let asBearer = try await server.api("accounts", token)
      #expect(asBearer.status == 401)
      let challenge = try #require(asBearer.headers[first: "WWW-Authenticate"])
      #expect(challenge.hasPrefix("DPoP "))
      #expect(
        challengeParameters(challenge)["resource_metadata"]
          == server.origin + "/.well-known/oauth-protected-resource/api/accounts")
      let metadataOfAPI = try await server.send(
        HTTPRequest("GET", server.origin + "/.well-known/oauth-protected-resource/api")
      ).json
      #expect(metadataOfAPI["dpop_signing_alg_values_supported"]?.stringArray?.contains("ES256") == true)
      #expect(metadataOfAPI["dpop_bound_access_tokens_required"] == false)
    }
  }

  /// The key that binds a code, by the push's content; `nil`: the push is refused.
  @Test func whichKeyBindsTheCode() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.keyedApp()
      let thumbprint = app.proofKey.thumbprint
      let cases: [(what: String, jkt: String?, proves: Bool, error: String?)] = [
        ("proof", nil, true, nil), ("parameter", thumbprint, false, nil), ("both", thumbprint, true, nil),
        ("empty parameter", "", true, nil), ("different", TestKey().thumbprint, true, "invalid_dpop_proof"),
        ("no thumbprint", "abc", false, "invalid_request"),
      ]
      for (what, jkt, proves, error) in cases {
        let answer = try await app.push(["dpop_jkt": jkt], proof: proves ? app.pushProof() : "none")
        guard error == nil else {
          #expect(answer.status == 400 && answer.error == error, "\(what)")
          continue
        }
        let code = try await browser.get(app.plain.presenting(answer.json.token("request_uri"))).code ?? "none"
        #expect(try await app.redeem(code).error == "invalid_grant", "\(what)")
        #expect(try await app.redeem(code, proofs: [app.proof()]).json["token_type"] == "DPoP", "\(what)")
      }
    }
  }

  /// A proof at the push is checked as at the token endpoint, and works once.
  @Test func wrongProofs() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.keyedApp()
      let used = app.pushProof()
      #expect(try await app.push(proof: used).status == 201)
      let elsewhere = Unsigned.proof(app.proofKey, "POST", app.tokenURL, app.now).signed(app.proofKey)
      for wrong in [used, elsewhere, "a.b.c"] {
        let answer = try await app.push(proof: wrong)
        #expect(answer.status == 400 && answer.error == "invalid_dpop_proof")
      }
      #expect(try await server.pushedRequests() == 1)
    }
  }

  /// RFC 9449 §8: a client that is told to use a nonce may send the same assertion again.
  @Test func nonces() async throws {
    try await TestServer.with(adjusting: { $0.policies.dpopNonce = .always }) { server in
      let (app, _, _) = try await server.keyedApp()
      let assertion = try #require(app.assertion()).signed(try #require(app.key))
      let refused = try await app.push(assertion: assertion)
      #expect(refused.status == 400 && refused.error == "use_dpop_nonce")
      let nonce = try #require(refused.headers[first: "DPoP-Nonce"])
      #expect(try await app.push(proof: app.pushProof(nonce: nonce), assertion: assertion).status == 201)
    }
  }

  /// An assertion at the push is checked as at other endpoints.
  @Test func wrongAssertions() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.keyedApp()
      let assertion = try #require(app.assertion()).signed(try #require(app.key))
      #expect(try await app.push(assertion: assertion).status == 201)
      for wrong in [assertion, try #require(app.assertion()).signed(TestKey()), "a.b.c"] {
        let answer = try await app.push(assertion: wrong)
        #expect(answer.status == 401 && answer.error == "invalid_client")
      }
      let kept = try await server.database {
        try $0.value(String.self, "SELECT parameters FROM pushed_requests LIMIT 1") ?? ""
      }
      #expect(!kept.isEmpty && !kept.contains("client_assertion"))
    }
  }

  // MARK: Steps

  private func ask(_ app: KeyedApp, _ token: String, _ key: TestKey) async throws -> HTTPResponse {
    let url = app.server.api + "/accounts"
    let proof = Unsigned.proof(key, "GET", url, app.now, accessToken: token).signed(key)
    return try await app.server.send(
      HTTPRequest(
        "GET", url, headers: [HTTPHeader("Authorization", "DPoP " + token), HTTPHeader("DPoP", proof)]))
  }
}
