import OAuthClient
import SharedValues
import Testing

/// Defects of userinfo and of the end of the session.
enum IdentityDefects {
  private static func userinfo(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, what) { _ = try UserInfoRequest.judge(response, subject: "demouser") }
  }

  private static func returned(_ code: String, _ what: String, _ uri: String) -> Defect {
    Defect(code, what) { try EndSessionResponse.judge(uri, for: endSession()) }
  }

  static func endSession() throws -> EndSessionRequest {
    try #require(
      EndSessionRequest.build(
        metadata: Fixture.metadata(), idTokenHint: Secret("hint"), clientID: Fixture.clientID,
        postLogoutRedirectURI: Fixture.logoutURI, state: Secret("state-1")))
  }

  static let all: [Defect] = [
    userinfo("userinfo_missing_sub", "absent", Fixture.json(["name": "Demo"])),
    userinfo("userinfo_missing_sub", "empty", Fixture.json(["sub": ""])),
    userinfo("userinfo_sub_mismatch", "another", Fixture.json(["sub": "jd"])),
    userinfo("userinfo_sub_mismatch", "other case", Fixture.json(["sub": "DemoUser"])),
    userinfo("response_member_wrong_type", "a number", Fixture.json(["sub": 1])),
    userinfo(
      "userinfo_signed_unsupported", "a JWT",
      HTTPResponse(200, headers: [HTTPHeader("Content-Type", "application/jwt")], body: Array("a.b.c".utf8))),
    returned("post_logout_redirect_mismatch", "the login's address", Fixture.redirectURI.text + "?state=state-1"),
    returned("post_logout_redirect_mismatch", "nothing", ""),
    returned("end_session_response_malformed", "state twice", Fixture.logoutURI.text + "?state=state-1&state=state-1"),
    returned("end_session_response_malformed", "state twice", Fixture.logoutURI.text + "?state=state-1&state=state-1"),
    returned("end_session_state_missing", "absent", Fixture.logoutURI.text),
    returned("end_session_state_mismatch", "another", Fixture.logoutURI.text + "?state=state-2"),
    returned("access_denied", "the server's error", Fixture.logoutURI.text + "?state=state-1&error=access_denied"),
  ]
}

struct IdentityTests {
  @Test func userinfoIsRequestedWithTheAccessTokenInTheHeader() throws {
    let request = try #require(
      UserInfoRequest.build(metadata: Fixture.metadata(), accessToken: AccessToken(Secret("access-token-1"))))
    #expect(request.method == "GET")
    #expect(request.url == "https://localhost:8443/oauth/v2/oauth-userinfo")
    #expect(request.headers[first: "Authorization"] == "Bearer access-token-1")
    let none = try Fixture.metadata(("userinfo_endpoint", nil))
    #expect(UserInfoRequest.build(metadata: none, accessToken: AccessToken(Secret("a"))) == nil)
  }

  @Test func userinfoOfTheSameSubjectIsAccepted() throws {
    let document: JSON = ["sub": "demouser", "name": "Demo User", "roles": ["IC"]]
    #expect(try UserInfoRequest.judge(Fixture.json(document), subject: "demouser").document == document)
    #expect(try UserInfoRequest.judge(Fixture.json(document), subject: nil).subject == "demouser")
  }

  @Test func theKeySetIsRequestedAtTheAddressOfTheMetadata() throws {
    let url = JWKSRequest.build(metadata: try Fixture.metadata())?.url
    #expect(url == "https://localhost:8443/oauth/v2/oauth-anonymous/jwks")
    #expect(JWKSRequest.build(metadata: try Fixture.metadata(("jwks_uri", nil))) == nil)
  }

  @Test func endSessionCarriesHintClientAndState() throws {
    let request = try IdentityDefects.endSession()
    #expect(
      parameters(request.url) == [
        "id_token_hint": "hint", "client_id": Fixture.clientID, "post_logout_redirect_uri": Fixture.logoutURI.text,
        "state": "state-1",
      ])
    try EndSessionResponse.judge(Fixture.logoutURI.text + "?state=state-1", for: request)
  }

  @Test func endSessionWithoutAnIDToken() throws {
    let request = try #require(
      EndSessionRequest.build(
        metadata: Fixture.metadata(("end_session_endpoint", "https://a.example/logout?tenant=1")), idTokenHint: nil,
        clientID: "", postLogoutRedirectURI: Fixture.logoutURI, state: Secret("s")))
    #expect(request.url.hasPrefix("https://a.example/logout?tenant=1&post_logout_redirect_uri="))
    #expect(parameters(request.url)["client_id"] == nil)
  }

  @Test func withoutARegisteredAddressNeitherItNorStateIsSent() throws {
    let request = try #require(
      EndSessionRequest.build(
        metadata: Fixture.metadata(), idTokenHint: Secret("hint"), clientID: Fixture.clientID,
        postLogoutRedirectURI: nil, state: Secret("s")))
    #expect(parameters(request.url) == ["id_token_hint": "hint", "client_id": Fixture.clientID])
    let error = #expect(throws: ProtocolError.self) {
      try EndSessionResponse.judge(Fixture.logoutURI.text, for: request)
    }
    #expect(error?.code.rawValue == "post_logout_redirect_mismatch")
  }

  @Test func withoutAnEndpointThereIsNoEndSession() throws {
    let metadata = try Fixture.metadata(("end_session_endpoint", nil))
    #expect(
      EndSessionRequest.build(
        metadata: metadata, idTokenHint: nil, clientID: "c", postLogoutRedirectURI: "a.b:/c",
        state: Secret("s")) == nil
    )
  }
}
