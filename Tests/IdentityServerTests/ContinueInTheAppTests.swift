import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// A browser opens an app's scheme only after a press: a silent login and a sign-out therefore show a page with a button.
@Suite struct ContinueInTheAppTests {
  private static func browser(_ site: String, pressed: Bool, destination: String = "document") -> [HTTPHeader] {
    [
      HTTPHeader("Sec-Fetch-Site", site), HTTPHeader("Sec-Fetch-Mode", "navigate"),
      HTTPHeader("Sec-Fetch-Dest", destination),
    ] + (pressed ? [HTTPHeader("Sec-Fetch-User", "?1")] : [])
  }

  /// What Chromium and Firefox send: for an address from another program, for a page that continues by itself, for a link; and clients
  /// other than browsers.
  private static let visits: [(headers: [HTTPHeader], getsPage: Bool)] = [
    (browser("none", pressed: true), true), (browser("none", pressed: false), true),
    (browser("cross-site", pressed: false), true), (browser("cross-site", pressed: true), false),
    (browser("same-origin", pressed: true), false), (browser("none", pressed: true, destination: "iframe"), false),
    ([], false), ([HTTPHeader("Sec-Fetch-Mode", "cors"), HTTPHeader("Sec-Fetch-Dest", "empty")], false),
  ]

  @Test(arguments: visits.indices) func aSilentLoginAndASignOut(_ index: Int) async throws {
    let (headers, getsPage) = Self.visits[index]
    try await TestServer.withApp { server, app, browser in
      let logout = form([
        ("client_id", app.clientID), ("post_logout_redirect_uri", "io.curity.dcrclient:/logoutcallback"),
        ("state", "a&b"),
      ])
      let end = server.origin + "/oauth/v2/oauth-session/logout?" + String(decoding: logout, as: UTF8.self)
      var answers = [
        try await browser.get(app.authorizationURL(), headers: headers),
        try await browser.get(app.authorizationURL(["response_type": "token"]), headers: headers),
      ]
      // A signed-in user is asked first; here no user is signed in.
      answers.append(try await TestBrowser(server).get(end, headers: headers))
      for answer in answers {
        #expect(answer.status == (getsPage ? 200 : 302))
        #expect((answer.headers[first: "Location"] == nil) == getsPage)
        let target = try #require(answer.location)
        #expect(target.hasPrefix("io.curity.dcrclient:/"))
        guard getsPage else { continue }
        #expect(answer.text.contains("<h1>Continue in the app</h1>"))
        let href = target.replacing("&", with: "&amp;")
        #expect(answer.text.contains("<a class=\"button\" href=\"\(href)\">Continue in the app</a>"))
        #expect(answer.headers[first: "Cache-Control"] == "no-store")
        #expect(answer.headers[first: "Content-Security-Policy"]?.contains("default-src 'none'") == true)
      }
      #expect(answers[0].code != nil)
    }
  }

  /// A browser follows a redirect to a port or to a site without a press.
  @Test(arguments: ["http://127.0.0.1:4711/callback", "https://app.example/callback"])
  func everyOtherRedirectIsFollowed(_ redirect: String) async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("redirect_uris", [.string(redirect)])
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      let answer = try await browser.get(app.authorizationURL(), headers: Self.browser("none", pressed: true))
      #expect(answer.status == 302)
      #expect(answer.headers[first: "Location"]?.hasPrefix(redirect) == true)
    }
  }
}
