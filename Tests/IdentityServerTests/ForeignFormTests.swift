import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Only the server's own pages can submit its forms, whatever a sealed field says; requests that other sites may lawfully send
/// still work.
@Suite struct ForeignFormTests {
  /// Headers with which a browser marks another site's form.
  static let foreign: [[HTTPHeader]] = [
    [HTTPHeader("Origin", "https://evil.example")], [HTTPHeader("Origin", "null")], [HTTPHeader("Origin", "")],
    [HTTPHeader("Origin", "http://{host}")], [HTTPHeader("Origin", "https://localhost:1")],
    [HTTPHeader("Origin", "https://{host}.evil.example")], [HTTPHeader("Origin", "https://{host}/")],
    [HTTPHeader("Origin", "https://{host}"), HTTPHeader("Origin", "https://evil.example")],
    [HTTPHeader("Sec-Fetch-Site", "cross-site")], [HTTPHeader("Sec-Fetch-Site", "same-site")],
    [HTTPHeader("Sec-Fetch-Site", "nonsense")],
    [HTTPHeader("Origin", "https://{host}"), HTTPHeader("Sec-Fetch-Site", "cross-site")],
    [HTTPHeader("Sec-Fetch-Site", "same-origin"), HTTPHeader("Sec-Fetch-Dest", "iframe")],
    [HTTPHeader("Sec-Fetch-Site", "same-origin"), HTTPHeader("Sec-Fetch-Dest", "empty")],
  ]
  /// Headers with which browsers mark the server's own forms; in-app browser, w3m and curl send fewer.
  static let own: [[HTTPHeader]] = [
    [], [HTTPHeader("Origin", "https://{host}")], [HTTPHeader("Origin", "HTTPS://LOCALHOST:{port}")],
    [HTTPHeader("Sec-Fetch-Site", "same-origin"), HTTPHeader("Sec-Fetch-Dest", "document")],
    [HTTPHeader("Sec-Fetch-Site", "none")],
    [
      HTTPHeader("Origin", "https://{host}"), HTTPHeader("Sec-Fetch-Site", "same-origin"),
      HTTPHeader("Sec-Fetch-Mode", "navigate"), HTTPHeader("Sec-Fetch-Dest", "document"),
    ],
  ]

  private func headers(_ list: [HTTPHeader], port: Int) -> [HTTPHeader] {
    list.map {
      HTTPHeader(
        $0.name,
        $0.value.replacing("{host}", with: "localhost:\(port)").replacing("{port}", with: String(port)))
    }
  }

  @Test(arguments: foreign.indices) func aForeignLoginFormIsRefused(_ index: Int) async throws {
    try await TestServer.with { server in
      let browser = TestBrowser(server)
      let page = try await browser.get(TestApp(server: server).authorizationURL())
      let fields = [("form", page.hiddenForm), ("username", "demouser"), ("password", "Password1")]
      let sent = headers(ForeignFormTests.foreign[index], port: server.server.addresses.port)
      let refused = try await browser.post(server.origin + page.formAction, fields, headers: sent)
      #expect(refused.status == 403)
      #expect(refused.contentType == "text/html")
      #expect(browser.cookies[Cookie.session] == nil)
      // The same form, submitted by the page itself.
      #expect(try await browser.post(server.origin + page.formAction, fields).code != nil)
    }
  }

  @Test(arguments: own.indices) func theServersOwnFormsPass(_ index: Int) async throws {
    try await TestServer.withApp { server, app, browser in
      let sent = headers(ForeignFormTests.own[index], port: server.server.addresses.port)
      let login = try await browser.get(app.authorizationURL(["prompt": "login consent"]))
      let consent = try await browser.post(
        server.origin + login.formAction,
        [("form", login.hiddenForm), ("username", "demouser"), ("password", "Password1")], headers: sent)
      let allowed = try await browser.post(
        server.origin + consent.formAction, [("form", consent.hiddenForm), ("decision", "allow")], headers: sent)
      #expect(allowed.code != nil)
      let question = try await browser.get(server.origin + "/oauth/v2/oauth-session/logout")
      let out = try await browser.post(
        server.origin + question.formAction, [("form", question.hiddenForm)], headers: sent)
      #expect(out.status == 200)
      #expect(browser.cookies[Cookie.session] == nil)
    }
  }

  /// 127.0.0.1 and localhost are two origins.
  @Test func theOriginIsThatOfTheRequest() async throws {
    try await TestServer.with { server in
      let port = server.server.addresses.port
      let browser = TestBrowser(server)
      let page = try await browser.get(TestApp(server: server).authorizationURL())
      let fields = [("form", page.hiddenForm), ("username", "demouser"), ("password", "Password1")]
      let host = HTTPHeader("Host", "127.0.0.1:\(port)")
      let localhost = HTTPHeader("Origin", "https://localhost:\(port)")
      let refused = try await browser.post(server.origin + page.formAction, fields, headers: [host, localhost])
      #expect(refused.status == 403)
      let literal = HTTPHeader("Origin", "https://127.0.0.1:\(port)")
      #expect(try await browser.post(server.origin + page.formAction, fields, headers: [host, literal]).code != nil)
    }
  }

  /// Every POST of the administration, and every other that answers a page of this server.
  @Test func everyFormIsGuarded() async throws {
    try await TestServer.with { server in
      let main = [
        "/oauth/v2/oauth-authorize/login", "/oauth/v2/oauth-authorize/consent",
        "/oauth/v2/oauth-session/logout/confirm",
      ]
      let admin = server.side(.admin).table.listing.filter { $0.methods.contains("POST") }.map(\.path)
      #expect(!admin.isEmpty)
      let administrator = try await Administrator(server)
      for (side, paths) in [(Answering.Side.server, main), (.admin, admin)] {
        let origin = "https://localhost:\(server.side(side).port)"
        for path in paths {
          let url = origin + path.replacing("*", with: "some-id")
          for header in [HTTPHeader("Origin", "https://evil.example"), HTTPHeader("Sec-Fetch-Site", "cross-site")] {
            let answer = try await administrator.browser.post(url, [("form", "a")], headers: [header])
            #expect(answer.status == 403, "\(path)")
          }
        }
      }
    }
  }

  /// A signed-in administrator, and a form really made for that session.
  @Test func aForeignAdministrationFormChangesNothing() async throws {
    try await TestServer.withApp { server, app, _ in
      let admin = try await Administrator(server)
      let page = try await admin.get("/admin/clients/" + app.clientID)
      let url = String(server.server.adminURL.dropLast("/admin".count)) + "/admin/clients/" + app.clientID
      let fields = [
        ("form", page.hiddenForm(of: "/admin/clients/" + app.clientID)), ("do", "revoke"), ("confirmed", "yes"),
      ]
      let refused = try await admin.browser.post(url, fields, headers: [HTTPHeader("Origin", "null")])
      #expect(refused.status == 403)
      #expect(try await server.server.administration.client(app.clientID).status == "active")
    }
  }

  /// Another site may send people here: to sign in, also by POST (OpenID Connect Core §3.1.2.1), and to sign out. Apps call the token
  /// endpoint from anywhere.
  @Test func lawfulForeignRequestsPass() async throws {
    try await TestServer.withApp { server, app, browser in
      let elsewhere = [HTTPHeader("Origin", "https://app.example"), HTTPHeader("Sec-Fetch-Site", "cross-site")]
      let query = app.authorizationURL().split(separator: "?", maxSplits: 1)[1]
      let fields = try FormParameters(formEncoded: query.utf8).pairs.map { ($0.name, $0.value) }
      let code = try await browser.post(server.origin + "/oauth/v2/oauth-authorize", fields, headers: elsewhere).code
      #expect(code != nil)
      let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
      let link = try await server.send(
        HTTPRequest(
          "GET", app.authorizationURL(),
          headers: [
            HTTPHeader("Cookie", cookies), HTTPHeader("Sec-Fetch-Site", "cross-site"),
            HTTPHeader("Sec-Fetch-Dest", "document"),
          ]))
      #expect(link.code != nil)
      let logout = try await browser.post(server.origin + "/oauth/v2/oauth-session/logout", [], headers: elsewhere)
      #expect(logout.status == 200)
      var token = HTTPRequest(
        "POST", server.origin + "/oauth/v2/oauth-token",
        headers: elsewhere + [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")])
      token.body = form([
        ("grant_type", "authorization_code"), ("code", code ?? ""), ("redirect_uri", app.redirectURI),
        ("code_verifier", TestApp.verifier), ("client_id", app.clientID), ("client_secret", app.secret ?? ""),
      ])
      #expect(try await server.send(token).status == 200)
    }
  }

  /// With the policy `no-referrer`, browsers send `Origin: null` for a page's own forms as for another site's.
  @Test func pagesWithFormsLetTheBrowserStateTheirOrigin() async throws {
    try await TestServer.with { server in
      let page = try await TestBrowser(server).get(TestApp(server: server).authorizationURL())
      let admin = try await Administrator(server)
      for page in [page, try await admin.get("/admin"), try await TestBrowser(server).get(server.server.adminURL)] {
        #expect(page.headers[first: "Referrer-Policy"] == "same-origin")
      }
    }
  }
}
