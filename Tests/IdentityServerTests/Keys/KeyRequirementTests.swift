import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The refusals of a server that demands keys, and the exchange of nonces.
@Suite struct KeyRequirementTests {
  /// RFC 9449 §8 at the token endpoint, §9 at a resource.
  @Test(arguments: TestServer.Way.allCases)
  func noncesAreDemandedAndChange(_ way: TestServer.Way) async throws {
    try await TestServer.with(way, adjusting: { $0.policies.dpopNonce = .always }) { server in
      let (app, browser, _) = try await server.keyedApp()
      let code = try await server.freshCode(app, browser)
      let assertion = try #require(app.assertion()).signed(try #require(app.key))
      let first = try await app.redeem(code, proofs: [app.proof()], assertion: assertion)
      #expect(first.status == 400)
      #expect(first.error == "use_dpop_nonce")
      let nonce = try #require(first.headers[first: "DPoP-Nonce"])
      #expect(first.headers[all: "DPoP-Nonce"].count == 1)
      for wrong in [nonce + "A", String(nonce.dropLast()), "x"] {
        #expect(try await app.redeem(code, proofs: [app.proof(nonce: wrong)]).error == "use_dpop_nonce")
      }
      // Neither the code nor the assertion was used up.
      let tokens = try await app.redeem(code, proofs: [app.proof(nonce: nonce)], assertion: assertion)
      #expect(tokens.status == 200, "\(tokens.text)")
      #expect(tokens.headers[first: "DPoP-Nonce"] == nonce)
      let token = tokens.json.token("access_token")

      let refused = try await app.userInfo(token)
      #expect(refused.status == 401)
      #expect(refused.headers[first: "WWW-Authenticate"]?.contains("error=\"use_dpop_nonce\"") == true)
      #expect(refused.headers[first: "DPoP-Nonce"] == nonce)
      #expect(try await app.userInfo(token, nonce: nonce).status == 200)

      server.clock.advance(by: DPoPNonces.period)
      let still = try await app.userInfo(token, nonce: nonce)
      #expect(still.status == 200, "the previous key is still accepted")
      let next = try #require(still.headers[first: "DPoP-Nonce"])
      #expect(next != nonce)
      server.clock.advance(by: DPoPNonces.period)
      #expect(try await app.userInfo(token, nonce: nonce).error == "use_dpop_nonce")
      #expect(try await app.userInfo(token, nonce: next).status == 200)
      // A request without a proof gets no nonce, and needs none.
      #expect(try await app.redeem("x").headers[first: "DPoP-Nonce"] == nil)
    }
  }

  /// The answer says what counts for the client (RFC 7591 §3.2.1), not what it asked for.
  @Test(arguments: [true, false]) func theRegistrationSaysWhatIsDemanded(_ isDemanded: Bool) async throws {
    try await TestServer.with(adjusting: {
      $0.policies.registration = .open
      if isDemanded { ($0.policies.dpop, $0.policies.pushedAuthorization) = (.required, .required) }
    }) { server in
      let members = ["dpop_bound_access_tokens", "require_pushed_authorization_requests"]
      let asked = members.reduce(TestServer.tutorialMetadata) { $0.setting($1, false) }
      let answer = try await server.registrationOpen(asked).json
      for name in members { #expect((answer[name] ?? false) == .bool(isDemanded)) }
    }
  }

  @Test func everyTokenMustBeBound() async throws {
    try await TestServer.with(adjusting: {
      $0.policies.registration = .open
      $0.policies.dpop = .required
    }) { server in
      let bare = try await server.send(HTTPRequest("GET", server.origin + "/oauth/v2/oauth-userinfo"))
      #expect(bare.headers[all: "WWW-Authenticate"].map { $0.prefix { $0 != " " } } == ["DPoP"])
      let (secret, browser) = try await server.openApp()
      let code = try await browser.signIn(secret.authorizationURL()).code ?? "none"
      let refused = try await secret.redeem(code)
      #expect(refused.error == "invalid_dpop_proof")
      // The owner can still use the code.
      var app = KeyedApp(server: server, clientID: secret.clientID)
      let fields =
        [("client_secret", secret.secret ?? ""), ("grant_type", "authorization_code"), ("code", code)]
        + [("redirect_uri", secret.redirectURI), ("code_verifier", TestApp.verifier)]
      let tokens = try await app.post("/oauth/v2/oauth-token", fields, proofs: [app.proof()]).json
      #expect(tokens["token_type"] == "DPoP")
      app.proofKey = TestKey()
      #expect(try await app.userInfo(tokens.token("access_token")).error == "invalid_token")
    }
  }

  /// A bearer token from before the demand is worthless.
  @Test func unboundTokensAreRefused() async throws {
    let home = ServerHome()
    let token = try await TestServer.with(.inProcess, in: home) { server in
      try await server.signedInApp().tokens.token("access_token")
    }
    try await TestServer.with(.inProcess, in: home, adjusting: { $0.policies.dpop = .required }) {
      server in
      let answer = try await TestApp(server: server).userInfo(token)
      #expect(answer.error == "invalid_token")
      #expect(answer.headers[first: "WWW-Authenticate"]?.hasPrefix("DPoP ") == true)
    }
  }

  @Test func everyClientMustSign() async throws {
    try await TestServer.with(adjusting: { $0.policies.clientAuthentication = .privateKey }) { server in
      let metadata = try await server.send(
        HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")
      ).json
      let methods = metadata["token_endpoint_auth_methods_supported"]?.stringArray ?? []
      #expect(methods.contains("private_key_jwt") && !methods.contains("client_secret_basic"))
      let token = try await server.registrationToken(TestBrowser(server))
      for method in [JSON.null, "none", "client_secret_basic"] {
        let answer = try await server.register(
          TestServer.tutorialMetadata.setting("token_endpoint_auth_method", method), token: token)
        #expect(answer.error == "invalid_client_metadata", "\(method)")
      }
      let template = try await server.register(["software_id": "mobile-dcr-template-client"], token: token)
      #expect(template.error == "invalid_client_metadata")
      let (app, browser, _) = try await server.keyedApp()
      #expect(try await app.redeem(try await server.freshCode(app, browser)).status == 200)
      // The public client that all apps share cannot sign, and gets no tokens.
      let open = TestApp(server: server, clientID: "rn-expo-app", scope: "openid")
      let code = try await TestBrowser(server).signIn(open.authorizationURL()).code ?? "none"
      #expect(try await open.redeem(code).error == "invalid_client")
    }
  }

  /// FAPI 2.0: bound refresh tokens need no rotation, so a lost answer costs nothing.
  @Test func refreshTokensNeedNotRotate() async throws {
    try await TestServer.with(adjusting: { $0.policies.refreshTokens = .lasting }) { server in
      let (app, _, tokens) = try await server.boundTokens(nil)
      let refresh = tokens.token("refresh_token")
      for _ in 0..<3 {
        let answer = try await app.refresh(refresh, proofs: [app.proof()])
        #expect(answer.status == 200)
        #expect(answer.json["refresh_token"] == nil)
        #expect(try await app.userInfo(answer.json.token("access_token")).status == 200)
      }
      #expect(try await app.userInfo(tokens.token("access_token")).status == 200)
      server.clock.advance(by: 3600)
      #expect(try await app.refresh(refresh, proofs: [app.proof()]).error == "invalid_grant")
    }
  }

  /// For a limited time a lost answer costs no login; a second use after that counts as theft (RFC 9700 §4.14.2).
  @Test func rotationCanHaveAGracePeriod() async throws {
    try await TestServer.withTokens(adjusting: { $0.policies.refreshTokens = .grace }) { server, app, _, tokens in
      let lost = try #require(tokens["refresh_token"]?.stringValue)
      let first = try await app.refresh(lost).json["refresh_token"]?.stringValue
      server.clock.advance(by: 29)
      let second = try await app.refresh(lost).json["refresh_token"]?.stringValue
      #expect(first != nil && second != nil && Set([lost, first, second]).count == 3)
      // The repeated request did not extend the time.
      server.clock.advance(by: 1)
      #expect(try await app.refresh(lost).error == "invalid_grant")
      for token in [first, second] { #expect(try await app.refresh(token ?? "").error == "invalid_grant") }
    }
  }

  @Test func settingTheClockBackExtendsNoGracePeriod() async throws {
    try await TestServer.withTokens(adjusting: { $0.policies.refreshTokens = .grace }) { server, app, _, tokens in
      let lost = try #require(tokens["refresh_token"]?.stringValue)
      #expect(try await app.refresh(lost).status == 200)
      server.clock.advance(by: -29)
      #expect(try await app.refresh(lost).status == 200)
      server.clock.advance(by: -1)
      #expect(try await app.refresh(lost).error == "invalid_grant")
    }
  }

  /// Two processes at once are both served; a client without the key is not, and ends nothing.
  @Test func theGracePeriodStillNeedsTheKey() async throws {
    try await TestServer.with(adjusting: { $0.policies.refreshTokens = .grace }) { server in
      let (app, _, tokens) = try await server.boundTokens(nil)
      let refresh = tokens.token("refresh_token")
      async let one = app.refresh(refresh, proofs: [app.proof()])
      async let other = app.refresh(refresh, proofs: [app.proof()])
      #expect(try await [one.status, other.status] == [200, 200])
      #expect(try await app.refresh(refresh, proofs: []).status == 400)
      #expect(try await app.refresh(refresh, proofs: [app.proof()]).status == 200)
    }
  }

  @Test func theMetadataStatesTheSupport() async throws {
    try await TestServer.with { server in
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
      for name in [
        "token_endpoint_auth_signing_alg_values_supported", "revocation_endpoint_auth_signing_alg_values_supported",
        "introspection_endpoint_auth_signing_alg_values_supported", "dpop_signing_alg_values_supported",
      ] {
        #expect(metadata[name] == ["ES256", "RS256", "PS256"], "\(name)")
      }
      for name in ["token", "revocation", "introspection"] {
        let methods = metadata["\(name)_endpoint_auth_methods_supported"]?.stringArray ?? []
        #expect(methods.contains("private_key_jwt"), "\(name)")
      }
    }
  }
}
