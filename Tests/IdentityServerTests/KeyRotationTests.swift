import Foundation
import GRDB
import JWTKit
import SharedValues
import Testing

@testable import IdentityServer

/// New keys sign; old keys verify as long as a token of theirs can be valid, and no longer.
@Suite struct KeyRotationTests {
  private func keyIDs(_ server: TestServer) async throws -> [String] {
    try await server.send(HTTPRequest("GET", server.issuer + "/jwks")).json["keys"]?.arrayValue?
      .compactMap { $0["kid"]?.stringValue } ?? []
  }

  /// Whether the published keys verify the token, as a client would.
  private func verifies(_ token: String, _ server: TestServer) async throws -> Bool {
    let keys = JWTKeyCollection()
    let set = try await server.send(HTTPRequest("GET", server.issuer + "/jwks")).text
    try await keys.add(jwksJSON: set)
    return (try? await keys.verify(token, as: IDTokenClaims.self)) != nil
  }

  private func kid(_ token: String) -> String? {
    let head = Base64URL.decode(String(token.prefix { $0 != "." })) ?? []
    return (try? JSON.parse(head))?["kid"]?.stringValue
  }

  @Test func anOldTokenVerifiesUntilItExpiresAndNoLonger() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let old = try #require(tokens["id_token"]?.stringValue)
      let before = try await keyIDs(server)
      let new = try await server.server.rotateKeys()
      #expect(try await keyIDs(server) == [new] + before)
      #expect(try await verifies(old, server))

      let refreshed = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").json
      let younger = try #require(refreshed["id_token"]?.stringValue)
      #expect(kid(younger) == new)
      #expect(try await verifies(younger, server))

      // It stays until the last moment of the last token that it may have signed …
      server.clock.advance(by: 3600 + SigningKeys.margin - 1)
      try await server.server.provider.keys.prune()
      #expect(try await verifies(old, server))
      // … and then disappears from the key set and from the database.
      server.clock.advance(by: 1)
      try await server.server.provider.keys.prune()
      #expect(try await keyIDs(server) == [new])
      #expect(!(try await verifies(old, server)))
      let count = try await server.server.provider.store.pool.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM signing_keys")
      }
      #expect(count == 1)
    }
  }

  /// A client may have its ID tokens signed with ES256. That key is made at its first use, and rotates with the other.
  @Test func eachAlgorithmHasAKeyOnceItIsUsed() async throws {
    try await TestServer.with { server in
      let before = try await keyIDs(server)
      #expect(before.count == 1)
      let metadata = TestServer.tutorialMetadata.setting("id_token_signed_response_alg", "ES256")
      let (app, browser, _) = try await server.registeredApp(metadata)
      let redirect = try await browser.get(app.authorizationURL(["nonce": "n-1"]))
      let tokens = try await app.redeem(redirect.code ?? "none").json
      let old = try #require(tokens["id_token"]?.stringValue)
      let elliptic = try #require(kid(old))
      #expect(try await Set(keyIDs(server)) == [before[0], elliptic])
      #expect(try await verifies(old, server))

      let rsa = try await server.server.rotateKeys()
      let younger = try #require(
        try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").json["id_token"]?.stringValue)
      let ids = try await keyIDs(server)
      #expect(ids.count == 4 && Set(ids).isSuperset(of: [rsa, kid(younger) ?? "", before[0], elliptic]))
      #expect(kid(younger) != elliptic)
      #expect(try await verifies(old, server))
      #expect(try await verifies(younger, server))
    }
  }

  /// A sign-out's hint is verified with the same keys.
  @Test func anOldHintSignsOutAfterARotation() async throws {
    try await TestServer.withTokens { server, _, browser, tokens in
      _ = try await server.server.rotateKeys()
      let hint = tokens["id_token"]?.stringValue ?? ""
      let url = server.origin + "/oauth/v2/oauth-session/logout?id_token_hint=\(hint)"
      _ = try await browser.get(url + "&post_logout_redirect_uri=io.curity.dcrclient:/logoutcallback")
      #expect(browser.cookies[Cookie.session] == nil)
    }
  }

  @Test func aRunningServerNoticesARotationByAnotherProcess() async throws {
    let home = ServerHome()
    try await TestServer.with(.inProcess, in: home) { server in
      let before = try await keyIDs(server)
      let new = try await TestServer.with(.inProcess, in: home) { (other) async throws in
        try await other.server.rotateKeys()
      }
      // The server checks once a second; the test does not measure how long that takes.
      var ids = before
      let end = ContinuousClock.now + .seconds(30)
      while ids == before, ContinuousClock.now < end { ids = try await keyIDs(server) }
      #expect(ids == [new] + before)
    }
  }

  /// At most one query a second, however many requests come.
  @Test func requestsForKeysRarelyQueryTheDatabase() async throws {
    try await TestServer.with { server in
      let start = ContinuousClock.now
      _ = try await keyIDs(server)
      let store = server.server.provider.store
      try await store.pool.write { try $0.execute(sql: "UPDATE signing_keys SET key_id = 'changed'") }
      let ids = try await keyIDs(server)
      #expect(ids != ["changed"] || ContinuousClock.now - start >= SigningKeys.readEvery)
    }
  }

  @Test func aRotationOfAnEmptyDatabaseMakesOneKey() async throws {
    try await TestServer.with { server in
      try await server.server.provider.store.pool.write { try $0.execute(sql: "DELETE FROM signing_keys") }
      let new = try await server.server.rotateKeys()
      #expect(try await keyIDs(server) == [new])
    }
  }
}
