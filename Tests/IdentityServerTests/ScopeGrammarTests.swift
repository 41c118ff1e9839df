import SharedValues
import Testing

@testable import IdentityServer

/// A scope that breaks the grammar of RFC 6749 §3.3 is refused at every endpoint, and no part of it is granted.
@Suite struct ScopeGrammarTests {
  static let malformed = [
    "openid  profile", " openid", "openid ", " ", "openid,\"profile\"", "openid \"profile", "openid pro\\file",
    "openid pr\u{F6}file", "openid \u{200B}profile", "openid\u{A0}profile", "openid \u{FF50}rofile",
  ]

  static let good = ["openid", "profile openid", "openid openid profile", "openid !#[]~", "openid a:b/c?d=e&f"]

  @Test(arguments: malformed) func isRefused(_ scope: String) {
    #expect {
      _ = try judgedScope(scope)
    } throws: {
      let error = $0 as? OAuthError
      return error?.code == .invalidScope && error?.description.contains("malformed") == true
        && error?.description.allSatisfy { $0.isASCII && $0 != "\"" && $0 != "\\" } == true
    }
  }

  @Test(arguments: good) func isTaken(_ scope: String) throws {
    #expect(try judgedScope(scope) == scopeNames(scope))
  }

  @Test(arguments: malformed) func atEveryEndpoint(_ scope: String) async throws {
    try await TestServer.with { server in
      // RFC 7591 §3.2.2.
      let token = try await server.registrationToken(TestBrowser(server))
      let refused = try await server.register(
        TestServer.tutorialMetadata.setting("scope", .string(scope)), token: token)
      #expect((refused.status, refused.error) == (400, "invalid_client_metadata"))
      let (app, browser, _) = try await server.registeredApp(TestServer.deviceMetadata)
      // RFC 6749 §4.1.2.1.
      let redirect = try await browser.get(app.authorizationURL(["scope": scope]))
      #expect(redirect.redirectParameters["error"] == "invalid_scope")
      #expect(redirect.redirectParameters["error_description"]?.contains("malformed") == true)
      #expect(redirect.code == nil)
      // RFC 9126 §2.3, RFC 8628 §3.2, RFC 6749 §5.2.
      let pushed = try await app.push(["scope": scope])
      #expect((pushed.status, pushed.error) == (400, "invalid_scope"))
      let codes = try await app.askForCodes(["scope": scope])
      #expect((codes.status, codes.error) == (400, "invalid_scope"))
      let tokens = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code)).json
      let refresh = try #require(tokens["refresh_token"]?.stringValue)
      let refreshed = try await app.refresh(refresh, scope: scope)
      #expect((refreshed.status, refreshed.error) == (400, "invalid_scope"))
      #expect(try await app.refresh(refresh).status == 200, "a refused request used the refresh token up")
    }
  }

  /// A registration may leave out the scope or leave it empty.
  @Test func anEmptyScopeIsAListOfNothing() throws {
    let judge = ClientMetadataJudge(policy: .lenient)
    #expect(try judge.judge(TestServer.tutorialMetadata.setting("scope", "")).scope == [])
  }
}
