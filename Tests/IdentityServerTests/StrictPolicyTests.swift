import SharedValues
import Testing

@testable import IdentityServer

/// The strict policy: exactly the requested metadata, or a refusal.
@Suite struct StrictPolicyTests {
  static let refused: [(String, JSON)] = [
    ("grant_types", ["authorization_code", "implicit"]), ("grant_types", ["authorization_code", "client_credentials"]),
    ("grant_types", ["authorization_code", "password"]), ("grant_types", ["refresh_token"]),
    ("response_types", ["code", "id_token"]), ("response_types", ["code", "token"]), ("response_types", ["none"]),
    ("response_types", ["code token"]), ("scope", "openid dcr"),
  ]

  @Test(arguments: refused)
  func refuses(_ name: String, _ value: JSON) throws {
    let metadata = TestServer.tutorialMetadata.setting(name, value)
    #expect {
      _ = try ClientMetadataJudge(policy: .strict).judge(metadata)
    } throws: {
      ($0 as? OAuthError)?.code == .invalidClientMetadata
    }
  }

  @Test func theLenientPolicyAnswersWithItsOffer() throws {
    let asked = TestServer.tutorialMetadata.setting("grant_types", ["authorization_code", "implicit"])
      .setting("response_types", ["code", "id_token"]).setting("scope", "openid dcr")
    let metadata = try ClientMetadataJudge(policy: .lenient).judge(asked)
    #expect(metadata.grantTypes == ["authorization_code", "refresh_token"])
    #expect(metadata.scope == ["openid"])
  }

  @Test func grantsAreExactlyThoseRequested() async throws {
    try await TestServer.with(adjusting: { $0.policies.clients = .strict }) { server in
      let (app, browser, registration) = try await server.registeredApp()
      #expect(registration["grant_types"] == ["authorization_code"])
      #expect(registration["refresh_token_ttl"] == nil)
      let tokens = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code))
      #expect(tokens.json["refresh_token"] == nil)
      #expect(try await app.refresh("x").error == "unauthorized_client")
    }
  }

  @Test(arguments: ["client_secret_basic", "client_secret_post"])
  func theAuthenticationMethodIsTheRegisteredOne(_ method: String) async throws {
    try await TestServer.with(adjusting: { $0.policies.clients = .strict }) { server in
      let metadata = TestServer.tutorialMetadata.setting("token_endpoint_auth_method", .string(method))
      let (app, browser, registration) = try await server.registeredApp(metadata)
      #expect(registration["token_endpoint_auth_methods"] == [.string(method)])
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      let isBasic = method == "client_secret_basic"
      #expect(try await app.redeem(code, basic: !isBasic).error == "invalid_client")
      #expect(try await app.redeem(code, basic: isBasic).status == 200)
    }
  }

  /// Web clients with a secret need PKCE, too.
  @Test func everyClientNeedsProofKeys() async throws {
    try await TestServer.with(adjusting: { $0.policies.clients = .strict }) { server in
      let (app, browser, _) = try await server.registeredApp(["redirect_uris": ["https://rp.example/cb"]])
      let bare = try await browser.get(app.authorizationURL(["code_challenge": nil, "code_challenge_method": nil]))
      #expect(bare.redirectParameters["error"] == "invalid_request")
    }
  }
}
