import SharedValues
import Testing

@testable import IdentityServer

/// What an administrator does to a client that is being tested.
@Suite struct ShortenedClientTests {
  @Test func onlyThisClientsNextTokensAreShort() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let administration = server.server.administration
      let old = tokens["access_token"]?.stringValue ?? ""
      try await administration.shortenAccessTokens(of: app.clientID, to: 30)
      #expect(try await administration.client(app.clientID).accessTokenLifetime == 30)
      server.clock.advance(by: 31)
      #expect(try await app.userInfo(old).status == 200, "an old token keeps its time")
      let answer = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "")
      #expect(answer.json["expires_in"] == 30)
      let short = answer.json["access_token"]?.stringValue ?? ""
      #expect(try await app.userInfo(short).status == 200)
      server.clock.advance(by: 31)
      #expect(try await app.userInfo(short).status == 401)

      let (other, browser, _) = try await server.registeredApp()
      let code = try #require(try await browser.get(other.authorizationURL()).code)
      #expect(try await other.redeem(code).json["expires_in"] == 300)

      try await administration.shortenAccessTokens(of: app.clientID, to: nil)
      let usual = try await app.refresh(answer.json["refresh_token"]?.stringValue ?? "")
      #expect(usual.json["expires_in"] == 300)
    }
  }

  /// A client cannot be given more than the configuration allows.
  @Test func aLongerTimeHasNoEffect() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      try await server.server.administration.shortenAccessTokens(of: app.clientID, to: 86_400)
      let answer = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "")
      #expect(answer.json["expires_in"] == 300)
    }
  }

  @Test func aSecretExpiresAtOnce() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let access = tokens["access_token"]?.stringValue ?? ""
      try await server.server.administration.expireSecret(of: app.clientID)
      let refused = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "")
      #expect(refused.status == 401 && refused.error == "invalid_client")
      #expect(server.lastLine?.status == 401)
      #expect(try await app.userInfo(access).status == 200, "tokens stay")
    }
  }

  /// The client's page says what there is to know of its secret.
  @Test func theAdministratorSeesWhenASecretExpires() async throws {
    for (lifetime, said) in [(0, "never expires"), (3600, "expires ")] {
      try await TestServer.with(adjusting: { $0.lifetimes.clientSecret = TimeInterval(lifetime) }) { server in
        let (app, _, registration) = try await server.registeredApp()
        let administration = server.server.administration
        #expect(
          try await administration.client(app.clientID).secretExpiresAt
            == registration["client_secret_expires_at"]?.intValue)
        let administrator = try await Administrator(server)
        let page = "/admin/clients/" + app.clientID
        let live = try await administrator.get(page).text
        #expect(live.contains("<dd>" + said) && live.contains("value=\"expire-secret\""))
        try await administration.expireSecret(of: app.clientID)
        #expect(try await administrator.get(page).text.contains("<dd>expired "))
        try await server.server.provider.store.pool.write { database in
          try database.execute(sql: "UPDATE dynamically_registered_clients SET secret_hash = NULL")
        }
        #expect(try await administration.client(app.clientID).secretExpiresAt == nil)
        let text = try await administrator.get(page).text
        #expect(!text.contains("<dt>Client secret") && !text.contains("value=\"expire-secret\""))
      }
    }
  }

  @Test func aClientWithoutASecretIsRefused() async throws {
    try await TestServer.withApp { server, app, _ in
      try await server.server.provider.store.pool.write { database in
        try database.execute(sql: "UPDATE dynamically_registered_clients SET secret_hash = NULL")
      }
      let error = await #expect(throws: IdentityServerError.self) {
        try await server.server.administration.expireSecret(of: app.clientID)
      }
      #expect(error?.code == .clientHasNoSecret && error?.subject == app.clientID)
      let unknown = await #expect(throws: IdentityServerError.self) {
        try await server.server.administration.expireSecret(of: "nobody")
      }
      #expect(unknown?.code == .unknownClient)
    }
  }

  @Test func thePageOfAClientDoesBoth() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let administrator = try await Administrator(server)
      let page = "/admin/clients/" + app.clientID
      _ = try await administrator.submit(page, page, [("do", "shorten")])
      #expect(try await administrator.get(page).text.contains("value=\"restore\""))
      #expect(try await server.server.administration.client(app.clientID).accessTokenLifetime == 30)
      _ = try await administrator.submit(page, page, [("do", "restore")])
      #expect(try await server.server.administration.client(app.clientID).accessTokenLifetime == nil)
      // A question comes first where nothing can be taken back.
      #expect(try await administrator.submit(page, page, [("do", "expire-secret")], confirming: false).status == 200)
      #expect(try await app.refresh("none").error == "invalid_grant")
      let done = try await administrator.submit(page, page, [("do", "expire-secret")])
      #expect(done.status == 303)
      #expect(try await app.refresh("none").error == "invalid_client")
    }
  }
}
