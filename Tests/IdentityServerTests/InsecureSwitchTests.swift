import SharedValues
import Testing

@testable import IdentityServer

/// The defences that a lesson may switch off: on by default, and each switch disables only its own.
@Suite struct InsecureSwitchTests {
  private static let bare: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
  private static let token: [String: String?] = bare.merging(["response_type": "token"]) { $1 }

  @Test func everyDefenceIsOnByDefault() async throws {
    try await TestServer.with { server in
      let (app, browser) = (TestApp(server: server), TestBrowser(server))
      #expect(try await browser.get(app.authorizationURL(Self.bare)).redirectParameters["error"] == "invalid_request")
      let refused = try await browser.get(app.authorizationURL(Self.token))
      #expect(refused.redirectParameters["error"] == "unsupported_response_type")
      let metadata = try await server.send(
        HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")
      ).json
      #expect(metadata["response_types_supported"] == ["code"])
    }
  }

  @Test func withoutPKCEAStolenCodeIsEnough() async throws {
    try await TestServer.with(adjusting: { $0.policies.insecure.withoutPKCE = true }) { server in
      let app = TestApp(server: server)
      let redirect = try await TestBrowser(server).signIn(app.authorizationURL(Self.bare), as: "demouser", "Password1")
      let answer = try await app.redeem(redirect.code ?? "none", ["code_verifier": nil])
      #expect(answer.status == 200)
      // A client that sends a challenge is still protected by it.
      let bound = try await TestBrowser(server).signIn(app.authorizationURL(), as: "demouser", "Password1")
      #expect(try await app.redeem(bound.code ?? "none", ["code_verifier": nil]).error == "invalid_grant")
      // The other defence stays on.
      let token = try await TestBrowser(server).get(app.authorizationURL(Self.token))
      #expect(token.redirectParameters["error"] == "unsupported_response_type")
    }
  }

  @Test func theImplicitGrantAnswersInTheFragmentAndWithoutRefreshToken() async throws {
    try await TestServer.with(adjusting: { $0.policies.insecure.implicit = true }) { server in
      var app = TestApp(server: server)
      (app.clientID, app.scope) = ("rn-expo-app", "openid profile")
      let redirect = try await TestBrowser(server).signIn(app.authorizationURL(Self.token), as: "demouser", "Password1")
      let location = try #require(redirect.location)
      #expect(location.hasPrefix("io.curity.dcrclient:/callback#"))
      let fragment = try FormParameters(formEncoded: location.drop { $0 != "#" }.dropFirst().utf8)
      #expect(fragment["refresh_token"] == nil && fragment["code"] == nil)
      #expect(fragment["state"] == "st-1" && fragment["iss"] == server.issuer)
      #expect(try await app.userInfo(fragment["access_token"] ?? "").status == 200)
      // PKCE of the code flow is unaffected, and no error leaks into the query.
      #expect(
        try await TestBrowser(server).get(app.authorizationURL(Self.bare)).redirectParameters["error"]
          == "invalid_request")
      let wrong = try await TestBrowser(server).get(
        app.authorizationURL(Self.token.merging(["prompt": "none"]) { $1 }))
      #expect(wrong.location?.hasPrefix("io.curity.dcrclient:/callback#error=login_required") == true)
      for (mode, error) in [("fragment", "login_required"), ("query", "invalid_request")] {
        let changes: [String: String?] = ["prompt": "none", "response_mode": mode]
        let answer = try await TestBrowser(server).get(app.authorizationURL(Self.token.merging(changes) { $1 }))
        #expect(answer.location?.hasPrefix("io.curity.dcrclient:/callback#error=\(error)") == true, "\(mode)")
      }
    }
  }

  @Test func withoutIssAnAnswerDoesNotNameItsIssuer() async throws {
    for isOff in [false, true] {
      try await TestServer.with(adjusting: { $0.policies.insecure.withoutIss = isOff }) { server in
        let app = TestApp(server: server)
        let issuer = isOff ? nil : server.issuer
        let redirect = try await TestBrowser(server).signIn(app.authorizationURL(), as: "demouser", "Password1")
        #expect(redirect.code != nil && redirect.redirectParameters["iss"] == issuer)
        let refused = try await TestBrowser(server).get(app.authorizationURL(["prompt": "none"]))
        #expect(refused.redirectParameters["error"] == "login_required" && refused.redirectParameters["iss"] == issuer)
        let metadata = try await server.send(
          HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")
        ).json
        #expect(metadata["authorization_response_iss_parameter_supported"] == .bool(!isOff))
      }
    }
  }

  /// RFC 6749 §4.2: only for a public client; a client with a secret has no use for it.
  @Test func aClientWithASecretGetsNoToken() async throws {
    try await TestServer.withApp(adjusting: { $0.policies.insecure.implicit = true }) { _, app, browser in
      let answer = try await browser.get(app.authorizationURL(Self.token))
      #expect(answer.location?.contains("unauthorized_client") == true)
      #expect(answer.location?.contains("access_token") == false)
    }
  }
}
