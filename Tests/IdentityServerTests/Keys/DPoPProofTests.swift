import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Every defect that makes a proof invalid (RFC 9449 §4.3).
@Suite struct DPoPProofTests {
  private static let now = seconds(TestServer.start)
  private static func at(_ offset: Int) -> JSON { .number(String(now + offset)) }
  private static let url = "https://localhost:8443/oauth/v2/oauth-token"

  private static let cases: [SignedCase] =
    SignedCase.forged + [
      SignedCase("as it is", isGood: true),
      SignedCase("iat a minute ago", payload: ["iat": at(-60)], isGood: true),
      SignedCase("iat a minute ahead", payload: ["iat": at(60)], isGood: true),
      SignedCase("htu with query and fragment", payload: ["htu": .string(url + "?a=b#c")], isGood: true),
      SignedCase("htu in capitals", payload: ["htu": "HTTPS://LOCALHOST:8443/oauth/v2/oauth-token"], isGood: true),
      SignedCase("htu with escapes", payload: ["htu": "https://localhost:8443/%6Fauth/v2/oauth%2Dtoken"], isGood: true),
      SignedCase("a nonce that nobody asked for", payload: ["nonce": "n"], isGood: true),
      SignedCase("typ as a whole media type", header: ["typ": "application/dpop+jwt"], isGood: true),
      SignedCase("no typ", header: ["typ": nil]),
      SignedCase("typ JWT", header: ["typ": "JWT"]),
      SignedCase("RS256 with an EC key", header: ["alg": "RS256"]),
      SignedCase("ES384", header: ["alg": "ES384"]),
      SignedCase("no jwk", header: ["jwk": nil]),
      SignedCase("jwk is a text", header: ["jwk": "k"]),
      SignedCase("a kid instead of the key", header: ["jwk": nil, "kid": "k"]),
      SignedCase("a symmetric jwk", header: ["jwk": ["kty": "oct", "k": "c2VjcmV0"]]),
      SignedCase(
        "a jwk with the private part",
        several: { unsigned, key in
          guard case .p256(let p256) = key.material else { return [] }
          let secret = JSON.string(Base64URL.encode(Array(p256.rawRepresentation)))
          return [unsigned.changed(header: ["jwk": key.jwk.setting("d", secret)]).signed(key)]
        }),
      SignedCase(
        "a jwk off the curve",
        several: { unsigned, key in
          [unsigned.changed(header: ["jwk": key.jwk.setting("y", key.jwk["x"])]).signed(key)]
        }),
      SignedCase(
        "the jwk of another key",
        several: { unsigned, key in [unsigned.changed(header: ["jwk": TestKey().jwk]).signed(key)] }),
      SignedCase(
        "an alg in the jwk that does not fit",
        several: { unsigned, key in
          [unsigned.changed(header: ["jwk": key.jwk.setting("alg", "RS256")]).signed(key)]
        }),
      SignedCase("no jti", payload: ["jti": nil]),
      SignedCase("an empty jti", payload: ["jti": ""]),
      SignedCase("jti is a number", payload: ["jti": 1]),
      SignedCase("a jti of 257 bytes", payload: ["jti": .string(String(repeating: "j", count: 257))]),
      SignedCase("no htm", payload: ["htm": nil]),
      SignedCase("another htm", payload: ["htm": "GET"]),
      SignedCase("htm in small letters", payload: ["htm": "post"]),
      SignedCase("htm in an array", payload: ["htm": ["POST"]]),
      SignedCase("no htu", payload: ["htu": nil]),
      SignedCase("htu is no URL", payload: ["htu": "/oauth/v2/oauth-token"]),
      SignedCase("htu of another endpoint", payload: ["htu": "https://localhost:8443/oauth/v2/oauth-userinfo"]),
      SignedCase("htu of another host", payload: ["htu": "https://127.0.0.1:8443/oauth/v2/oauth-token"]),
      SignedCase("htu of another port", payload: ["htu": "https://localhost/oauth/v2/oauth-token"]),
      SignedCase("htu of another scheme", payload: ["htu": "http://localhost:8443/oauth/v2/oauth-token"]),
      SignedCase("htu with a slash", payload: ["htu": .string(url + "/")]),
      SignedCase("htu with a user", payload: ["htu": "https://a@localhost:8443/oauth/v2/oauth-token"]),
      SignedCase("no iat", payload: ["iat": nil]),
      SignedCase("iat is a text", payload: ["iat": .string("\(now)")]),
      SignedCase("iat too long ago", payload: ["iat": at(-61)]),
      SignedCase("iat too far ahead", payload: ["iat": at(61)]),
      SignedCase("iat beyond every number", payload: ["iat": .number("1e999")]),
      SignedCase("a nonce that is a number", payload: ["nonce": 1]),
      SignedCase("an empty nonce", payload: ["nonce": ""]),
      SignedCase("a nonce of 257 bytes", payload: ["nonce": .string(String(repeating: "n", count: 257))]),
      SignedCase(
        "iat doubled",
        several: { unsigned, key in
          [key.sign(unsigned.header.compact, #"{"iat":0,"# + unsigned.payload.compact.dropFirst())]
        }),
      SignedCase(
        "jwk doubled",
        several: { unsigned, key in
          [key.sign(#"{"jwk":{},"# + unsigned.header.compact.dropFirst(), unsigned.payload.compact)]
        }),
      SignedCase(
        "two headers",
        several: { unsigned, key in
          [unsigned.signed(key), unsigned.changed(payload: ["jti": "other"]).signed(key)]
        }),
      SignedCase(
        "the same header twice", several: { unsigned, key in Array(repeating: unsigned.signed(key), count: 2) }),
      SignedCase(
        "two in one header", several: { unsigned, key in [unsigned.signed(key) + ", " + unsigned.signed(key)] }),
      SignedCase("nothing", several: { _, _ in [""] }),
    ]

  /// An unknown refresh token gives `invalid_grant` only after the proof was accepted.
  @Test func eachMemberOfAProofIsChecked() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.keyedApp(nil)
      for each in Self.cases {
        let unsigned = Unsigned.proof(app.proofKey, "POST", app.tokenURL, app.now)
        let answer = try await app.refresh("x", proofs: each.make(unsigned, app.proofKey))
        #expect(answer.status == 400, "\(each.name)")
        #expect(answer.error == (each.isGood ? "invalid_grant" : "invalid_dpop_proof"), "\(each.name): \(answer.text)")
      }
    }
  }

  @Test func aDoubledOrTooLongMemberOfAProofIsRefused() async throws {
    try await TestServer.with { server in
      let (app, _, tokens) = try await server.boundTokens()
      let token = tokens.token("access_token")
      let whole = Unsigned.proof(app.proofKey, "GET", app.userInfoURL, app.now, accessToken: token, nonce: "n")
      for each in SignedCase.eachMember(of: whole) {
        let answer = try await app.userInfo("DPoP", token, proof: each.make(whole, app.proofKey)[0])
        #expect(answer.status == 401, "\(each.name): \(answer.text)")
        #expect(answer.error == "invalid_dpop_proof", "\(each.name)")
      }
      let good = whole.signed(app.proofKey)
      #expect(try await app.userInfo("DPoP", token, proof: good).status == 200, "the control: the rest was good")
    }
  }

  @Test(arguments: [(JSON?.none, false), ("fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo", false), (1, false)])
  func theHashOfTheAccessTokenIsChecked(_ hash: JSON?, _ isGood: Bool) async throws {
    try await TestServer.with { server in
      let (app, _, tokens) = try await server.boundTokens()
      let token = tokens.token("access_token")
      let proof = Unsigned.proof(app.proofKey, "GET", app.userInfoURL, app.now, accessToken: token)
      let changed = proof.changed(payload: ["ath": hash]).signed(app.proofKey)
      #expect(try await app.userInfo("DPoP", token, proof: changed).error == "invalid_dpop_proof")
      #expect(try await app.userInfo("DPoP", token, proof: proof.signed(app.proofKey)).status == 200)
    }
  }

  /// RFC 7518 §3.3 and §3.5.
  @Test(arguments: ["RS256", "PS256"])
  func keysOfRSA(_ algorithm: String) async throws {
    try await TestServer.with { server in
      var (app, browser, _) = try await server.keyedApp()
      app.proofKey = .rsa
      let proof = Unsigned.proof(.rsa, "POST", app.tokenURL, app.now).changed(header: ["alg": .string(algorithm)])
      let text = TestKey.rsa.sign(
        proof.header.compact, proof.payload.compact, padding: algorithm == "PS256" ? .PSS : .insecurePKCS1v1_5)
      let tokens = try await app.redeem(try await server.freshCode(app, browser), proofs: [text]).json
      #expect(try await app.userInfo(tokens.token("access_token")).status == 200)
    }
  }

  @Test(arguments: TestServer.Way.allCases)
  func ofFiftyAtOnceOneIsAccepted(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let (app, _, tokens) = try await server.boundTokens()
      let token = tokens.token("access_token")
      let proof = Unsigned.proof(app.proofKey, "GET", app.userInfoURL, app.now, accessToken: token).signed(app.proofKey)
      let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for _ in 0..<50 { group.addTask { try await app.userInfo("DPoP", token, proof: proof) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1)
      #expect(answers.count { $0.error == "invalid_dpop_proof" } == 49)
      server.clock.advance(by: 60)
      #expect(try await app.userInfo("DPoP", token, proof: proof).error == "invalid_dpop_proof", "not expired yet")
    }
  }

  /// Over sockets, the Host header tells by which name the client called the server.
  @Test func theURLIsTheRequestedOne() async throws {
    try await TestServer.with(.socket) { server in
      let (app, _, tokens) = try await server.boundTokens()
      let token = tokens.token("access_token")
      let other = app.userInfoURL.replacing("localhost", with: "127.0.0.1")
      for (asked, named, status) in [(other, other, 200), (other, app.userInfoURL, 401), (app.userInfoURL, other, 401)]
      {
        let proof = Unsigned.proof(app.proofKey, "GET", named, app.now, accessToken: token).signed(app.proofKey)
        let answer = try await server.send(
          HTTPRequest("GET", asked, headers: [HTTPHeader("Authorization", "DPoP " + token), HTTPHeader("DPoP", proof)]))
        #expect(answer.status == status, "\(asked) \(named)")
      }
    }
  }
}
