import Crypto
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Everything that makes a proof good for nothing (RFC 9449 §4.3).
@Suite struct DPoPProofTests {
  private struct Case: Sendable {
    var name: String
    var isGood = false
    var make: @Sendable (Unsigned, TestKey) -> [String]

    init(_ name: String, header: Changes = [:], payload: Changes = [:], isGood: Bool = false) {
      self.name = name
      self.isGood = isGood
      make = { [$0.changed(header: header, payload: payload).signed($1)] }
    }

    init(_ name: String, make: @escaping @Sendable (Unsigned, TestKey) -> [String]) {
      self.name = name
      self.make = make
    }
  }

  private static let now = seconds(TestServer.start)
  private static func at(_ offset: Int) -> JSON { .number(String(now + offset)) }
  private static let url = "https://localhost:8443/oauth/v2/oauth-token"

  private static let cases: [Case] = [
    Case("as it is", isGood: true), Case("iat a minute ago", payload: ["iat": at(-60)], isGood: true),
    Case("iat a minute ahead", payload: ["iat": at(60)], isGood: true),
    Case("htu with query and fragment", payload: ["htu": .string(url + "?a=b#c")], isGood: true),
    Case("htu in capitals", payload: ["htu": "HTTPS://LOCALHOST:8443/oauth/v2/oauth-token"], isGood: true),
    Case("htu with escapes", payload: ["htu": "https://localhost:8443/%6Fauth/v2/oauth%2Dtoken"], isGood: true),
    Case("a nonce that nobody asked for", payload: ["nonce": "n"], isGood: true),
    Case("typ as a whole media type", header: ["typ": "application/dpop+jwt"], isGood: true),

    Case("no typ", header: ["typ": nil]), Case("typ JWT", header: ["typ": "JWT"]), Case("no alg", header: ["alg": nil]),
    Case(
      "alg none",
      make: { unsigned, key in
        let parts = unsigned.changed(header: ["alg": "none"]).signed(key).split(separator: ".")
        return [parts[0] + "." + parts[1] + "."]
      }),
    Case(
      "HS256 with the public key",
      make: { unsigned, key in
        let input = unsigned.changed(header: ["alg": "HS256"]).signed(key).split(separator: ".").dropLast().joined(
          separator: ".")
        let code = HMAC<SHA256>.authenticationCode(
          for: Data(input.utf8), using: SymmetricKey(data: Data(key.jwk.compact.utf8)))
        return [input + "." + Base64URL.encode(code)]
      }),
    Case("RS256 with an EC key", header: ["alg": "RS256"]), Case("ES384", header: ["alg": "ES384"]),
    Case("crit", header: ["crit": ["iat"]]), Case("no jwk", header: ["jwk": nil]),
    Case("jwk is a text", header: ["jwk": "k"]),
    Case("a kid instead of the key", header: ["jwk": nil, "kid": "k"]),
    Case("a symmetric jwk", header: ["jwk": ["kty": "oct", "k": "c2VjcmV0"]]),
    Case(
      "a jwk with the private part",
      make: { unsigned, key in
        guard case .p256(let p256) = key.material else { return [] }
        let secret = JSON.string(Base64URL.encode(Array(p256.rawRepresentation)))
        return [unsigned.changed(header: ["jwk": key.jwk.setting("d", secret)]).signed(key)]
      }),
    Case(
      "a jwk off the curve",
      make: { unsigned, key in
        [unsigned.changed(header: ["jwk": key.jwk.setting("y", key.jwk["x"])]).signed(key)]
      }),
    Case(
      "the jwk of another key",
      make: { unsigned, key in [unsigned.changed(header: ["jwk": TestKey().jwk]).signed(key)] }),
    Case(
      "an alg in the jwk that does not fit",
      make: { unsigned, key in
        [unsigned.changed(header: ["jwk": key.jwk.setting("alg", "RS256")]).signed(key)]
      }),

    Case("no jti", payload: ["jti": nil]), Case("an empty jti", payload: ["jti": ""]),
    Case("jti is a number", payload: ["jti": 1]),
    Case("a jti of 257 bytes", payload: ["jti": .string(String(repeating: "j", count: 257))]),
    Case("no htm", payload: ["htm": nil]), Case("another htm", payload: ["htm": "GET"]),
    Case("htm in small letters", payload: ["htm": "post"]), Case("htm in an array", payload: ["htm": ["POST"]]),
    Case("no htu", payload: ["htu": nil]), Case("htu is no URL", payload: ["htu": "/oauth/v2/oauth-token"]),
    Case("htu of another endpoint", payload: ["htu": "https://localhost:8443/oauth/v2/oauth-userinfo"]),
    Case("htu of another host", payload: ["htu": "https://127.0.0.1:8443/oauth/v2/oauth-token"]),
    Case("htu of another port", payload: ["htu": "https://localhost/oauth/v2/oauth-token"]),
    Case("htu of another scheme", payload: ["htu": "http://localhost:8443/oauth/v2/oauth-token"]),
    Case("htu with a slash", payload: ["htu": .string(url + "/")]),
    Case("htu with a user", payload: ["htu": "https://a@localhost:8443/oauth/v2/oauth-token"]),
    Case("no iat", payload: ["iat": nil]), Case("iat is a text", payload: ["iat": .string("\(now)")]),
    Case("iat too long ago", payload: ["iat": at(-61)]), Case("iat too far ahead", payload: ["iat": at(61)]),
    Case("iat beyond every number", payload: ["iat": .number("1e999")]),
    Case("a nonce that is a number", payload: ["nonce": 1]), Case("an empty nonce", payload: ["nonce": ""]),
    Case("8193 bytes", payload: ["extra": .string(String(repeating: "a", count: 6200))]),

    Case(
      "iat doubled",
      make: { unsigned, key in
        [key.sign(unsigned.header.compact, #"{"iat":0,"# + unsigned.payload.compact.dropFirst())]
      }),
    Case(
      "jwk doubled",
      make: { unsigned, key in
        [key.sign(#"{"jwk":{},"# + unsigned.header.compact.dropFirst(), unsigned.payload.compact)]
      }),
    Case(
      "two headers",
      make: { unsigned, key in
        [unsigned.signed(key), unsigned.changed(payload: ["jti": "other"]).signed(key)]
      }),
    Case("the same header twice", make: { unsigned, key in Array(repeating: unsigned.signed(key), count: 2) }),
    Case("two in one header", make: { unsigned, key in [unsigned.signed(key) + ", " + unsigned.signed(key)] }),
    Case("two parts", make: { [$0.signed($1).split(separator: ".").dropLast().joined(separator: ".")] }),
    Case("four parts", make: { [$0.signed($1) + ".e30"] }), Case("padding", make: { [$0.signed($1) + "="] }),
    Case("nothing", make: { _, _ in [""] }),
  ]

  /// A refresh token that nobody knows is `invalid_grant`: then the proof was good.
  @Test func eachMemberOfAProofCounts() async throws {
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

  @Test(arguments: [(JSON?.none, false), ("fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo", false), (1, false)])
  func theHashOfTheAccessTokenCounts(_ hash: JSON?, _ isGood: Bool) async throws {
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
      #expect(try await app.userInfo("DPoP", token, proof: proof).error == "invalid_dpop_proof", "until it is over")
    }
  }

  /// Over sockets the Host header says by which name the server was asked.
  @Test func theURLIsTheOneThatWasAsked() async throws {
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
