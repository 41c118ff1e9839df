import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The login page says whom the app expects, before a password is typed (OpenID Connect Core §3.1.2.1).
@Suite struct ExpectedUserTests {
  private func page(_ app: TestApp, _ browser: TestBrowser, _ parameters: [String: String]) async throws -> String {
    let page = try await browser.get(app.authorizationURL(parameters))
    #expect(page.text.contains("type=\"password\""))
    return page.text
  }

  private func idToken(_ app: TestApp, _ browser: TestBrowser) async throws -> String {
    let code = try #require(try await browser.get(app.authorizationURL()).code)
    return try await app.redeem(code).json["id_token"]?.stringValue ?? ""
  }

  @Test func aHintIsShown() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp()
      let token = try await idToken(app, browser)
      for visitor in [browser, TestBrowser(server)] {
        let hinted = try await page(app, visitor, ["prompt": "login", "id_token_hint": token])
        #expect(hinted.contains("The app expects the user “demouser”."))
      }
      let login = try await page(app, browser, ["prompt": "login", "login_hint": "anna"])
      #expect(login.contains("The app expects the user “anna”.") && login.contains("value=\"anna\""))
      #expect(try await !page(app, browser, ["prompt": "login"]).contains("expects"))
    }
  }

  /// A hint is the client's text: bounded, and no part of the page. The token's word goes before it.
  @Test func aHintIsATextAlone() async throws {
    try await TestServer.with { server in
      let (app, browser, _) = try await server.registeredApp()
      let long = try await page(
        app, browser, ["prompt": "login", "login_hint": "<b>\u{202E}" + String(repeating: "x", count: 300)])
      #expect(long.contains("expects the user “&lt;b&gt;\u{FFFD}xxx"))
      #expect(!long.contains("“&lt;b&gt;\u{FFFD}" + String(repeating: "x", count: 97)))
      let token = try await idToken(app, browser)
      let both = try await page(app, browser, ["prompt": "login", "id_token_hint": token, "login_hint": "anna"])
      #expect(both.contains("“demouser”") && !both.contains("“anna”"))
    }
  }

  /// A client with pairwise subjects does not learn by a hint who its user is; that user's own browser knows.
  @Test func aPairwiseSubjectIsANameInItsUsersBrowserAlone() async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("subject_type", "pairwise")
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      let hint = ["prompt": "login", "id_token_hint": try await idToken(app, browser)]
      #expect(try await page(app, browser, hint).contains("“demouser”"))
      #expect(try await !page(app, TestBrowser(server), hint).contains("expects"))
    }
  }
}
