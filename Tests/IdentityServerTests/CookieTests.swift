import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Which cookies count as the server's (RFC 6265 §5.4). A browser keeps other sites from setting a `__Host-` name; the server must
/// not read that name out of anything else.
@Suite struct CookieTests {
  /// Spellings that a careless reader would take for the session cookie.
  static let imitations: [(name: String, line: @Sendable (String) -> String)] = [
    ("a space inside the name", { "__Ho st-idsvr-sso=\($0)" }),
    ("a tab inside the name", { "__Host-\tidsvr-sso=\($0)" }),
    ("a space before the equals sign", { "__Host-idsvr-sso =\($0)" }),
    ("another case", { "__HOST-idsvr-sso=\($0)" }),
    // Unicode treats this character as equivalent to the semicolon; a browser sees it as part of the value.
    ("a Greek question mark in a value", { "harmless=a\u{37E}__Host-idsvr-sso=\($0)" }),
    ("quotes around the pair", { "\"__Host-idsvr-sso=\($0)\"" }),
  ]

  private func ask(_ server: TestServer, _ url: String, _ lines: [String]) async throws -> HTTPResponse {
    try await server.send(HTTPRequest("GET", url, headers: lines.map { HTTPHeader("Cookie", $0) }))
  }

  @Test(arguments: imitations.indices) func onlyTheExactNameIsTheSession(_ index: Int) async throws {
    try await TestServer.withApp { server, app, browser in
      let session = try #require(browser.cookies[Cookie.session])
      let line = CookieTests.imitations[index].line(session)
      #expect(
        try await ask(server, app.authorizationURL(), [line]).code == nil, "\(CookieTests.imitations[index].name)")
    }
  }

  @Test func spaceAroundAPairIsIgnored() async throws {
    try await TestServer.withApp { server, app, browser in
      let session = try #require(browser.cookies[Cookie.session])
      for line in [
        "__Host-idsvr-sso=\(session)", "a=b;  __Host-idsvr-sso=\(session)", " \t__Host-idsvr-sso=\(session) ; a=b",
        "a=b;__Host-idsvr-sso=\(session);c", "a=b=c; __Host-idsvr-sso=\(session)",
      ] {
        #expect(try await ask(server, app.authorizationURL(), [line]).code != nil, "\(line)")
      }
    }
  }

  /// A browser has one slot for a `__Host-` name: a second cookie was smuggled in, and either could be the forged one.
  @Test(arguments: [Cookie.session, Cookie.browser, Cookie.administrator])
  func aDoubledCookieIsRefused(_ name: String) async throws {
    try await TestServer.withApp { server, app, browser in
      let known = browser.cookies[name] ?? "a"
      for other in [known, "b", ""] {
        for lines in [
          ["\(name)=\(known); \(name)=\(other)"], ["\(name)=\(other); a=b; \(name)=\(known)"],
          ["\(name)=\(known)", "\(name)=\(other)"],
        ] {
          let answer = try await ask(server, app.authorizationURL(), lines)
          #expect(answer.status == 400, "\(lines)")
          #expect(answer.code == nil)
        }
      }
      // Signing out does not claim to have ended a session that it cannot find.
      let session = try #require(browser.cookies[Cookie.session])
      let doubled = ["\(Cookie.session)=\(session); \(Cookie.session)=b"]
      #expect(try await ask(server, server.origin + "/oauth/v2/oauth-session/logout", doubled).status == 400)
      #expect(try await browser.get(app.authorizationURL()).code != nil)
    }
  }

  @Test func aForeignCookieMayComeTwice() async throws {
    try await TestServer.withApp { server, app, browser in
      let session = try #require(browser.cookies[Cookie.session])
      #expect(
        try await ask(server, app.authorizationURL(), ["a=1; a=2; \(Cookie.session)=\(session)"]).code != nil)
    }
  }
}
