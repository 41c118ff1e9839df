import SharedValues
import Testing

@testable import IdentityServer

/// The requests of Curity's two example apps with AppAuth (openid-client-android-appauth-dcr, openid-client-ios-appauth-dcr). Unlike the
/// tutorial's `curl`, AppAuth sends `post_logout_redirect_uris` and `requires_consent` only as additional parameters, which are strings.
@Suite struct AppAuthTests {
  enum Phone: CaseIterable {
    case android, iOS

    var metadata: JSON {
      let both: JSON = [
        "redirect_uris": ["io.curity.dcrclient:/callback"], "application_type": "native",
        "grant_types": ["authorization_code"], "scope": "openid profile", "requires_consent": "false",
        "post_logout_redirect_uris": "io.curity.dcrclient:/logoutcallback",
      ]
      return self == .iOS ? both.setting("token_endpoint_auth_method", "client_secret_basic") : both
    }
  }

  @Test(arguments: Phone.allCases)
  func theWholeLifeOfTheApp(_ phone: Phone) async throws {
    try await TestServer.with { server in
      let (app, browser, registration) = try await server.registeredApp(as: "demouser", "Password1", phone.metadata)
      #expect(registration["requires_consent"] == false)
      #expect(registration["post_logout_redirect_uris"] == ["io.curity.dcrclient:/logoutcallback"])
      // AppAuth refuses an answer with only one member of a pair.
      for member in ["client_secret_expires_at", "registration_client_uri", "registration_access_token"] {
        #expect(registration[member] != nil, "\(member)")
      }
      // Silently, and with the secret in the form, whichever method was registered.
      let redirect = try await browser.get(app.authorizationURL(["nonce": "n-1"]))
      let tokens = try await app.redeem(try #require(redirect.code), basic: false).json
      let idToken = try #require(tokens["id_token"]?.stringValue)
      let refreshToken = try #require(tokens["refresh_token"]?.stringValue)
      // At a refresh, AppAuth for iOS sends the secret in Basic, AppAuth for Android in the form.
      let refreshed = try await app.post(
        "/oauth/v2/oauth-token", [("grant_type", "refresh_token"), ("refresh_token", refreshToken)],
        basic: phone == .iOS)
      #expect(refreshed.status == 200, "\(refreshed.text)")
      let leave: [(String, String)] = [
        ("id_token_hint", idToken), ("post_logout_redirect_uri", "io.curity.dcrclient:/logoutcallback"),
        ("state", "bye"),
      ]
      let left = try await browser.get(
        server.origin + "/oauth/v2/oauth-session/logout?" + String(decoding: form(leave), as: UTF8.self))
      #expect(left.location == "io.curity.dcrclient:/logoutcallback?state=bye")
    }
  }

  @Test(arguments: Phone.allCases)
  func theStrictPolicyAcceptsNoOtherNotation(_ phone: Phone) {
    for member in ["requires_consent", "post_logout_redirect_uris"] {
      let metadata = TestServer.tutorialMetadata.setting(member, phone.metadata[member])
      #expect {
        _ = try ClientMetadataJudge(policy: .strict).judge(metadata)
      } throws: {
        ($0 as? OAuthError)?.code == .invalidClientMetadata
          && ($0 as? OAuthError)?.description.hasPrefix(member) == true
      }
    }
  }

  /// Only another notation is tolerated, never another value.
  @Test(
    arguments: [("requires_consent", "yes"), ("requires_consent", ""), ("require_auth_time", "True")]
      as [(String, JSON)])
  func anotherTextIsNoFlag(_ member: String, _ value: JSON) {
    #expect(throws: OAuthError.self) {
      _ = try ClientMetadataJudge(policy: .lenient).judge(TestServer.tutorialMetadata.setting(member, value))
    }
  }

  @Test func aSingleRedirectIsStillChecked() {
    #expect {
      _ = try ClientMetadataJudge(policy: .lenient).judge(
        TestServer.tutorialMetadata.setting("post_logout_redirect_uris", "http://rp.example/bye"))
    } throws: {
      ($0 as? OAuthError)?.code == .invalidRedirectURI
    }
  }
}
