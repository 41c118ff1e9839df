import Faults
import JWTKit
import SharedValues
import Testing

@testable import IdentityServer

/// A client that checks less than it should must not be saved by a wrong signature: of a wrong claim nothing else is wrong.
@Suite struct FaultyIDTokenTests {
  private struct AnyClaims: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  static let claims: [(IDTokenDefect, String)] = [
    (.wrongIss, "iss"), (.missingSub, "sub"), (.wrongAud, "aud"), (.missingExp, "exp"), (.expired, "exp"),
    (.iatInFuture, "iat"), (.wrongNonce, "nonce"), (.missingNonce, "nonce"), (.wrongAzp, "azp"),
  ]

  private func part(_ token: String, _ index: Int) throws -> JSON {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    return try JSON.parse(try #require(Base64URL.decode(String(parts[index]))))
  }

  private func verifies(_ token: String, _ server: TestServer) async throws -> Bool {
    let keys = JWTKeyCollection()
    try await keys.add(jwksJSON: try await server.send(HTTPRequest("GET", server.issuer + "/jwks")).text)
    return (try? await keys.verify(token, as: AnyClaims.self)) != nil
  }

  private func idToken(_ app: TestApp, _ browser: TestBrowser) async throws -> String {
    let code = try await browser.get(app.authorizationURL(["nonce": "n-1"])).code
    return try #require(try await app.redeem(code ?? "none").json["id_token"]?.stringValue)
  }

  @Test(arguments: claims)
  func aWrongClaimIsSignedWithThePublishedKey(_ defect: IDTokenDefect, _ claim: String) async throws {
    try await TestServer.withApp { server, app, browser in
      let real = try await idToken(app, browser)
      try await server.switchOn([FaultRule(.token, .idToken(defect))], for: .client(app.clientID))
      let spoiled = try await idToken(app, browser)
      #expect(try await verifies(spoiled, server))
      #expect(try part(spoiled, 0) == part(real, 0))
      let (before, after) = (try part(real, 1), try part(spoiled, 1))
      let names = ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "azp", "acr"]
      #expect(names.filter { before[$0] != after[$0] } == [claim])
    }
  }

  @Test func aForgedTokenDoesNotVerify() async throws {
    try await TestServer.withApp { server, app, browser in
      try await server.switchOn([FaultRule(.token, .idToken(.signature))])
      #expect(try await verifies(idToken(app, browser), server) == false)
      try await server.switchOn([FaultRule(.token, .idToken(.algNone))])
      let unsigned = try await idToken(app, browser)
      #expect(try part(unsigned, 0)["alg"] == "none" && unsigned.hasSuffix("."))
      try await server.switchOff()
      #expect(try await verifies(idToken(app, browser), server))
    }
  }

  @Test func aRefreshedTokenIsAnotherUsers() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      try await server.switchOn([FaultRule(.refresh, .idToken(.subChanged))])
      let answer = try await app.refresh(tokens["refresh_token"]?.stringValue ?? "").json
      let token = try #require(answer["id_token"]?.stringValue)
      #expect(try part(token, 1)["sub"] == "somebody-else")
      #expect(try await verifies(token, server))
    }
  }
}
