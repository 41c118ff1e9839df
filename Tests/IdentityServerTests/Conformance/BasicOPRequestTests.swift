import SharedValues
import Testing

@testable import IdentityServer

/// The modules of the plan "Basic OP" about single parameters, codes, redirects, request objects, claims and refreshing.
extension BasicOPTests {
  // MARK: Other parameters

  @Test("oidcc-ensure-request-with-unknown-parameter-succeeds") func unknownParameter() async throws {
    try await RelyingParty.registered().tokens(["extra": "foobar"])
  }

  @Test("oidcc-id-token-hint") func idTokenHint() async throws {
    let party = try await RelyingParty.registered()
    let first = try await party.tokens()
    let hint = first["id_token"]?.stringValue
    let again = try await party.judged(
      try await party.tokens(["prompt": "none", "id_token_hint": hint]), nonce: RelyingParty.nonce)
    #expect(again["sub"] == "demouser")
  }

  @Test("oidcc-login-hint") func loginHint() async throws {
    let party = try await RelyingParty.registered()
    let page = try await party.browser.get(party.authorizationURL(["login_hint": "demouser"]))
    #expect(page.text.contains("value=\"demouser\""))
    try await party.tokens(["login_hint": "demouser"])
  }

  @Test("oidcc-ui-locales") func uiLocales() async throws {
    try await RelyingParty.registered().tokens(["ui_locales": "se sv-SE"])
  }

  @Test("oidcc-claims-locales") func claimsLocales() async throws {
    try await RelyingParty.registered().tokens(["claims_locales": "se sv-SE"])
  }

  @Test("oidcc-ensure-request-with-acr-values-succeeds") func acrValues() async throws {
    let party = try await RelyingParty.registered()
    let tokens = try await party.tokens(["acr_values": "urn:example:bronze " + ClientMetadata.passwordACR])
    let claims = try await party.judged(tokens, nonce: RelyingParty.nonce)
    #expect(claims["acr"] == .string(ClientMetadata.passwordACR))
    try await party.tokens(["acr_values": "1 2"])
  }

  // MARK: Codes and redirects

  @Test("oidcc-codereuse") func codeReuse() async throws {
    let party = try await RelyingParty.registered()
    let code = try await party.code()
    #expect(try await party.redeem(code).status == 200)
    let again = try await party.redeem(code)
    #expect(again.status == 400)
    #expect(again.error == "invalid_grant")
    #expect(again.headers[first: "Content-Type"] == "application/json")
  }

  @Test("oidcc-codereuse-30seconds") func codeReuseLater() async throws {
    let party = try await RelyingParty.registered()
    let code = try await party.code()
    let tokens = try await party.redeem(code).json
    #expect(try await party.userInfo(tokens)["sub"] == "demouser")
    party.server.clock.advance(by: 30)
    #expect(try await party.redeem(code).error == "invalid_grant")
    let bearer = HTTPHeader("Authorization", "Bearer " + (tokens["access_token"]?.stringValue ?? ""))
    #expect(try await party.userInfo("GET", [bearer]).status == 401)
  }

  @Test("oidcc-ensure-registered-redirect-uri") func registeredRedirectURI() async throws {
    let party = try await RelyingParty.registered()
    for other in ["https://rp.example.com/callback/x", "https://rp.example.com/callback?x=1", "https://evil.example/"] {
      let answer = try await party.browser.get(party.authorizationURL(["redirect_uri": other]))
      #expect(answer.status == 400)
      #expect(answer.isPage)
    }
  }

  @Test("oidcc-ensure-post-request-succeeds") func postRequest() async throws {
    let party = try await RelyingParty.registered()
    let page = try await party.browser.post(
      try #require(party.metadata["authorization_endpoint"]?.stringValue), party.parameters())
    #expect(page.isLoginPage)
    let answer = try await party.loggingIn(page)
    #expect(try await party.redeem(try party.code(in: answer)).status == 200)
  }

  @Test("oidcc-server-client-secret-post") func clientSecretPost() async throws {
    let party = try await RelyingParty.registered(["token_endpoint_auth_method": "client_secret_post"])
    #expect(party.member("token_endpoint_auth_method") == "client_secret_post")
    let tokens = try await party.tokens()
    #expect(try await party.userInfo(tokens)["sub"] == "demouser")
  }

  // MARK: Request objects, claims, refresh, PKCE

  /// As the suite sends it: an unsigned request object, the parameters that OAuth requires beside it, and no state.
  private func requestObject(_ party: RelyingParty) -> String {
    let claims = JSON.object(party.parameters().map { .init($0.0, .string($0.1)) }).compact
    return Base64URL.encode(Array("{\"alg\":\"none\"}".utf8)) + "." + Base64URL.encode(Array(claims.utf8)) + "."
  }

  @Test("oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported")
  func unsignedRequestObject() async throws {
    let party = try await RelyingParty.registered()
    #expect(party.metadata["request_parameter_supported"] == false)
    let answer = try await party.authorize(["request": requestObject(party), "state": nil, "nonce": nil])
    #expect(answer.location?.hasPrefix(party.redirectURI) == true)
    #expect(answer.redirectParameters["error"] == "request_not_supported")
  }

  @Test("oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported")
  func requestURI() async throws {
    let uri = "https://rp.example.com/request.jwt"
    let party = try await RelyingParty.registered(["request_uris": [.string(uri)]])
    #expect(party.client["request_uris"] == [.string(uri)])
    #expect(party.metadata["request_uri_parameter_supported"] == false)
    let answer = try await party.authorize(["request_uri": uri, "state": nil, "nonce": nil])
    #expect(answer.location?.hasPrefix(party.redirectURI) == true)
    #expect(answer.redirectParameters["error"] == "request_uri_not_supported")
  }

  /// The outer redirect URI is not registered, the inner one is: the browser must not be sent to the outer one.
  @Test("oidcc-ensure-request-object-with-redirect-uri") func requestObjectWithRedirectURI() async throws {
    let party = try await RelyingParty.registered()
    let answer = try await party.authorize([
      "request": requestObject(party), "redirect_uri": party.redirectURI + "_invalid",
    ])
    #expect(answer.status == 400)
    #expect(answer.isPage)
  }

  @Test("oidcc-claims-essential") func claimsEssential() async throws {
    let party = try await RelyingParty.registered()
    let tokens = try await party.tokens(["claims": #"{"userinfo":{"name":{"essential":true}}}"#])
    #expect(try await party.userInfo(tokens).objectValue?.map(\.name) == ["sub", "name"])
    #expect(try await party.judged(tokens, nonce: RelyingParty.nonce)["name"] == nil)
  }

  @Test("oidcc-refresh-token") func refreshToken() async throws {
    let grants: JSON = ["grant_types": ["authorization_code", "refresh_token"]]
    let party = try await RelyingParty.registered(grants)
    let other = try await RelyingParty.registered(grants)
    for member in [party, other] {
      let tokens = try await member.tokens(["scope": "openid offline_access", "prompt": nil])
      let first = try await member.judged(tokens, nonce: RelyingParty.nonce)
      member.server.clock.advance(by: 1)
      let answer = try await member.refresh(tokens["refresh_token"]?.stringValue ?? "")
      #expect(answer.status == 200)
      let again = try await member.judged(answer.json, nonce: nil)
      // Core §12.2.
      for name in ["iss", "sub", "aud", "azp", "auth_time"] { #expect(again[name] == first[name], "\(name)") }
      #expect(again["iat"]?.intValue ?? 0 > first["iat"]?.intValue ?? .max)
      #expect(try await member.userInfo(answer.json)["sub"] == "demouser")
    }
    let foreign = try await other.tokens()["refresh_token"]?.stringValue ?? ""
    #expect(try await party.refresh(foreign).error == "invalid_grant")
    #expect(try await other.refresh(foreign).status == 200)
  }

  @Test("oidcc-ensure-request-with-valid-pkce-succeeds") func validPKCE() async throws {
    let party = try await RelyingParty.registered()
    let challenge: [String: String?] = ["code_challenge": TestApp.challenge, "code_challenge_method": "S256"]
    try await party.tokens(challenge, [("code_verifier", TestApp.verifier)])
    let code = try await party.code(challenge)
    #expect(try await party.redeem(code, [("code_verifier", TestApp.verifier + "x")]).error == "invalid_grant")
  }
}
