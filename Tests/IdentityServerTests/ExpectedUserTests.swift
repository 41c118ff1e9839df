import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The login page names the user that the app expects before a password is entered (OpenID Connect Core §3.1.2.1).
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
    try await TestServer.withApp { server, app, browser in
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

  @Test(arguments: [
    "anna", "anna.b-c_d+e@example.com", "J\u{F6}rg", "Jo\u{308}rg", "\u{930}\u{93E}\u{92E}", "7up",
    String(repeating: "x", count: 100),
  ]) func aPossibleNameIsShown(_ text: String) { #expect(ExpectedUser.name(text) == text) }

  @Test(arguments: [
    "", "anna b", "anna\u{A0}b", "anna\u{201D}", "anna\u{2019}s", "anna\"", "anna'", "\u{AB}anna", "anna`", "<b>",
    "anna,b", "anna:b", "a/b", "a\\b", "a@b@c", ".anna", "@anna", "anna\u{202E}b", "anna\u{200B}", "\u{3164}anna",
    "anna\u{FE0F}", String(repeating: "x", count: 101),
  ]) func anImpossibleNameIsNotShown(_ text: String) { #expect(ExpectedUser.name(text) == nil) }

  /// A hint is the client's text inside our sentence and must not end it. The token's user goes before the hint.
  @Test func aHintCannotEndTheSentence() async throws {
    try await TestServer.withApp { _, app, browser in
      let attack = "anna\u{201D}. Your account is locked, call +1 555 0100"
      let hinted = try await page(app, browser, ["prompt": "login", "login_hint": attack])
      #expect(!hinted.contains("expects"))
      // The field for the user name holds it, as the client asked.
      #expect(hinted.contains("value=\"anna\u{201D}. Your"))
      // `claims` can name the expected user, too (OpenID Connect Core §5.5.1).
      for (subject, isShown) in [("anna", true), (attack, false)] {
        let claims = #"{"id_token":{"sub":{"value":"\#(subject)"}}}"#
        #expect(try await page(app, browser, ["prompt": "login", "claims": claims]).contains("expects") == isShown)
      }
      let token = try await idToken(app, browser)
      let both = try await page(app, browser, ["prompt": "login", "id_token_hint": token, "login_hint": "anna"])
      #expect(both.contains("“demouser”") && !both.contains("“anna”"))
    }
  }

  /// A client with pairwise subjects must not learn from a hint who its user is; the user's own browser may show the name.
  @Test func onlyTheUsersBrowserNamesAPairwiseSubject() async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("subject_type", "pairwise")
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      let hint = ["prompt": "login", "id_token_hint": try await idToken(app, browser)]
      #expect(try await page(app, browser, hint).contains("“demouser”"))
      #expect(try await !page(app, TestBrowser(server), hint).contains("expects"))
    }
  }
}
