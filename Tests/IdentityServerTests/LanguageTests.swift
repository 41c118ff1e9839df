import SharedValues
import Testing

@testable import IdentityServer

/// Pages in the reader's language: the client's choice (`ui_locales`), else the browser's (`Accept-Language`).
@Suite struct LanguageTests {
  private func page(
    _ server: TestServer, accept: String? = nil, uiLocales: String? = nil, _ path: String? = nil
  ) async throws -> (text: String, language: String?, status: Int) {
    let app = TestApp(
      server: server, clientID: "mobile-dcr-client", secret: nil, redirectURI: "io.curity.dcrclient:/callback",
      scope: "dcr")
    var address = path.map { server.origin + $0 } ?? app.authorizationURL()
    if let uiLocales { address += "&ui_locales=" + PercentCoding.encode(uiLocales, .unreserved) }
    let headers = accept.map { [HTTPHeader("Accept-Language", $0)] } ?? []
    let answer = try await server.send(HTTPRequest("GET", address, headers: headers))
    return (String(decoding: answer.body, as: UTF8.self), answer.headers[first: "Content-Language"], answer.status)
  }

  @Test func theBrowserStatesTheLanguage() async throws {
    try await TestServer.with { server in
      let german = try await page(server, accept: "de-DE,de;q=0.9,en;q=0.8")
      #expect(german.text.contains("Benutzername") && german.text.contains(#"<html lang="de">"#))
      #expect(german.language == "de")
      let swedish = try await page(server, accept: "fr, sv;q=0.5")
      #expect(swedish.text.contains("Användarnamn") && swedish.text.contains(#"<html lang="sv">"#))
      for accept in [nil, "fr", "en-GB", "*", ";;q=,"] {
        let english = try await page(server, accept: accept)
        #expect(english.text.contains("User name") && english.language == "en", "\(accept ?? "nothing")")
      }
    }
  }

  @Test func theClientsChoiceGoesFirst() async throws {
    try await TestServer.with { server in
      let cases = [
        ("de", "sv-SE en", "sv"), ("de", "en", "en"), ("de", "fr it", "de"), (nil, "fr de", "de"), (nil, "xx", "en"),
      ]
      for (accept, uiLocales, language) in cases {
        let shown = try await page(server, accept: accept, uiLocales: uiLocales)
        #expect(shown.language == language, "\(uiLocales)")
      }
    }
  }

  /// Also for requests that are refused, and for the page that leads back to the app.
  @Test func refusalsAndTheWayBackHaveTheClientsLanguage() async throws {
    try await TestServer.with { server in
      let (app, browser, tokens) = try await server.signedInApp()
      let press = [
        HTTPHeader("Sec-Fetch-Mode", "navigate"), HTTPHeader("Sec-Fetch-Dest", "document"),
        HTTPHeader("Sec-Fetch-Site", "none"), HTTPHeader("Sec-Fetch-User", "?1"),
      ]
      func language(_ address: String) async throws -> String? {
        try await browser.get(address, headers: press).headers[first: "Content-Language"]
      }
      let german: [String: String?] = ["ui_locales": "de"]
      #expect(try await language(app.authorizationURL(german.merging(["client_id": "nobody"]) { $1 })) == "de")
      #expect(try await language(app.authorizationURL(german.merging(["prompt": "none login"]) { $1 })) == "de")
      let signOut = server.origin + Addresses.endSessionPath + "?ui_locales=de"
      #expect(try await language(signOut + "&post_logout_redirect_uri=https%3A%2F%2Fother.example") == "de")
      let back = PercentCoding.encode("io.curity.dcrclient:/logoutcallback", .unreserved)
      let hint = "&id_token_hint=" + tokens.token("id_token")
      #expect(try await language(signOut + hint + "&post_logout_redirect_uri=" + back) == "de")
    }
  }

  /// The page after the form has the same language, although the POST names none.
  @Test func aRefusedLoginStaysInTheLanguageOfItsPage() async throws {
    try await TestServer.withApp { server, app, _ in
      let browser = TestBrowser(server)
      let form = try await browser.get(app.authorizationURL() + "&ui_locales=de")
      let refused = try await browser.submit(form, [("username", "demouser"), ("password", "wrong")])
      #expect(refused.text.contains("Benutzername oder Passwort ist falsch"))
    }
  }

  @Test func otherPagesToo() async throws {
    try await TestServer.with { server in
      let missing = try await page(server, accept: "sv", "/nowhere")
      #expect(missing.status == 404 && missing.text.contains("Sidan hittades inte"))
      let metadata = try await page(server, "/oauth/v2/oauth-anonymous/.well-known/openid-configuration")
      #expect(metadata.text.contains(#""ui_locales_supported":["en","de","sv"]"#))
    }
  }
}
