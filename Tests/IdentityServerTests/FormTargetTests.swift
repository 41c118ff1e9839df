import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Input on a page of this server goes only to this server, whatever was injected into the page; and browsers still get back to the
/// client (Content Security Policy Level 3 §6.4.1, which holds redirects against `form-action` as well).
@Suite struct FormTargetTests {
  static let chromium = [
    HTTPHeader("Origin", "https://localhost:8443"), HTTPHeader("Sec-Fetch-Site", "same-origin"),
    HTTPHeader("Sec-Fetch-Mode", "navigate"), HTTPHeader("Sec-Fetch-Dest", "document"),
  ]
  static let redirects = [
    "io.curity.dcrclient:/callback", "http://127.0.0.1:4711/callback", "https://app.example/callback?a=b%20c",
  ]

  private func app(_ server: TestServer, _ redirect: String) async throws -> (TestApp, TestBrowser) {
    let metadata = TestServer.tutorialMetadata.setting("redirect_uris", [.string(redirect)])
      .setting("post_logout_redirect_uris", [.string(redirect)])
    let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", metadata)
    return (app, browser)
  }

  @Test(arguments: redirects) func noFormMayPostElsewhere(_ redirect: String) async throws {
    try await TestServer.with { server in
      let (app, browser) = try await app(server, redirect)
      let logout = form([("client_id", app.clientID), ("post_logout_redirect_uri", redirect)])
      for url in [
        app.authorizationURL(["prompt": "login"]), app.authorizationURL(["prompt": "consent"]),
        server.origin + "/oauth/v2/oauth-session/logout?" + String(decoding: logout, as: UTF8.self),
        server.server.adminURL,
      ] {
        let page = try await browser.get(url)
        #expect(page.text.contains("<form"), "\(url)")
        let policy = try #require(page.headers[first: "Content-Security-Policy"]).split(separator: "; ")
        #expect(policy.filter { $0.hasPrefix("form-action") } == ["form-action 'self'"], "\(url)")
      }
    }
  }

  /// Login, consent, refusal and sign-out: by a page that continues if the browser applies the policy, else by a redirect.
  @Test(arguments: redirects, [true, false])
  func theClientIsStillReached(_ redirect: String, appliesPolicies: Bool) async throws {
    try await TestServer.with { server in
      let (app, browser) = try await app(server, redirect)
      func send(_ page: HTTPResponse, _ fields: [(String, String)]) async throws -> HTTPResponse {
        try await browser.post(
          server.origin + page.formAction, [("form", page.hiddenForm)] + fields,
          headers: appliesPolicies ? FormTargetTests.chromium : [])
      }
      let login = try await browser.get(app.authorizationURL(["prompt": "login"]))
      var answers = [try await send(login, [("username", "demouser"), ("password", "Password1")])]
      for decision in ["allow", "deny"] {
        let consent = try await browser.get(app.authorizationURL(["prompt": "consent"]))
        answers.append(try await send(consent, [("decision", decision)]))
      }
      let logout = form([("client_id", app.clientID), ("post_logout_redirect_uri", redirect), ("state", "s")])
      let question = try await browser.get(
        server.origin + "/oauth/v2/oauth-session/logout?" + String(decoding: logout, as: UTF8.self))
      answers.append(try await send(question, []))
      for answer in answers {
        #expect(answer.status == (appliesPolicies ? 200 : 303))
        #expect((answer.headers[first: "Location"] == nil) == appliesPolicies)
        let target = try #require(answer.location)
        #expect(target.hasPrefix(redirect))
        guard appliesPolicies else { continue }
        #expect(answer.text.contains(" href=\"" + target.replacing("&", with: "&amp;") + "\">"))
        #expect(answer.headers[first: "Cache-Control"] == "no-store")
        #expect(!answer.text.contains("<form"))
      }
      #expect(answers[0].code != nil && answers[1].code != nil)
      #expect(answers[2].redirectParameters["error"] == "access_denied")
    }
  }

  /// Another site's authorization form is under that site's policy, and is answered by a redirect.
  @Test func anotherSitesRequestIsRedirected() async throws {
    try await TestServer.withApp { server, app, browser in
      let query = app.authorizationURL().split(separator: "?", maxSplits: 1)[1]
      let answer = try await browser.post(
        server.origin + Addresses.authorizationPath, try FormParameters(formEncoded: query.utf8).pairs,
        headers: [HTTPHeader("Origin", "https://rp.example"), HTTPHeader("Sec-Fetch-Site", "cross-site")])
      #expect(answer.status == 303)
      #expect(answer.headers[first: "Location"]?.hasPrefix(app.redirectURI) == true)
    }
  }
}
