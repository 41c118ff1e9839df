import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// Keys in registrations: which are accepted, and how one replaces another.
@Suite struct KeyRegistrationTests {
  private static let good = TestKey(id: "a").jwk
  private static func keys(_ keys: JSON...) -> Changes { ["jwks": ["keys": .array(keys)]] }

  private static let refused: [(changes: Changes, word: String)] = [
    (["jwks": nil], "required"), (["jwks": nil, "jwks_uri": "https://rp.example/jwks"], "no outgoing requests"),
    (["jwks_uri": "https://rp.example/jwks"], "no outgoing requests"), (["jwks": "keys"], "jwks"),
    (["jwks": ["keys": []]], "1 to 5"), (["jwks": ["keys": ["a"]]], "object"),
    (keys(good.setting("d", "eA")), "private"), (keys(["kty": "oct", "k": "c2VjcmV0"]), "private"),
    (keys(["kty": "oct"]), "EC key on P-256"), (keys(good.setting("crv", "P-384")), "EC key on P-256"),
    (keys(["kty": "OKP", "crv": "Ed25519", "x": "eA"]), "EC key on P-256"), (keys(good.setting("kty", nil)), "EC key"),
    (keys(good.setting("x", "eA")), "32 bytes"), (keys(good.setting("y", good["x"])), "point"),
    (keys(good.setting("x", .string((good["x"]?.stringValue ?? "") + "="))), "32 bytes"),
    (keys(good.setting("use", "enc")), "signatures"), (keys(good.setting("key_ops", ["sign"])), "signatures"),
    (keys(good.setting("alg", "ES384")), "alg"), (keys(good.setting("alg", "RS256")), "alg"),
    (keys(good.setting("kid", "")), "kid"), (keys(good.setting("kid", 1)), "kid"),
    (keys(good.setting("kid", .string(String(repeating: "k", count: 201)))), "kid"),
    (keys(TestKey.rsa.jwk.setting("n", "AQAB")), "2048"), (keys(TestKey.rsa.jwk.setting("e", "Ag")), "odd e"),
    (keys(TestKey.rsa.jwk.setting("n", .string("AA" + (TestKey.rsa.jwk["n"]?.stringValue ?? "")))), "2048"),
    (keys(good, good), "twice"), (keys(good, good.setting("kid", "b")), "twice"),
    (keys(good, TestKey(id: "a").jwk), "kid"), (keys(good, TestKey().jwk), "kid"),
    (["jwks": ["keys": .array((0..<6).map { TestKey(id: "\($0)").jwk })]], "1 to 5"),
    (["jwks": ["keys": [good], "extra": .string(String(repeating: "a", count: 8192))]], "8192 bytes"),
    (keys(good, TestKey.rsa.jwk.setting("kid", "b")), "all fit"),
    (["token_endpoint_auth_signing_alg": "none"], "not supported"),
    (["token_endpoint_auth_signing_alg": "HS256"], "not supported"),
    (["token_endpoint_auth_signing_alg": "ES384"], "not supported"),
    (["token_endpoint_auth_signing_alg": "RS256"], "all fit"), (["dpop_bound_access_tokens": "yes"], "true or false"),
  ]

  @Test(arguments: refused.indices)
  func refuses(_ index: Int) throws {
    let (changes, word) = Self.refused[index]
    let request = TestServer.keyedMetadata.setting("jwks", ["keys": [Self.good]]).changed(changes)
    do throws(OAuthError) {
      _ = try ClientMetadataJudge(policy: .lenient).judge(request)
      Issue.record("\(changes) is taken")
    } catch {
      #expect(error.code == .invalidClientMetadata)
      #expect(error.description.contains(word), "\(error.description)")
    }
  }

  @Test func aDoubledMemberOfAKeyIsRefused() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let text = TestServer.keyedMetadata.setting("jwks", ["keys": [Self.good]]).compact
      for (body, status) in [(text, 201), (text.replacing(#""kty":"#, with: #""kty":"oct","kty":"#), 400)] {
        let answer = try await server.send(
          HTTPRequest(
            "POST", server.origin + "/token-service/oauth-registration",
            headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.utf8)))
        #expect(answer.status == status, "\(answer.text)")
      }
    }
  }

  @Test func aNewKeyReplacesTheOldWithTheUpdatesAnswer() async throws {
    try await TestServer.with { server in
      let (first, second) = (TestKey(id: "1"), TestKey(id: "2"))
      var (app, browser, registration) = try await server.keyedApp(first)
      let uri = registration.token("registration_client_uri")
      func update(_ keys: [TestKey], changes: Changes = [:]) async throws -> HTTPResponse {
        let body = TestServer.keyedMetadata.setting("jwks", ["keys": .array(keys.map(\.jwk))])
          .setting("client_id", .string(app.clientID)).changed(changes)
        let answer = try await server.registration(
          "PUT", uri, body, token: registration.token("registration_access_token"))
        if answer.status == 200 { registration = answer.json }
        return answer
      }
      func isRecognised(_ key: TestKey) async throws -> Bool {
        app.key = key
        return try await app.isRecognised(try #require(app.assertion()).signed(key)).status == 200
      }
      // A refused update changes nothing.
      #expect(try await update([], changes: [:]).error == "invalid_client_metadata")
      #expect(try await isRecognised(first))
      // Both for a while, then only the new one.
      #expect(try await update([first, second]).json["jwks"] == ["keys": [first.jwk, second.jwk]])
      #expect(try await isRecognised(first))
      #expect(try await isRecognised(second))
      #expect(try await update([second]).status == 200)
      #expect(try await !isRecognised(first))
      #expect(try await isRecognised(second))
      let read = try await server.registration("GET", uri, token: registration.token("registration_access_token"))
      #expect(read.json["jwks"] == ["keys": [second.jwk]])
      #expect(read.json["client_secret_expires_at"] == nil)
      // From a key to a secret, and back.
      let secret = try await update([], changes: ["jwks": nil, "token_endpoint_auth_method": "client_secret_basic"])
      #expect(secret.json["client_secret"] != nil)
      #expect(try await !isRecognised(second))
      #expect(try await update([first]).json["client_secret"] == nil)
      #expect(try await isRecognised(first))
      let old = TestApp(server: server, clientID: app.clientID, secret: secret.json["client_secret"]?.stringValue)
      #expect(try await old.redeem("x").error == "invalid_client")
      #expect(try await server.freshCode(app, browser) != "none")
    }
  }

  /// The template demands a key; each instance brings its own.
  @Test func anInstanceOfATemplateBringsItsOwnKey() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let administration = server.server.administration
      let metadata = TestServer.keyedMetadata.setting("dpop_bound_access_tokens", true)
      await #expect(throws: IdentityServerError.self) {
        try await administration.addTemplate("shared", metadata.setting("jwks", ["keys": [TestKey().jwk]]))
      }
      try await administration.addTemplate("kiosk", metadata)
      let shown = try await administration.template("kiosk")
      #expect(shown.metadata["token_endpoint_auth_signing_alg"] == "ES256")
      try await administration.changeTemplate("kiosk", shown.metadata)
      #expect(try await server.registrationOpen(["software_id": "kiosk"]).error == "invalid_client_metadata")
      let rsa = try await server.registrationOpen(["software_id": "kiosk", "jwks": ["keys": [TestKey.rsa.jwk]]])
      #expect(rsa.error == "invalid_client_metadata", "the key does not fit the template's algorithm")
      var apps: [KeyedApp] = []
      for _ in 0..<2 {
        let key = TestKey()
        let registration = try await server.registrationOpen(["software_id": "kiosk", "jwks": ["keys": [key.jwk]]]).json
        #expect(registration["jwks"] == ["keys": [key.jwk]])
        #expect(registration["dpop_bound_access_tokens"] == true)
        apps.append(KeyedApp(server: server, clientID: registration.token("client_id"), key: key))
      }
      for (app, other) in [(apps[0], apps[1]), (apps[1], apps[0])] {
        let unsigned = try #require(app.assertion())
        #expect(try await app.isRecognised(unsigned.signed(other.key!)).error == "invalid_client")
        #expect(try await app.isRecognised(unsigned.signed(app.key!)).status == 200)
      }
    }
  }

  /// The key belongs to the instance and stays when the template is removed.
  @Test func aKeySurvivesItsTemplate() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let administration = server.server.administration
      try await administration.addTemplate("kiosk", TestServer.keyedMetadata)
      let key = TestKey()
      let registration = try await server.registrationOpen(["software_id": "kiosk", "jwks": ["keys": [key.jwk]]]).json
      let app = KeyedApp(server: server, clientID: registration.token("client_id"), key: key)
      try await administration.revokeClient(app.clientID)
      try await administration.deleteTemplate("kiosk")
      try await administration.activateClient(app.clientID)
      #expect(try await app.isRecognised(try #require(app.assertion()).signed(key)).status == 200)
    }
  }

  /// An app's static client may have a key if the server's operator adds one.
  @Test func theStaticClientMaySign() async throws {
    try await TestServer.with { server in
      let key = TestKey()
      try await DatabaseQueue(path: server.databasePath).write { database in
        try database.execute(
          sql: """
            UPDATE configured_clients SET metadata = json_set(metadata, '$.token_endpoint_auth_method', 'private_key_jwt',
            '$.token_endpoint_auth_signing_alg', 'ES256', '$.jwks', json(?)) WHERE client_id = 'rn-expo-app'
            """, arguments: [JSON.object([.init("keys", [key.jwk])]).compact])
      }
      let app = KeyedApp(server: server, clientID: "rn-expo-app", key: key)
      let code = try await TestBrowser(server).signIn(app.plain.authorizationURL(["scope": "openid"])).code
      #expect(try await app.plain.redeem(code ?? "none").error == "invalid_client")
      #expect(try await app.redeem(code ?? "none").status == 200)
    }
  }
}
