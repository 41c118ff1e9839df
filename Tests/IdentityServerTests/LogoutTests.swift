import SharedValues
import Testing

@testable import IdentityServer

/// RP-initiated logout: which hints count, and where the browser may be sent.
@Suite struct LogoutTests {
  private func url(_ server: TestServer, _ parameters: [(String, String)]) -> String {
    server.origin + "/oauth/v2/oauth-session/logout?" + String(decoding: form(parameters), as: UTF8.self)
  }

  private let back = ("post_logout_redirect_uri", "io.curity.dcrclient:/logoutcallback")

  @Test func withoutAHintThePersonIsAsked() async throws {
    try await TestServer.withApp { server, app, browser in
      for hint in [[], [("id_token_hint", "forged.token.here")]] {
        let page = try await browser.get(url(server, [("client_id", app.clientID), back, ("state", "s")] + hint))
        #expect(page.status == 200)
        #expect(try await browser.get(app.authorizationURL()).code != nil)
        // The button does not work in another browser.
        #expect(try await TestBrowser(server).submit(page, []).status == 400)
      }
      let page = try await browser.get(url(server, [("client_id", app.clientID), back, ("state", "s")]))
      let out = try await browser.submit(page, [])
      #expect(out.location == "io.curity.dcrclient:/logoutcallback?state=s")
      #expect(try await browser.get(app.authorizationURL()).status == 200)
    }
  }

  @Test func theStateIsAddedToTheAddressAsItIs() async throws {
    for (address, separator) in [
      ("a.b:/out", "?"), ("a.b:/out?", ""), ("a.b:/out?x=y", "&"), ("a.b:/out?x=y&", ""),
    ] {
      let back = ReturnAddress(redirectURI: address, state: "s t")
      #expect(back.url([], issuer: nil) == address + separator + "state=s%20t")
      #expect(ReturnAddress(redirectURI: address, state: nil).url([], issuer: nil) == address)
    }
  }

  @Test func anUnregisteredAddressIsRefused() async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      let hint = ("id_token_hint", tokens["id_token"]?.stringValue ?? "")
      for target in ["https://evil.example/", "io.curity.dcrclient:/callback", "io.curity.dcrclient:/logoutcallback/"] {
        let answer = try await browser.get(url(server, [hint, ("post_logout_redirect_uri", target)]))
        #expect(answer.status == 400)
        #expect(answer.location == nil)
      }
      #expect(try await browser.get(url(server, [back])).status == 400)
      #expect(try await browser.get(url(server, [hint, ("client_id", "mobile-dcr-client"), back])).status == 400)
      #expect(try await browser.get(app.authorizationURL()).code != nil)
    }
  }

  @Test func anOldHintIsStillGoodAndTheTokensDie() async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      server.clock.advance(by: 250)
      let out = try await browser.get(url(server, [("id_token_hint", tokens["id_token"]?.stringValue ?? "")]))
      #expect(out.status == 200)
      #expect(out.text.contains("Signed out"))
      #expect(try await app.userInfo(tokens["access_token"]?.stringValue ?? "").status == 401)
      #expect(try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").error == "invalid_grant")
    }
  }

  /// A forced login gives the browser a new session id; earlier grants still belong to the same sign-on.
  @Test func grantsFromBeforeAForcedLoginEndWithTheLogout() async throws {
    try await TestServer.withTokens { server, app, browser, first in
      let again = try await browser.signIn(app.authorizationURL(["prompt": "login"]))
      let second = try await app.redeem(try #require(again.code)).json
      let out = try await browser.get(url(server, [("id_token_hint", second["id_token"]?.stringValue ?? ""), back]))
      #expect(out.location == "io.curity.dcrclient:/logoutcallback")
      for tokens in [first, second] {
        #expect(try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").error == "invalid_grant")
      }
    }
  }

  @Test func aRevokedClientStillSignsItsUserOut() async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      let (other, _, _) = try await server.registeredApp()
      try await server.server.administration.revokeClient(app.clientID)
      #expect(try await browser.get(url(server, [("client_id", app.clientID), back])).status == 400)
      let hint = ("id_token_hint", tokens["id_token"]?.stringValue ?? "")
      let out = try await browser.get(url(server, [hint, back, ("state", "s")]))
      #expect(out.location == "io.curity.dcrclient:/logoutcallback?state=s")
      #expect(try await browser.get(other.authorizationURL()).code == nil)
    }
  }

  @Test func theUserOfADeletedClientIsAskedAndStaysHere() async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      let (other, _, _) = try await server.registeredApp()
      try await server.server.administration.deleteClient(app.clientID)
      #expect(try await browser.get(url(server, [("client_id", app.clientID), back])).status == 400)
      let hint = ("id_token_hint", tokens["id_token"]?.stringValue ?? "")
      let page = try await browser.get(url(server, [hint, back, ("state", "s")]))
      #expect(page.status == 200)
      let out = try await browser.submit(page, [])
      #expect(out.status == 200 && out.location == nil && out.text.contains("Signed out"))
      #expect(try await browser.get(other.authorizationURL()).code == nil)
      // A second time: nobody is signed in.
      #expect(try await browser.get(url(server, [hint, back])).status == 200)
    }
  }

  @Test func theHintOfAnotherUserEndsNoSession() async throws {
    try await TestServer.withTokens { server, _, _, tokens in
      let (app, browser, _) = try await server.registeredApp(as: "jd", "password")
      let page = try await browser.get(url(server, [("id_token_hint", tokens["id_token"]?.stringValue ?? "")]))
      #expect(page.text.contains("type=\"hidden\""))
      #expect(try await browser.get(app.authorizationURL()).code != nil)
    }
  }
}
