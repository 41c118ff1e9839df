import SharedValues
import Testing

@testable import IdentityServer

/// The scope `offline_access` (OpenID Connect Core §11): offered, echoed, and granted if the user was asked for it.
@Suite struct OfflineAccessTests {
  private static let metadata = TestServer.tutorialMetadata.setting("scope", "openid profile offline_access")

  private func scope(_ answer: HTTPResponse) -> Set<String> {
    Set(scopeNames(answer.json["scope"]?.stringValue ?? ""))
  }

  private func allow(_ page: HTTPResponse, _ browser: TestBrowser) async throws -> HTTPResponse {
    try await browser.submit(page, [("decision", "allow")])
  }

  @Test func theScopeIsOfferedAndEchoed() async throws {
    try await TestServer.with { server in
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration"))
      #expect(metadata.json["scopes_supported"]?.stringArray?.contains("offline_access") == true)
      let (_, _, registration) = try await server.registeredApp(OfflineAccessTests.metadata)
      #expect(registration["scope"] == "openid profile offline_access")
    }
  }

  @Test func withConsentItIsGrantedAndStaysInRefreshedTokens() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(OfflineAccessTests.metadata)
      let page = try await browser.get(
        app.authorizationURL(["scope": "openid offline_access", "prompt": "consent"]))
      #expect(page.text.contains("also while you are away"))
      let tokens = try await app.redeem(try #require(try await allow(page, browser).code))
      #expect(scope(tokens) == ["openid", "offline_access"])
      let refreshed = try await app.refresh(try #require(tokens.json["refresh_token"]?.stringValue))
      #expect(scope(refreshed) == ["openid", "offline_access"])
    }
  }

  /// Core §11: without consent the scope is ignored: the request neither fails nor leads to a page.
  @Test func withoutConsentItIsIgnored() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(OfflineAccessTests.metadata)
      for prompt in [nil, "none"] as [String?] {
        let silent = try await browser.get(
          app.authorizationURL(["scope": "openid offline_access", "prompt": prompt]))
        let tokens = try await app.redeem(try #require(silent.code))
        #expect(scope(tokens) == ["openid"])
        #expect(tokens.json["refresh_token"]?.stringValue != nil, "the registration decides on refresh tokens")
      }
      let login = try await browser.signIn(
        app.authorizationURL(["scope": "openid offline_access", "prompt": "login"]))
      #expect(scope(try await app.redeem(try #require(login.code))) == ["openid"])
    }
  }

  /// A client that requires consent shows the page, this scope included; the answer is remembered.
  @Test func anAnswerOnThePageIsRemembered() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(
        OfflineAccessTests.metadata.setting("requires_consent", true))
      let url = app.authorizationURL(["scope": "openid offline_access"])
      let first = try await allow(try await browser.get(url), browser)
      #expect(scope(try await app.redeem(try #require(first.code))) == ["openid", "offline_access"])
      let second = try await browser.get(url)
      #expect(scope(try await app.redeem(try #require(second.code))) == ["openid", "offline_access"])
    }
  }

  /// Core §11 is about OpenID Connect requests of clients with refresh tokens; elsewhere the scope is ignored.
  @Test func elsewhereTheScopeIsLeftOut() async throws {
    try await TestServer.with(adjusting: { $0.policies.clients = .strict }) { server in
      let (app, browser, registration) = try await server.registeredApp(OfflineAccessTests.metadata)
      #expect(registration["grant_types"] == ["authorization_code"])
      let page = try await browser.get(
        app.authorizationURL(["scope": "openid offline_access", "prompt": "consent"]))
      #expect(!page.text.contains("while you are away"))
      let tokens = try await app.redeem(try #require(try await allow(page, browser).code))
      #expect(scope(tokens) == ["openid"])
    }
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(OfflineAccessTests.metadata)
      let page = try await browser.get(
        app.authorizationURL(["scope": "profile offline_access", "prompt": "consent"]))
      let tokens = try await app.redeem(try #require(try await allow(page, browser).code))
      #expect(scope(tokens) == ["profile"])
    }
  }

  /// Without `openid` it is refused for that reason; an unregistered client is told that its scopes are not registered.
  @Test(arguments: ["offline_access", "offline_access unknown"]) func aloneItIsRefusedTruthfully(_ asked: String)
    async throws
  {
    try await TestServer.with { server in
      let metadata = OfflineAccessTests.metadata.setting(
        "grant_types", ["authorization_code", "refresh_token", .string(TestApp.deviceGrant)])
      let (app, browser, _) = try await server.registeredApp(metadata)
      let (other, otherBrowser, _) = try await server.registeredApp()
      let alone = try await browser.get(app.authorizationURL(["scope": asked, "prompt": "consent"])).redirectParameters
      #expect(alone["error"] == "invalid_scope")
      #expect(alone["error_description"]?.contains("without openid") == true)
      #expect(alone["error_description"]?.contains("registered") == false)
      for answer in [try await app.push(["scope": asked]), try await app.askForCodes(["scope": asked])] {
        #expect(answer.error == "invalid_scope")
        #expect(answer.json["error_description"]?.stringValue?.contains("without openid") == true)
      }
      let unregistered = try await otherBrowser.get(other.authorizationURL(["scope": asked])).redirectParameters
      #expect(unregistered["error_description"]?.contains("none of the scopes is registered") == true)
    }
  }

  /// The purpose of offline access: the grant outlives the session in which it was given (Back-Channel Logout §2.7 says so of refresh
  /// tokens). Without it, signing out ends the session's grants.
  @Test(arguments: [true, false])
  func itOutlivesTheSession(_ isOffline: Bool) async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp(OfflineAccessTests.metadata)
      let scope = isOffline ? "openid offline_access" : "openid"
      let page = try await browser.get(app.authorizationURL(["scope": scope, "prompt": "consent"]))
      let tokens = try await app.redeem(try #require(try await allow(page, browser).code)).json
      let hint = [("id_token_hint", tokens["id_token"]?.stringValue ?? "")]
      _ = try await browser.get(
        server.origin + "/oauth/v2/oauth-session/logout?" + String(decoding: form(hint), as: UTF8.self))
      #expect(browser.cookies[Cookie.session] == nil)
      let refreshed = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "")
      #expect(refreshed.status == (isOffline ? 200 : 400))
    }
  }
}
