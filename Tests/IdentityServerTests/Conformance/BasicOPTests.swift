import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The modules of the OpenID Foundation's plan "Basic OP", by their names, over TLS (docs/conformance.md).
@Suite(.serialized, .conformanceServer) struct BasicOPTests {
  // MARK: Response type and ID token

  @Test(
    "oidcc-server",
    arguments: ["https://rp.example.com/cb", "http://localhost:4711/cb", "https://rp.example.com/cb?a=b"])
  func server(_ redirectURI: String) async throws {
    let party = try await RelyingParty.registered(["redirect_uris": [.string(redirectURI)]])
    guard redirectURI.contains("?") else {
      let tokens = try await party.tokens(["scope": "openid profile"])
      #expect(try await party.userInfo(tokens)["sub"] == "demouser")
      return
    }
    // A query in the registered URI stays (RFC 6749 §3.1.2).
    let answer = try await party.authorize()
    #expect(answer.location?.hasPrefix(redirectURI + "&code=") == true)
    #expect(try await party.redeem(try #require(answer.code)).status == 200)
  }

  @Test("oidcc-response-type-missing") func responseTypeMissing() async throws {
    let party = try await RelyingParty.registered()
    let answer = try await party.authorize(["response_type": nil])
    #expect(answer.redirectParameters["error"] == "invalid_request")
    #expect(answer.redirectParameters["state"] == "af0ifjsldkj")
  }

  @Test("oidcc-idtoken-signature", arguments: ["RS256", "ES256"]) func idTokenSignature(algorithm: String) async throws
  {
    let party = try await RelyingParty.registered(["id_token_signed_response_alg": .string(algorithm)])
    #expect(party.client["id_token_signed_response_alg"] == .string(algorithm))
    try await party.tokens()
  }

  /// The suite skips this if the metadata does not offer `none`; here requesting it does not help either.
  @Test("oidcc-idtoken-unsigned") func idTokenUnsigned() async throws {
    let server = try ConformanceServer.current
    let metadata = try await RelyingParty.discovered(server)
    #expect(metadata["id_token_signing_alg_values_supported"] == ["RS256", "ES256"])
    let answer = try await RelyingParty.register(["id_token_signed_response_alg": "none"], metadata, server)
    #expect(answer.status == 400)
    #expect(answer.error == "invalid_client_metadata")
  }

  @Test("oidcc-ensure-request-without-nonce-succeeds-for-code-flow") func withoutNonce() async throws {
    try await RelyingParty.registered().tokens(["nonce": nil])
  }

  // MARK: Userinfo

  @Test("oidcc-userinfo-get") func userInfoGet() async throws {
    let party = try await RelyingParty.registered()
    let tokens = try await party.tokens()
    #expect(try await party.userInfo(tokens)["sub"] == "demouser")
  }

  @Test("oidcc-userinfo-post-header") func userInfoPostHeader() async throws {
    let party = try await RelyingParty.registered()
    let token = try #require(try await party.tokens()["access_token"]?.stringValue)
    let answer = try await party.userInfo("POST", [HTTPHeader("Authorization", "Bearer " + token)])
    #expect(answer.status == 200)
    #expect(answer.json["sub"] == "demouser")
  }

  @Test("oidcc-userinfo-post-body") func userInfoPostBody() async throws {
    let party = try await RelyingParty.registered()
    let token = try #require(try await party.tokens()["access_token"]?.stringValue)
    let answer = try await party.userInfo(
      "POST", [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")], form([("access_token", token)]))
    #expect(answer.status == 200)
    #expect(answer.json["sub"] == "demouser")
  }

  // MARK: Scopes

  /// Core §5.4; the ID token has none of them, because the code flow has userinfo.
  private func scopes(_ scope: String, _ count: Int, _ changes: [String: String?] = [:]) async throws {
    let party = try await RelyingParty.registered()
    let tokens = try await party.tokens(["scope": "openid " + scope].merging(changes) { $1 })
    let claims = try await party.userInfo(tokens)
    let expected = UserClaims.scopes.filter { scopeNames(scope).contains($0.name) }.flatMap(\.claims)
    let names = claims.objectValue?.map(\.name) ?? []
    #expect(Set(names) == Set(["sub"] + expected).subtracting(["roles"]))
    #expect(names.count == count + 1)
    #expect(try await party.judged(tokens, nonce: RelyingParty.nonce)["name"] == nil)
  }

  @Test("oidcc-scope-profile") func scopeProfile() async throws { try await scopes("profile", 14) }
  @Test("oidcc-scope-email") func scopeEmail() async throws { try await scopes("email", 2) }
  @Test("oidcc-scope-address") func scopeAddress() async throws { try await scopes("address", 1) }
  @Test("oidcc-scope-phone") func scopePhone() async throws { try await scopes("phone", 2) }
  @Test("oidcc-scope-all") func scopeAll() async throws { try await scopes("profile email address phone", 19) }

  @Test("oidcc-ensure-other-scope-order-succeeds") func otherScopeOrder() async throws {
    try await scopes("email", 2, ["scope": "email openid"])
  }

  // MARK: Display, prompt, max_age

  @Test("oidcc-display-page") func displayPage() async throws {
    try await RelyingParty.registered().tokens(["display": "page"])
  }

  @Test("oidcc-display-popup") func displayPopup() async throws {
    try await RelyingParty.registered().tokens(["display": "popup"])
  }

  @Test("oidcc-prompt-login") func promptLogin() async throws {
    let party = try await RelyingParty.registered()
    let first = try await party.judged(try await party.tokens(), nonce: RelyingParty.nonce)
    party.server.clock.advance(by: 2)
    #expect(try await party.browser.get(party.authorizationURL(["prompt": "login"])).isLoginPage)
    let again = try await party.judged(try await party.tokens(["prompt": "login"]), nonce: RelyingParty.nonce)
    #expect(again["auth_time"]?.intValue ?? 0 > first["auth_time"]?.intValue ?? .max)
    #expect(again["sub"] == first["sub"])
  }

  @Test("oidcc-prompt-none-not-logged-in") func promptNoneNotLoggedIn() async throws {
    let party = try await RelyingParty.registered()
    let answer = try await party.authorize(["prompt": "none"])
    #expect(answer.redirectParameters["error"] == "login_required")
    #expect(answer.redirectParameters["state"] == "af0ifjsldkj")
    #expect(answer.code == nil)
  }

  @Test("oidcc-prompt-none-logged-in") func promptNoneLoggedIn() async throws {
    let party = try await RelyingParty.registered()
    let first = try await party.judged(try await party.tokens(), nonce: RelyingParty.nonce)
    party.server.clock.advance(by: 1)
    let again = try await party.judged(try await party.tokens(["prompt": "none"]), nonce: RelyingParty.nonce)
    #expect(again["auth_time"] == first["auth_time"])
    #expect(again["sub"] == first["sub"])
  }

  @Test("oidcc-max-age-1") func maxAge1() async throws {
    let party = try await RelyingParty.registered()
    let first = try await party.judged(try await party.tokens(), nonce: RelyingParty.nonce)
    party.server.clock.advance(by: 2)
    let page = try await party.browser.get(party.authorizationURL(["max_age": "1"]))
    #expect(page.isLoginPage)
    let answer = try await party.redeem(try party.code(in: try await party.loggingIn(page)))
    let again = try await party.judged(answer.json, nonce: RelyingParty.nonce)
    #expect(again["auth_time"]?.intValue ?? 0 > first["auth_time"]?.intValue ?? .max)
  }

  @Test("oidcc-max-age-10000") func maxAge10000() async throws {
    let party = try await RelyingParty.registered()
    let first = try await party.judged(try await party.tokens(["max_age": "10000"]), nonce: RelyingParty.nonce)
    party.server.clock.advance(by: 1)
    let answer = try await party.browser.get(party.authorizationURL(["max_age": "10000"]))
    let again = try await party.judged(
      try await party.redeem(try party.code(in: answer)).json, nonce: RelyingParty.nonce)
    #expect(first["auth_time"]?.intValue != nil)
    #expect(again["auth_time"] == first["auth_time"])
  }
}
