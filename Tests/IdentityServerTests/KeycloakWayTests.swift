import Foundation
import JWTKit
import SharedValues
import Testing

@testable import IdentityServer

/// The policies for answers as in Keycloak's tutorial: UUIDs as subjects, JSON Web Tokens as access tokens.
@Suite struct KeycloakWayTests {
  /// The header and the claims of a token, after verification with the published keys.
  private func read(_ token: String, _ server: TestServer) async throws -> (header: JSON, claims: JSON) {
    let keySet = try await server.send(HTTPRequest("GET", server.issuer + "/jwks"))
    let keys = try await JWTKeyCollection().add(jwksJSON: keySet.text)
    _ = try await keys.verify(token, as: Anything.self)
    let parts = try token.split(separator: ".").prefix(2).map {
      try JSON.parse(try #require(Base64URL.decode(String($0))))
    }
    return (parts[0], parts[1])
  }

  private struct Anything: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  private func tokens(
    _ app: TestApp, _ browser: TestBrowser, _ scope: String = "openid profile"
  ) async throws -> JSON {
    try await app.redeem(try #require(try await browser.get(app.authorizationURL(["scope": scope])).code)).json
  }

  @Test(arguments: TestServer.Way.allCases)
  func accessTokensCanBeRead(_ way: TestServer.Way) async throws {
    try await TestServer.with(way, adjusting: { ($0.policies.accessTokens, $0.policies.subjects) = (.jwt, .uuid) }) {
      server in
      let (app, browser, _) = try await server.registeredApp(as: "jd", "password")
      let tokens = try await tokens(app, browser)
      let access = try #require(tokens["access_token"]?.stringValue)
      let (header, claims) = try await read(access, server)
      #expect(header["typ"] == "at+jwt")
      #expect(header["alg"] == "RS256")
      let info = try await app.userInfo(access).json
      let subject = try #require(info["sub"]?.stringValue)
      #expect(UUID(uuidString: subject) != nil && subject == subject.lowercased())
      #expect(info["preferred_username"] == "jd")
      // RFC 9068 §2.2: the required members, and the other known ones.
      #expect(claims["iss"] == .string(server.issuer))
      #expect(claims["aud"] == .string(server.issuer))
      #expect(claims["sub"] == .string(subject))
      #expect(claims["client_id"] == .string(app.clientID))
      #expect(claims["azp"] == .string(app.clientID))
      #expect(claims["scope"] == "openid profile")
      #expect(claims["roles"] == ["IC"])
      let now = Int(TestServer.start.timeIntervalSince1970)
      #expect(claims["iat"]?.intValue == now)
      #expect(claims["auth_time"]?.intValue == now)
      #expect(claims["exp"]?.intValue == now + (tokens["expires_in"]?.intValue ?? 0))
      let id = try await read(try #require(tokens["id_token"]?.stringValue), server).claims
      #expect(id["sub"] == .string(subject))
      #expect(id["at_hash"] == .string(Base64URL.encode(Array(Primitives.sha256(access.utf8).prefix(16)))))

      // Each token is distinct, roles come only with the profile, and a revoked token is dead here at once.
      let refreshed = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").json
      let second = try #require(refreshed["access_token"]?.stringValue)
      let next = try await read(second, server).claims
      #expect(next["jti"] != claims["jti"] && next["jti"]?.stringValue != nil)
      let narrow = try await self.tokens(app, browser, "openid")
      #expect(try await read(narrow["access_token"]?.stringValue ?? "", server).claims["roles"] == nil)
      let introspected = try await app.post("/oauth/v2/oauth-introspect", [("token", second)]).json
      #expect(introspected["active"] == true)
      #expect(introspected["sub"] == .string(subject))
      _ = try await app.post("/oauth/v2/oauth-revoke", [("token", second)])
      #expect(try await app.userInfo(second).status == 401)
    }
  }

  /// Although one key signs both, an access token is not accepted as an ID token, nor an ID token as an access token.
  @Test func theKindsOfTokensAreNotInterchangeable() async throws {
    try await TestServer.withApp(adjusting: { $0.policies.accessTokens = .jwt }) { _, app, browser in
      let tokens = try await tokens(app, browser)
      let access = try #require(tokens["access_token"]?.stringValue)
      let answer = try await browser.get(app.authorizationURL(["id_token_hint": access]))
      #expect(answer.redirectParameters["error"] == "invalid_request")
      #expect(try await app.userInfo(tokens["id_token"]?.stringValue ?? "").status == 401)
      let parts = access.split(separator: ".")
      #expect(try await app.userInfo(parts[0] + "." + parts[1] + ".").status == 401)
    }
  }

  @Test func theTokenThatRegistersStaysOpaque() async throws {
    try await TestServer.with(adjusting: { $0.policies.accessTokens = .jwt }) { server in
      let token = try await server.registrationToken(TestBrowser(server))
      #expect(!token.contains("."))
      #expect(try await server.register(token: token).status == 201)
    }
  }

  /// Existing subjects stay; the policy applies to new users.
  @Test func theSubjectsOfKnownUsersStay() async throws {
    let home = ServerHome()
    func subjects(_ policy: ServerPolicies.Subjects, adding name: String) async throws -> [String] {
      try await TestServer.with(.inProcess, in: home, adjusting: { $0.policies.subjects = policy }) {
        server in
        #expect(server.server.usersWithNamesForSubjects == (policy == .uuid ? ["demouser", "jd", "jr"] : []))
        try await server.server.administration.addUser(name, password: Secret("correct horse"), UserProfile())
        return try await ["demouser", name].asyncMap {
          let (app, browser, _) = try await server.registeredApp(
            as: $0, $0 == "demouser" ? "Password1" : "correct horse")
          let tokens = try await tokens(app, browser)
          return try await app.userInfo(tokens["access_token"]?.stringValue ?? "").json["sub"]?.stringValue ?? ""
        }
      }
    }
    #expect(try await subjects(.name, adding: "ada") == ["demouser", "ada"])
    let later = try await subjects(.uuid, adding: "bob")
    #expect(later[0] == "demouser")
    #expect(UUID(uuidString: later[1]) != nil)
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
