import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The `claims` parameter (OpenID Connect Core §5.5), and where each claim appears.
@Suite struct ClaimsTests {
  private func idToken(_ tokens: JSON) throws -> JSON {
    let part = try #require(tokens["id_token"]?.stringValue).split(separator: ".")[1]
    return try JSON.parse(try #require(Base64URL.decode(String(part))))
  }

  @Test func claimsAppearWhereTheyWereRequested() async throws {
    try await TestServer.with(adjusting: { $0.users[1].claims = ConformanceServer.claims }) { server in
      let web: JSON = ["redirect_uris": ["https://rp.example/cb"]]
      let (app, browser, _) = try await server.registeredApp(as: "jd", "password", web)
      let claims = #"""
        {"userinfo":{"email":null,"phone_number":{"essential":true},"http://example.info/claims/groups":null},
        "id_token":{"roles":null,"address":{"essential":false,"x":1},"auth_time":{"essential":true},
        "updated_at":{"value":5},"phone_number_verified":{"values":[true]}},"other":7}
        """#
      let redirect = try await browser.get(app.authorizationURL(["scope": "openid", "claims": claims]))
      let tokens = try await app.redeem(try #require(redirect.code)).json
      let token = try idToken(tokens)
      #expect(token["roles"] == ["IC"])
      #expect(token["address"]?["locality"] == "Stockholm")
      #expect(token["updated_at"] == 1_767_000_000)
      #expect(token["phone_number_verified"] == true)
      #expect(token["auth_time"]?.intValue != nil)
      #expect(token["email"] == nil && token["phone_number"] == nil)
      let user = try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json
      #expect(user.objectValue?.map(\.name) == ["sub", "email", "phone_number"])
      // A refreshed token belongs to the same grant.
      let again = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").json
      #expect(try idToken(again)["roles"] == ["IC"])
    }
  }

  /// `claims` cannot exceed the client's registration, and does nothing without OpenID Connect.
  @Test func claimsBeyondTheRegistrationAreLeftOut() async throws {
    try await TestServer.withApp { _, app, browser in
      let claims = #"{"userinfo":{"email":{"essential":true},"nickname":null,"name":null}}"#
      let redirect = try await browser.get(app.authorizationURL(["scope": "openid", "claims": claims]))
      let tokens = try await app.redeem(try #require(redirect.code)).json
      let user = try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json
      #expect(user.objectValue?.map(\.name) == ["sub", "name"])
      let plain = try await browser.get(app.authorizationURL(["scope": "profile", "claims": claims]))
      #expect(plain.code != nil)
    }
  }

  static let malformed = [
    "", "x", "[]", "\"userinfo\"", "null", "{", #"{"userinfo":[]}"#, #"{"userinfo":null}"#, #"{"id_token":"name"}"#,
    #"{"userinfo":{"name":true}}"#, #"{"userinfo":{"name":["a"]}}"#, #"{"userinfo":{"name":{"essential":"yes"}}}"#,
    #"{"userinfo":{"name":{"values":"a"}}}"#, #"{"userinfo":{},"userinfo":{}}"#,
    #"{"userinfo":{"sub":{"value":"a"}},"id_token":{"sub":{"value":"b"}}}"#, "{\"userinfo\":{\"\u{1}\":null}}",
    "{\"userinfo\":{\"" + String(repeating: "a", count: 8192) + "\":null}}",
    "{\"x\":" + String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000) + "}",
  ]

  @Test(arguments: malformed.dropFirst())
  func aMalformedParameterIsInvalidRequest(_ text: String) async throws {
    #expect {
      _ = try ClaimsRequest(text)
    } throws: {
      ($0 as? OAuthError)?.code == .invalidRequest
    }
  }

  @Test func aMalformedParameterIsReportedToTheClient() async throws {
    try await TestServer.withApp { _, app, browser in
      let answer = try await browser.get(app.authorizationURL(["claims": "{"]))
      #expect(answer.redirectParameters["error"] == "invalid_request")
      // Empty counts as absent (RFC 6749 §3.1).
      #expect(try await browser.get(app.authorizationURL(["claims": ""])).code != nil)
    }
  }

  /// Core §5.5.1: a requested subject is answered for that user only; §5.5.1.1: a required acr that is not supported fails.
  @Test func demandedSubjectAndAuthentication() async throws {
    try await TestServer.withApp { (_, app, browser) async throws in
      func answer(_ claims: String) async throws -> HTTPResponse {
        try await browser.get(app.authorizationURL(["scope": "openid", "claims": claims, "prompt": "none"]))
      }
      #expect(try await answer(#"{"id_token":{"sub":{"value":"demouser"}}}"#).code != nil)
      #expect(
        try await answer(#"{"id_token":{"sub":{"value":"jd"}}}"#).redirectParameters["error"] == "login_required")
      let acr = #"{"id_token":{"acr":{"essential":true,"values":["urn:mace:incommon:iap:silver"]}}}"#
      #expect(try await answer(acr).redirectParameters["error"] == "unmet_authentication_requirements")
      #expect(try await answer(acr.replacing("true", with: "false")).code != nil)
      let offered = acr.replacing("urn:mace:incommon:iap:silver", with: ClientMetadata.passwordACR)
      #expect(try await answer(offered).code != nil)
    }
  }

  /// Unknown claims are left out, not sent empty (Core §5.3.2).
  @Test func unknownClaimsAreLeftOut() async throws {
    try await TestServer.with(adjusting: {
      $0.users = [UserAccount(name: "bare", password: Secret("Password1"), givenName: "", familyName: "", email: "")]
    }) { server in
      let (app, browser, _) = try await server.registeredApp(
        as: "bare", "Password1", ["redirect_uris": ["https://rp.example/cb"]])
      let everything = "openid profile email address phone"
      let redirect = try await browser.get(app.authorizationURL(["scope": everything]))
      let tokens = try await app.redeem(try #require(redirect.code)).json
      #expect(tokens["scope"]?.stringValue == everything)
      let user = try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json
      #expect(user == ["sub": "bare", "preferred_username": "bare"])
    }
  }

  /// For the API behind the app: the token's user, roles and times.
  @Test func introspectionStatesTheProfilesRoles() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(as: "jr", "password", TestServer.tutorialMetadata)
      for (scope, roles) in [("openid profile", ["Manager"] as JSON?), ("openid", nil)] {
        let redirect = try await browser.get(app.authorizationURL(["scope": scope]))
        let token = try await app.redeem(try #require(redirect.code)).json["access_token"]?.stringValue ?? ""
        let answer = try await app.post("/oauth/v2/oauth-introspect", [("token", token)]).json
        #expect(answer["active"] == true)
        #expect(answer["roles"] == roles)
        #expect(answer["nbf"] == answer["iat"])
      }
    }
  }
}
