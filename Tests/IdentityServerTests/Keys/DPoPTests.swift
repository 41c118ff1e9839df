import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Tokens bound to a key (RFC 9449): what they allow with the key, and that they are useless without it.
@Suite struct DPoPTests {
  @Test(arguments: TestServer.Way.allCases)
  func aBoundTokenNeedsItsKey(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let (app, _, tokens) = try await server.boundTokens()
      #expect(tokens["token_type"] == "DPoP")
      let token = tokens.token("access_token")
      #expect(try await app.userInfo(token).json["sub"] == "demouser")
      let about = try await app.post("/oauth/v2/oauth-introspect", [("token", token)]).json
      #expect(about["cnf"] == ["jkt": .string(app.proofKey.thumbprint)])
      #expect(about["token_type"] == "DPoP")
      // The refresh token of an authenticating client is bound to the client.
      let refresh = try await app.post("/oauth/v2/oauth-introspect", [("token", tokens.token("refresh_token"))]).json
      #expect(refresh["active"] == true)
      #expect(refresh["cnf"] == nil)
      let foreign = Unsigned.proof(app.proofKey, "GET", app.userInfoURL, app.now, accessToken: "other").signed(
        app.proofKey)
      let refused: [(answer: HTTPResponse, error: String, scheme: String)] = [
        (try await app.userInfo("Bearer", token), "invalid_token", "DPoP "),
        (try await app.userInfo("DPoP", token), "invalid_dpop_proof", "DPoP "),
        (try await app.userInfo("DPoP", token, proof: foreign), "invalid_dpop_proof", "DPoP "),
        (try await app.userInfo(token, with: TestKey()), "invalid_token", "DPoP "),
        (try await app.userInfo("unknown"), "invalid_token", "DPoP "),
      ]
      for each in refused {
        #expect(each.answer.status == 401)
        #expect(each.answer.error == each.error)
        let challenge = each.answer.headers[first: "WWW-Authenticate"] ?? ""
        #expect(challenge.hasPrefix(each.scheme) && challenge.contains("error=\"\(each.error)\""), "\(challenge)")
        #expect(challenge.contains("algs=\"ES256 RS256 PS256\""))
      }
      let inForm = try await app.post("/oauth/v2/oauth-userinfo", [("access_token", token)], proofs: [app.proof()])
      #expect(inForm.error == "invalid_token")
      #expect(try await app.userInfo(token).status == 200)
    }
  }

  @Test func aBearerTokenIsNeverTreatedAsBound() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.keyedApp()
      let token = try await app.redeem(try await server.freshCode(app, browser)).json.token("access_token")
      let answer = try await app.userInfo(token)
      #expect(answer.error == "invalid_token")
      #expect(answer.headers[first: "WWW-Authenticate"]?.hasPrefix("Bearer ") == true)
      #expect(try await app.userInfo("Bearer", token).status == 200)
      #expect(try await app.userInfo("bearer", token).status == 200)
      // Without a token, the challenges name both schemes.
      let bare = try await server.send(HTTPRequest("GET", app.userInfoURL))
      #expect(bare.headers[all: "WWW-Authenticate"].map { $0.prefix { $0 != " " } } == ["Bearer", "DPoP"])
    }
  }

  /// RFC 9449 §5: a public client's refresh token is bound, and a thief without the key does no harm with it.
  @Test func theRefreshTokenOfAPublicClientIsBound() async throws {
    try await TestServer.with { server in
      let (app, _, tokens) = try await server.boundTokens(nil)
      var thief = app
      thief.proofKey = TestKey()
      let first = tokens.token("refresh_token")
      #expect(try await thief.refresh(first, proofs: [thief.proof()]).error == "invalid_grant")
      #expect(try await app.refresh(first).error == "invalid_dpop_proof")
      let second = try await app.refresh(first, proofs: [app.proof()]).json
      #expect(second["token_type"] == "DPoP")
      // The thief's old token ends no session; the owner's second use would.
      #expect(try await thief.refresh(first, proofs: [thief.proof()]).error == "invalid_grant")
      #expect(try await app.userInfo(second.token("access_token")).status == 200)
      #expect(try await app.refresh(first, proofs: [app.proof()]).error == "invalid_grant")
      #expect(try await app.userInfo(second.token("access_token")).error == "invalid_token")
    }
  }

  /// An authenticating client may change the key; without any key, a bound token cannot be refreshed.
  @Test func theKeyOfAConfidentialClientMayChange() async throws {
    try await TestServer.with { server in
      var (app, _, tokens) = try await server.boundTokens()
      let refresh = tokens.token("refresh_token")
      #expect(try await app.refresh(refresh).error == "invalid_dpop_proof")
      app.proofKey = TestKey()
      let renewed = try await app.refresh(refresh, proofs: [app.proof()]).json
      #expect(try await app.userInfo(renewed.token("access_token")).status == 200)
      #expect(try await app.userInfo(tokens.token("access_token")).error == "invalid_token")
    }
  }

  /// RFC 9449 §10.
  @Test func aCodeCanBeBoundToAKey() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.keyedApp()
      for unfit in ["x", String(repeating: "A", count: 44), app.proofKey.thumbprint + "=", TestApp.challenge + " "] {
        let answer = try await browser.get(app.plain.authorizationURL(["dpop_jkt": unfit]))
        #expect(answer.redirectParameters["error"] == "invalid_request", "\(unfit)")
      }
      let bound = ["dpop_jkt": app.proofKey.thumbprint]
      let code = try await server.freshCode(app, browser, bound)
      var thief = app
      thief.proofKey = TestKey()
      #expect(try await thief.redeem(code, proofs: [thief.proof()]).error == "invalid_grant")
      #expect(try await app.redeem(code).error == "invalid_grant")
      #expect(try await app.redeem(code, proofs: [app.proof()]).json["token_type"] == "DPoP")
      // The parameter survives the login.
      let afterLogin = try await TestBrowser(server).signIn(app.plain.authorizationURL(bound)).code ?? "none"
      #expect(try await thief.redeem(afterLogin, proofs: [thief.proof()]).error == "invalid_grant")
      #expect(try await app.redeem(afterLogin, proofs: [app.proof()]).status == 200)
    }
  }

  /// `dpop_bound_access_tokens` (RFC 9449 §5.2).
  @Test func aClientCanExcludeBearerTokens() async throws {
    try await TestServer.with(adjusting: { $0.policies.insecure.implicit = true }) { server in
      let (app, browser, registration) = try await server.keyedApp(TestKey(), ["dpop_bound_access_tokens": true])
      #expect(registration["dpop_bound_access_tokens"] == true)
      let code = try await server.freshCode(app, browser)
      let refused = try await app.redeem(code)
      #expect(refused.status == 400)
      #expect(refused.error == "invalid_dpop_proof")
      #expect(try await app.redeem(code, proofs: [app.proof()]).json["token_type"] == "DPoP")
      let (open, openBrowser, _) = try await server.keyedApp(nil, ["dpop_bound_access_tokens": true])
      let implicit = try await openBrowser.get(open.plain.authorizationURL(["response_type": "token"]))
      #expect(implicit.location?.contains("error=unauthorized_client") == true)
    }
  }

  /// The token that registers can be bound, too: a thief cannot register with it.
  @Test func theTokenOfTheFirstLoginCanBeBound() async throws {
    try await TestServer.with { server in
      let app = KeyedApp(server: server, clientID: "mobile-dcr-client", key: nil)
      let code = try await TestBrowser(server).signIn(TestApp(server: server).authorizationURL()).code ?? "none"
      let token = try await app.redeem(code, proofs: [app.proof()]).json.token("access_token")
      let url = server.origin + "/token-service/oauth-registration"
      func register(_ scheme: String, _ key: TestKey) async throws -> HTTPResponse {
        let proof = Unsigned.proof(key, "POST", url, app.now, accessToken: token).signed(key)
        return try await server.send(
          HTTPRequest(
            "POST", url,
            headers: [
              HTTPHeader("Authorization", "\(scheme) \(token)"), HTTPHeader("DPoP", proof),
              HTTPHeader("Content-Type", "application/json"),
            ], body: Array(TestServer.tutorialMetadata.compact.utf8)))
      }
      #expect(try await register("Bearer", app.proofKey).error == "invalid_token")
      #expect(try await register("DPoP", TestKey()).error == "invalid_token")
      #expect(try await register("DPoP", app.proofKey).status == 201)
      #expect(try await register("DPoP", app.proofKey).error == "invalid_token", "a token registers one client")
    }
  }

  /// RFC 9449 §6.1.
  @Test func aSignedAccessTokenNamesItsKey() async throws {
    try await TestServer.with(adjusting: { $0.policies.accessTokens = .jwt }) { server in
      let (app, browser, tokens) = try await server.boundTokens()
      func claims(_ token: String) -> JSON {
        let parts = token.split(separator: ".")
        return parts.count == 3 ? (Base64URL.decode(parts[1]).flatMap { try? JSON.parse($0) } ?? .null) : .null
      }
      let token = tokens.token("access_token")
      #expect(claims(token)["cnf"] == ["jkt": .string(app.proofKey.thumbprint)])
      #expect(try await app.userInfo(token).status == 200)
      #expect(try await app.userInfo("Bearer", token).error == "invalid_token")
      let bearer = try await app.redeem(try await server.freshCode(app, browser)).json.token("access_token")
      #expect(claims(bearer)["iss"] == .string(server.issuer))
      #expect(claims(bearer)["cnf"] == nil)
    }
  }

  @Test func revocationNeedsNoProofButRefusesABadOne() async throws {
    try await TestServer.with { server in
      let (app, _, tokens) = try await server.boundTokens(nil)
      let token = [("token", tokens.token("refresh_token"))]
      let elsewhere = try await app.post("/oauth/v2/oauth-revoke", token, proofs: [app.proof()])
      #expect(elsewhere.error == "invalid_dpop_proof", "the proof is for the token endpoint")
      #expect(try await app.post("/oauth/v2/oauth-revoke", token).status == 200)
      #expect(try await app.userInfo(tokens.token("access_token")).error == "invalid_token")
    }
  }
}
