import Foundation
import JWTKit
import SharedValues
import Testing

@testable import IdentityServer

/// The tutorial's flow, message by message, in process and through real TLS sockets.
@Suite struct FlowTests {
  @Test(arguments: TestServer.Way.allCases)
  func theWholeTutorial(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let browser = TestBrowser(server)
      let first = TestApp(server: server)

      // The first login is forced and yields a token that registers.
      let page = try await browser.get(first.authorizationURL(["prompt": "login"]))
      #expect(page.status == 200)
      let redirect = try await browser.submit(page, [("username", "demouser"), ("password", "Password1")])
      #expect(redirect.status == 303)
      #expect(redirect.location?.hasPrefix("io.curity.dcrclient:/callback?") == true)
      #expect(redirect.redirectParameters["state"] == "st-1")
      #expect(redirect.redirectParameters["iss"] == server.issuer)
      let dcr = try await first.redeem(try #require(redirect.code))
      #expect(dcr.status == 200)
      #expect(dcr.json["scope"] == "dcr")
      #expect(dcr.json["expires_in"] == 300)
      #expect(dcr.json["refresh_token"] == nil)
      #expect(dcr.headers[first: "Cache-Control"] == "no-store")

      // The registration.
      let token = try #require(dcr.json["access_token"]?.stringValue)
      let created = try await server.register(token: token)
      #expect(created.status == 201)
      let app = TestApp(
        server: server, clientID: try #require(created.json["client_id"]?.stringValue),
        secret: try #require(created.json["client_secret"]?.stringValue), scope: "openid profile")

      // The second login is silent.
      let silent = try await browser.get(app.authorizationURL(["nonce": "n-1"]))
      #expect(silent.status == 302)
      let tokens = try await app.redeem(try #require(silent.code))
      #expect(tokens.status == 200)
      #expect(tokens.json["token_type"] == "bearer")
      let accessToken = try #require(tokens.json["access_token"]?.stringValue)
      let claims = try await judged(tokens.json["id_token"]?.stringValue, server)
      #expect(claims.sub == "demouser")
      #expect(claims.aud == app.clientID)
      #expect(claims.azp == app.clientID)
      #expect(claims.nonce == "n-1")
      #expect(claims.auth_time == Int(TestServer.start.timeIntervalSince1970))
      #expect(claims.at_hash == Base64URL.encode(Array(Primitives.sha256(accessToken.utf8).prefix(16))))

      // Userinfo, refresh, logout.
      let user = try await app.userInfo(accessToken)
      #expect(user.json["sub"] == "demouser")
      #expect(user.json["name"] == "Demo User")
      #expect(user.json["email"] == nil)
      let refreshed = try await app.refresh(try #require(tokens.json["refresh_token"]?.stringValue))
      #expect(refreshed.status == 200)
      let again = try await judged(refreshed.json["id_token"]?.stringValue, server)
      #expect(again.sub == "demouser")
      #expect(again.nonce == nil)
      let out = try await browser.get(
        server.origin + "/oauth/v2/oauth-session/logout?"
          + String(
            decoding: form([
              ("id_token_hint", tokens.json["id_token"]?.stringValue ?? ""),
              ("post_logout_redirect_uri", "io.curity.dcrclient:/logoutcallback"), ("state", "bye"),
            ]), as: UTF8.self))
      #expect(out.location == "io.curity.dcrclient:/logoutcallback?state=bye")
      #expect(browser.cookies[Cookie.session] == nil)
      let afterwards = try await browser.get(app.authorizationURL(["prompt": "none"]))
      #expect(afterwards.redirectParameters["error"] == "login_required")

      let notes = server.events.withLock { $0.map(\.note) }
      for note in [
        "login form", "SSO session created", "dcr token issued", "client registered", "SSO session used",
        "tokens issued", "userinfo", "tokens refreshed", "SSO session ended",
      ] { #expect(notes.contains(note)) }
    }
  }

  /// Verified with the published key set alone, as other software would.
  private func judged(_ token: String?, _ server: TestServer) async throws -> IDTokenClaims {
    let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration"))
    let keySet = try await server.send(HTTPRequest("GET", try #require(metadata.json["jwks_uri"]?.stringValue)))
    let keys = try await JWTKeyCollection().add(jwksJSON: keySet.text)
    return try await keys.verify(try #require(token), as: IDTokenClaims.self)
  }
}
