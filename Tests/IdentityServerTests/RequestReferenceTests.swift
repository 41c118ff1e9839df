import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// How a `request_uri` may be used (RFC 9126 §4), and which requests must have one (§5, §6).
@Suite struct RequestReferenceTests {
  /// §4, §7.2 and §7.3: an error page, never a redirect, and no parameter of such a request counts.
  @Test func aWrongReferenceEndsOnAPage() async throws {
    try await TestServer.withApp { server, app, browser in
      let (other, _, _) = try await server.registeredApp(as: "jd", "password")
      let reference = try await app.pushed()
      let expired = try await app.pushed()
      let used = try await app.pushed()
      #expect(try await browser.get(app.presenting(used)).code != nil)
      var urls = [
        "unknown": app.presenting("urn:ietf:params:oauth:request_uri:" + freshSecret()),
        "nothing": app.presenting("urn:ietf:params:oauth:request_uri:"), "another client": other.presenting(reference),
        "used": app.presenting(used), "longer": app.presenting(reference + "A"),
      ]
      for (what, url) in urls { try await expectPage(url, browser, "invalid_request_uri", what) }
      urls = [
        "no client": server.origin + "/oauth/v2/oauth-authorize?"
          + String(decoding: form([("request_uri", reference)]), as: UTF8.self),
        "client twice": app.presenting(reference, adding: [("client_id", other.clientID)]),
        "reference twice": app.presenting(reference, adding: [("request_uri", expired)]),
      ]
      for (what, url) in urls { try await expectPage(url, browser, "invalid_request", what) }
      // None of these used up the reference.
      #expect(try await browser.get(app.presenting(reference)).code != nil)
      server.clock.advance(by: 60)
      try await expectPage(app.presenting(expired), browser, "invalid_request_uri", "expired")
    }
  }

  private func expectPage(_ url: String, _ browser: TestBrowser, _ error: String, _ what: String) async throws {
    let answer = try await browser.get(url)
    #expect(answer.status == 400 && answer.isPage && answer.text.contains(error + ":"), "\(what)")
  }

  /// §4: the person may reload the login page, and take longer than the reference lives. Other browsers cannot use it then.
  @Test func reloadingAndLoggingInSlowly() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let browser = TestBrowser(server)
      let url = app.presenting(try await app.pushed())
      #expect(try await browser.get(url).isLoginPage)
      server.clock.advance(by: 500)
      let page = try await browser.get(url)
      #expect(page.isLoginPage)
      let refused = try await browser.submit(page, [("username", "demouser"), ("password", "wrong")])
      #expect(refused.isLoginPage)
      server.clock.advance(by: 800)
      try await expectPage(url, TestBrowser(server), "invalid_request_uri", "another browser")
      let redirect = try await browser.submit(refused, [("username", "demouser"), ("password", "Password1")])
      let code = try #require(redirect.code)
      #expect(try await app.redeem(code).status == 200)
      try await expectPage(url, browser, "invalid_request_uri", "used")
      // The earlier page's form is worthless, too.
      let again = try await browser.submit(page, [("username", "demouser"), ("password", "Password1")])
      #expect(again.code == nil && again.status == 400)
    }
  }

  /// RFC 9110 §9.2.1: HEAD is safe, so it neither binds a reference to a browser nor issues a code.
  @Test func headChangesNothing() async throws {
    try await TestServer.withApp { server, app, browser in
      let url = app.presenting(try await app.pushed())
      #expect(try await server.send(HTTPRequest("HEAD", url)).status == 405)
      #expect(try await browser.get(url).code != nil)
    }
  }

  @Test func refusingOnTheConsentPage() async throws {
    try await TestServer.withApp { _, app, browser in
      let url = app.presenting(try await app.pushed(["prompt": "consent"]))
      let page = try await browser.get(url)
      #expect(page.isConsentPage)
      // A double click sends the form twice, and the browser shows the second answer.
      for _ in 0..<2 {
        let redirect = try await browser.submit(page, [("decision", "deny")])
        #expect(redirect.redirectParameters["error"] == "access_denied")
      }
      try await expectPage(url, browser, "invalid_request_uri", "refused")
      #expect(try await browser.submit(page, [("decision", "allow")]).code == nil, "after the button Back")
    }
  }

  /// One reference in fifty browsers, or in fifty windows of one: a single code.
  @Test(arguments: [true, false]) func fiftyAtOnce(_ inOneBrowser: Bool) async throws {
    try await TestServer.withApp(.socket) { server, app, browser in
      let url = app.presenting(try await app.pushed())
      let cookies = browser.cookies
      let codes = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<50 {
          group.addTask {
            let window = TestBrowser(server)
            window.cookies = cookies
            if !inOneBrowser { window.cookies["__Host-idsvr-browser"] = freshSecret() }
            return try await window.get(url).code
          }
        }
        return try await group.reduce(into: [String]()) { codes, code in if let code { codes.append(code) } }
      }
      #expect(codes.count == 1)
      #expect(try await app.redeem(codes.first ?? "none").status == 200)
    }
  }

  // MARK: Required pushes

  @Test func aClientCanHaveItRequired() async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("require_pushed_authorization_requests", true)
      let (app, browser, registration) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      #expect(registration["require_pushed_authorization_requests"] == true)
      try await expectRequired(app, browser)
    }
  }

  @Test func theServerCanRequireIt() async throws {
    try await TestServer.with(adjusting: { $0.policies.pushedAuthorization = .required }) { server in
      let first = TestApp(server: server)
      try await expectRequired(first, TestBrowser(server))
      let browser = TestBrowser(server)
      let login = try await browser.signIn(first.presenting(try await first.pushed(["prompt": "login"])))
      #expect(try await first.redeem(try #require(login.code)).status == 200)
    }
  }

  /// §5 and §6: without a push the client gets an error, at its redirect URI.
  private func expectRequired(_ app: TestApp, _ browser: TestBrowser) async throws {
    let refusal = try await browser.get(app.authorizationURL()).redirectParameters
    #expect(refusal["error"] == "invalid_request" && refusal["state"] == "st-1")
    let answer = try await browser.get(app.presenting(try await app.pushed()))
    #expect(answer.code != nil || answer.isLoginPage)
  }
}
