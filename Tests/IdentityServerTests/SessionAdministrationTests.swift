import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Sessions and grants as the administrator sees and ends them.
@Suite struct SessionAdministrationTests {
  @Test func aSessionIsListedWithItsBrowserAndUse() async throws {
    try await TestServer.withApp { server, app, browser in
      let session = try #require(try await server.server.administration.sessions().first)
      #expect(session.user == "demouser")
      #expect((session.created, session.lastUsed) == (TestServer.start, TestServer.start))
      #expect(session.expires == TestServer.start + 8 * 3600)
      #expect(session.id.count == 16)
      server.clock.advance(by: 60)
      _ = try await browser.get(app.authorizationURL())
      let used = try await server.server.administration.session(session.id)
      #expect(used.lastUsed == TestServer.start + 60)
      #expect(used.liveGrants >= 1)
      // The handle is useless as a cookie.
      let thief = TestBrowser(server)
      thief.cookies[Cookie.session] = session.id
      #expect(try await thief.get(app.authorizationURL()).code == nil)
      #expect(try await server.server.administration.sessions(of: "jd").isEmpty)
      server.clock.advance(by: 8 * 3600)
      #expect(try await server.server.administration.sessions().isEmpty, "expired")
    }
  }

  @Test(arguments: [true, false])
  func endingASession(revokingGrants: Bool) async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      let (_, other, _) = try await server.registeredApp(as: "jd", "password")
      let access = tokens["access_token"]?.stringValue ?? ""
      let session = try #require(try await server.server.administration.sessions(of: "demouser").first)
      try await server.server.administration.endSession(session.id, revokingGrants: revokingGrants)
      #expect(
        try await browser.get(app.authorizationURL(["prompt": "none"])).redirectParameters["error"] == "login_required")
      #expect(try await app.userInfo(access).status == (revokingGrants ? 401 : 200))
      #expect(
        try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").error
          == (revokingGrants ? "invalid_grant" : nil))
      #expect(other.cookies[Cookie.session] != nil)
      #expect(try await server.server.administration.sessions().map(\.user) == ["jd"])
      await #expect(throws: IdentityServerError(.unknownSession, session.id)) {
        try await server.server.administration.endSession(session.id, revokingGrants: revokingGrants)
      }
    }
  }

  /// One sign-in of a client ends, the other stays.
  @Test func onlyOneGrantIsRevoked() async throws {
    try await TestServer.withTokens { server, app, browser, first in
      let second = try await app.redeem(try await browser.get(app.authorizationURL()).code ?? "").json
      let administration = server.server.administration
      let grants = try await administration.grants(of: app.clientID)
      #expect(grants.map(\.liveTokens) == [2, 2])
      #expect(grants.allSatisfy { $0.user == "demouser" && $0.scope == ["openid", "profile"] && $0.session != nil })
      try await administration.revokeGrant(grants[1].id, of: app.clientID)
      #expect(try await app.userInfo(first["access_token"]?.stringValue ?? "").status == 401)
      #expect(try await app.refresh(first["refresh_token"]?.stringValue ?? "").error == "invalid_grant")
      #expect(try await app.userInfo(second["access_token"]?.stringValue ?? "").status == 200)
      #expect(try await administration.client(app.clientID).liveGrants == 1)
      await #expect(throws: IdentityServerError(.unknownGrant, String(grants[1].id))) {
        try await administration.revokeGrant(grants[1].id, of: app.clientID)
      }
      await #expect(throws: IdentityServerError(.unknownGrant, String(grants[0].id))) {
        try await administration.revokeGrant(grants[0].id, of: "mobile-dcr-client")
      }
      await #expect(throws: IdentityServerError(.unknownClient, "x")) { _ = try await administration.grants(of: "x") }
      // An expired grant is no longer listed.
      server.clock.advance(by: 3601)
      #expect(try await administration.grants(of: app.clientID).isEmpty)
      #expect(try await administration.client(app.clientID).liveGrants == 0)
    }
  }

  /// One revocation ends an unredeemed code, an access token and a refresh token.
  @Test func revokingAClientEndsCodesAndTokens() async throws {
    try await TestServer.withTokens { server, app, browser, tokens in
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      try await server.server.administration.revokeClient(app.clientID)
      try await server.server.administration.activateClient(app.clientID)
      #expect(try await app.redeem(code).error == "invalid_grant")
      #expect(try await app.userInfo(tokens["access_token"]?.stringValue ?? "").status == 401)
      #expect(try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").error == "invalid_grant")
    }
  }

  @Test(arguments: [
    (nil, nil), ("", nil), ("Mozilla/5.0 (X11)", "Mozilla/5.0 (X11)"), ("a\u{1B}[31mb\r\nc", "a?[31mb??c"),
    ("Ä\u{202E}", "??"), (String(repeating: "x", count: 5000), String(repeating: "x", count: 200)),
  ])
  func userAgentsAreCutAndCleaned(_ header: String?, _ kept: String?) {
    #expect(Store.userAgent(header) == kept)
  }

  @Test func thePage() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      _ = try await server.registeredApp(as: "jd", "password")
      let admin = try await Administrator(server)
      let session = try #require(try await server.server.administration.sessions(of: "demouser").first)
      let action = "/admin/sessions/" + session.id
      let list = try await admin.get("/admin/sessions")
      #expect(list.text.contains(session.id) && list.text.contains("demouser") && list.text.contains(">jd<"))
      #expect(try await !admin.get("/admin/sessions?user=jd").text.contains(session.id))
      let asked = try await admin.submit("/admin/sessions", action, [("do", "end-all")], confirming: false)
      #expect(asked.status == 200 && asked.text.contains("value=\"end-all\""))
      let ended = try await admin.submit(
        "/admin/sessions", action, [("do", "end-all"), ("back", "/admin/sessions?user=demouser")])
      #expect(ended.location == "/admin/sessions?user=demouser&done=doneSessionAndGrantsEnded")
      #expect(try await app.userInfo(tokens["access_token"]?.stringValue ?? "").status == 401)

      // A client's page lists its grants.
      let (jane, _, _) = try await server.registeredApp(as: "jr", "password")
      let client = "/admin/clients/" + jane.clientID
      #expect(try await admin.get(client).text.contains("io.curity.dcrclient:/callback"))
      #expect(try await admin.get("/admin/clients/nobody").status == 404)
    }
  }

  /// A page that is open still has the grants of before.
  @Test func aGrantThatHasEndedIsNotAskedAbout() async throws {
    try await TestServer.withTokens { server, app, _, _ in
      let admin = try await Administrator(server)
      let client = "/admin/clients/" + app.clientID
      let grant = try #require(try await server.server.administration.grants(of: app.clientID).first)
      let fields = [("do", "revoke-grant"), ("grant", String(grant.id))]
      #expect(try await admin.submit(client, client, fields, confirming: false).status == 200)
      try await server.server.administration.revokeGrant(grant.id, of: app.clientID)
      for isConfirmed in [false, true] {
        #expect(try await admin.submit(client, client, fields, confirming: isConfirmed).status == 404)
      }
    }
  }
}
