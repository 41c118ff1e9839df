import Foundation
import OAuthClient
import SharedValues
import Testing

enum AuthorizationDefects {
  private static func request(
    _ code: String, _ what: String, clientID: String = "c", redirectURI: String = Fixture.redirectURI.text,
    scope: String = "openid"
  ) -> Defect {
    Defect(code, what) {
      _ = try AuthorizationRequest.build(
        metadata: Fixture.metadata(), clientID: clientID, redirectURI: try RedirectURI(accepted: redirectURI),
        scope: scope, secrets: Fixture.secrets, prompt: nil, idTokenHint: nil)
    }
  }

  /// `uri` is appended to the redirect URI.
  private static func response(_ code: String, _ what: String, _ uri: String) -> Defect {
    whole(code, what, Fixture.redirectURI.text + uri)
  }

  private static func whole(_ code: String, _ what: String, _ uri: String) -> Defect {
    Defect(code, what) {
      _ = try AuthorizationResponse.judge(uri, for: Fixture.request(), metadata: Fixture.metadata())
    }
  }

  private static let good = "?code=SECRET&state=state-1&iss=" + Fixture.escapedIssuer

  static let all: [Defect] = [
    request("client_id_missing", "empty", clientID: ""),
    request("client_id_missing", "control character", clientID: "a\n"),
    request("redirect_uri_invalid", "relative", redirectURI: "/callback"),
    request("redirect_uri_invalid", "fragment", redirectURI: "a.b:/c#d"),
    request("scope_invalid", "empty", scope: ""),
    request("scope_invalid", "quotation mark", scope: "a\"b"),
    request("scope_invalid", "backslash", scope: "a\\b"),
    whole("redirect_uri_mismatch", "another path", "io.curity.dcrclient:/other" + good),
    whole("redirect_uri_mismatch", "another spelling of the path", "io.curity.dcrclient:///callback" + good),
    whole("redirect_uri_mismatch", "another case", "IO.curity.dcrclient:/callback" + good),
    whole("redirect_uri_mismatch", "a longer path", "io.curity.dcrclient:/callback/" + good),
    whole("redirect_uri_mismatch", "nothing", ""),
    whole("redirect_uri_mismatch", "with a fragment as well", "io.curity.dcrclient:/other#code=SECRET"),
    response("authorization_response_fragment", "parameters in it", "#code=SECRET&state=state-1"),
    response("authorization_response_fragment", "a part of the answer besides", good + "#_=_&iss=x"),
    response("authorization_response_fragment", "an escaped name", good + "#c%6Fde=other"),
    response("authorization_response_fragment", "the answer of a page's own router", good + "#/callback?code=other"),
    response("authorization_response_malformed", "half an escape", "?code=%4&state=state-1"),
    response("authorization_response_malformed", "not UTF-8", "?code=%FF&state=state-1"),
    response("authorization_response_malformed", "an escaped name", "?c%6Fde=%FF&state=state-1"),
    response("authorization_response_malformed", "endless", good + "&x=" + String(repeating: "a", count: 20_000)),
    response("authorization_response_duplicate_parameter", "code", good + "&code=other"),
    response("authorization_response_duplicate_parameter", "state", good + "&state=state-1"),
    response("authorization_response_duplicate_parameter", "an escaped name", good + "&%63ode=other"),
    response("authorization_response_duplicate_parameter", "empty", good + "&error=&error="),
    response("state_missing", "absent", "?code=SECRET"),
    response("state_missing", "empty", "?code=SECRET&state="),
    response("state_missing", "an error without it", "?error=access_denied"),
    response("state_mismatch", "another", "?code=SECRET&state=state-2"),
    response("state_mismatch", "a beginning", "?code=SECRET&state=state-"),
    response("state_mismatch", "an error with another", "?error=access_denied&state=x"),
    response("iss_missing", "though advertised", "?code=SECRET&state=state-1"),
    response("iss_missing", "in an error", "?error=access_denied&state=state-1"),
    response("iss_mismatch", "another", "?code=SECRET&state=state-1&iss=https%3A%2F%2Fevil.example"),
    response("iss_mismatch", "with a slash", "?code=SECRET&state=state-1&iss=\(Fixture.escapedIssuer)%2F"),
    response("authorization_response_unexpected_token", "access token", good + "&access_token=SECRET"),
    response("authorization_response_unexpected_token", "ID token", good + "&id_token=SECRET"),
    response("authorization_response_ambiguous", "code and error", good + "&error=access_denied"),
    response("code_missing", "absent", "?state=state-1&iss=" + Fixture.escapedIssuer),
    response("code_missing", "empty", "?code=&state=state-1&iss=" + Fixture.escapedIssuer),
    response("code_malformed", "line break", "?code=a%0D%0Ab&state=state-1&iss=" + Fixture.escapedIssuer),
    response(
      "code_malformed", "endless",
      "?code=\(String(repeating: "a", count: 9000))&state=state-1&iss=" + Fixture.escapedIssuer),
    response("access_denied", "the user refused", "?error=access_denied&state=state-1&iss=" + Fixture.escapedIssuer),
    response("login_required", "no session", "?error=login_required&state=state-1&iss=" + Fixture.escapedIssuer),
  ]
}

struct AuthorizationTests {
  private func build(
    _ metadata: AuthorizationServerMetadata, scope: String = "openid profile", prompt: String? = nil,
    hint: Secret? = nil, extra: AuthorizationParameters = .none
  ) throws -> AuthorizationRequest {
    try AuthorizationRequest.build(
      metadata: metadata, clientID: Fixture.clientID, redirectURI: Fixture.redirectURI, scope: scope,
      secrets: Fixture.secrets, prompt: prompt, idTokenHint: hint, extra: extra)
  }

  /// OpenID Connect Core §11: `offline_access` requires the user's consent.
  @Test func offlineAccessAsksForConsent() throws {
    let cases: [(scope: String, prompt: String?, sent: String?)] = [
      ("openid offline_access", nil, "consent"), ("openid offline_access", "login", "login consent"),
      ("openid profile", nil, nil), ("openid profile", "login", "login"), ("openid offline_accessory", nil, nil),
      ("openid offline_access", "none", "none"),
    ]
    for one in cases {
      let request = try build(Fixture.metadata(), scope: one.scope, prompt: one.prompt)
      #expect(URLComponents(string: request.url)?.queryItems?.first { $0.name == "prompt" }?.value == one.sent)
    }
  }

  @Test func carriesTheRequiredParameters() throws {
    let request = try build(Fixture.metadata(), prompt: "login", hint: Secret("hint"))
    #expect(request.url.hasPrefix("https://localhost:8443/oauth/v2/oauth-authorize?"))
    #expect(
      parameters(request.url) == [
        "response_type": "code", "client_id": Fixture.clientID, "redirect_uri": Fixture.redirectURI.text,
        "scope": "openid profile", "state": "state-1", "nonce": "nonce-1",
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
        "prompt": "login", "id_token_hint": "hint",
      ])
    #expect(request.asksForIDToken)
  }

  @Test func onlyOpenIDRequestsHaveANonce() throws {
    for scope in ["dcr", "openidx", "x-openid"] {
      let request = try build(Fixture.metadata(), scope: scope)
      #expect(parameters(request.url)["nonce"] == nil)
      #expect(!request.asksForIDToken)
    }
  }

  @Test func keepsTheQueryOfTheEndpoint() throws {
    let metadata = try Fixture.metadata(("authorization_endpoint", "https://a.example/authorize?tenant=a%20b"))
    #expect(try build(metadata).url.hasPrefix("https://a.example/authorize?tenant=a%20b&response_type=code&"))
    let empty = try Fixture.metadata(("authorization_endpoint", "https://a.example/authorize?"))
    #expect(try build(empty).url.hasPrefix("https://a.example/authorize?response_type=code&"))
  }

  @Test func extraParametersNeverOverrideTheProtocol() throws {
    let metadata = try Fixture.metadata(("authorization_endpoint", "https://a.example/authorize?tenant=a"))
    let extra = try AuthorizationParameters([
      .init("tenant", "evil"), .init("acr_values", "a&b=c"), .init("login_hint", "ä b"),
    ])
    let request = try build(metadata, extra: extra)
    #expect(!request.url.contains("evil"))
    #expect(parameters(request.url)["acr_values"] == "a&b=c")
    #expect(parameters(request.url)["login_hint"] == "ä b")
    #expect(request.maxAge == nil)
  }

  @Test func acceptsTheAnswerToItsOwnRequest() throws {
    let code = try Fixture.code()
    #expect(code.code.revealed == "Cg85vgCfElPckCgzPYDcZUrMekzA1iv5")
    #expect(code.request == (try Fixture.request()))
  }

  /// RFC 6749 §4.1.2 and §4.1.2.1.
  @Test func theExamplesOfRFC6749() throws {
    let metadata = try Fixture.metadata(("authorization_response_iss_parameter_supported", nil))
    let request = try AuthorizationRequest.build(
      metadata: metadata, clientID: "s6BhdRkqt3", redirectURI: "https://client.example.com/cb", scope: "a",
      secrets: AuthorizationSecrets(state: Secret("xyz"), nonce: Secret("n"), codeVerifier: Secret("v")), prompt: nil,
      idTokenHint: nil)
    let code = try AuthorizationResponse.judge(
      "https://client.example.com/cb?code=SplxlOBeZQQYbYS6WxSbIA&state=xyz", for: request, metadata: metadata)
    #expect(code.code.revealed == "SplxlOBeZQQYbYS6WxSbIA")
    let error = #expect(throws: ProtocolError.self) {
      try AuthorizationResponse.judge(
        "https://client.example.com/cb?error=access_denied&state=xyz", for: request, metadata: metadata)
    }
    #expect(error?.code.rawValue == "access_denied")
    #expect(error?.code.consequence == .refused)
  }

  @Test func unknownParametersAreIgnored() throws {
    let uri = "\(Fixture.redirectURI)?session_state=x&code=c&state=state-1&iss=\(Fixture.escapedIssuer)&foo="
    _ = try AuthorizationResponse.judge(uri, for: Fixture.request(), metadata: Fixture.metadata())
  }

  @Test func aRedirectURIWithAQueryKeepsIt() throws {
    let metadata = try Fixture.metadata(("authorization_response_iss_parameter_supported", nil))
    let request = try Fixture.request(redirectURI: "a.b:/cb?tenant=1")
    _ = try AuthorizationResponse.judge("a.b:/cb?tenant=1&code=c&state=state-1", for: request, metadata: metadata)
    for wrong in ["a.b:/cb?code=c&state=state-1", "a.b:/cb?tenant=2&code=c&state=state-1"] {
      let error = #expect(throws: ProtocolError.self) {
        try AuthorizationResponse.judge(wrong, for: request, metadata: metadata)
      }
      #expect(error?.code.rawValue == "redirect_uri_mismatch")
    }
  }

  /// Browsers keep the fragment of the previous address (RFC 9110 §10.2.2) and some servers add one; irrelevant parameters may have
  /// any form.
  @Test(arguments: [
    "#_=_", "#", "#section-2", "#top?x=y", "&x=%4", "&x=%FF", "&x=\u{1B}[31m", "&x=é", "&x=a b\"|{}[]", "&a=1&a=2",
    "&%FF=1",
  ]) func irrelevantPartsDoNotMatter(_ end: String) throws {
    let uri = "\(Fixture.redirectURI)?code=c&state=state-1&iss=\(Fixture.escapedIssuer)" + end
    let code = try AuthorizationResponse.judge(uri, for: Fixture.request(), metadata: Fixture.metadata())
    #expect(code.code == Secret("c"))
  }

  @Test(arguments: [
    ("The user denied access", "The user denied access"), ("a+%22b%22 | { } [ ]", "a \"b\" | { } [ ]"),
    ("caf\u{E9}", "caf\u{E9}"), ("caf%E9", "caf\u{FFFD}"), ("caf%C3%A9", "caf\u{E9}"), ("100%", "100%"),
    ("a%0D%0Ab", "a b"),
  ]) func theErrorIsReadWithAnyDescription(_ written: String, _ shown: String) throws {
    let uri =
      "\(Fixture.redirectURI)?error=access_denied&error_description=\(written)&state=state-1&iss="
      + Fixture.escapedIssuer
    let error = #expect(throws: ProtocolError.self) {
      try AuthorizationResponse.judge(uri, for: Fixture.request(), metadata: Fixture.metadata())
    }
    #expect(error?.code == .accessDenied)
    #expect(error?.serverDescription == shown)
  }

  @Test func theServersWordsAreCutAndCleaned() throws {
    let long = String(repeating: "a", count: 1000)
    let uri =
      "\(Fixture.redirectURI)?error=access_denied&error_description=%1B%5B31m\(long)&state=state-1&iss="
      + Fixture.escapedIssuer
    let error = #expect(throws: ProtocolError.self) {
      try AuthorizationResponse.judge(uri, for: Fixture.request(), metadata: Fixture.metadata())
    }
    #expect(error?.serverDescription?.count == 300)
    #expect(error?.serverDescription?.unicodeScalars.contains("\u{1B}") == false)
  }
}
