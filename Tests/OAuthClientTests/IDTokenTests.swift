import CryptoExtras
import Foundation
import JWTKit
import OAuthClient
import SharedValues
import Testing

struct IDTokenTests {
  @Test func acceptsALawfulToken() async throws {
    let claims = try await IDTokenFixture().check.judge()
    #expect(claims.issuer == Fixture.issuer)
    #expect(claims.subject == "demouser")
    #expect(claims.audience == [Fixture.clientID])
    #expect(claims.expiresAt == Date(timeIntervalSince1970: 1_800_000_300))
    #expect(claims.authenticatedAt == Date(timeIntervalSince1970: 1_799_999_990))
    #expect(claims.document["nonce"] == "nonce-1")
  }

  @Test func acceptsTheOtherAlgorithms() async throws {
    var pss = IDTokenFixture()
    pss.algorithm = "PS256"
    pss.header = pss.header.setting("alg", "PS256")
    pss.signer = TokenSigner(key: .pss(TokenSigner.rsaKey))
    pss.keys = [TokenSigner.jwk(TokenSigner.rsaKey.publicKey, kid: "key-1", alg: nil)]
    _ = try await pss.check.judge()
    var curve = IDTokenFixture()
    curve.algorithm = "ES256"
    curve.header = curve.header.setting("alg", "ES256")
    curve.signer = TokenSigner(key: .p256(TokenSigner.p256Key))
    curve.keys = [TokenSigner.jwk(TokenSigner.p256Key.publicKey, kid: "key-1")]
    _ = try await curve.check.judge()
  }

  @Test func withoutKidTheOnlySuitableKeyCounts() async throws {
    var fixture = IDTokenFixture()
    fixture.header = ["alg": "RS256"]
    fixture.keys.append(TokenSigner.jwk(TokenSigner.p256Key.publicKey, kid: "key-2"))
    fixture.keys.append(["kty": "future", "kid": "key-3"])
    _ = try await fixture.check.judge()
  }

  /// A `kid` is a hint (RFC 7515 §4.1.4): where no key has it, the only key without one is tried.
  @Test func aKeyWithoutKidMayHaveSignedAnyToken() async throws {
    var fixture = IDTokenFixture()
    let nameless = TokenSigner.jwk(TokenSigner.rsaKey.publicKey, kid: nil)
    fixture.keys = [nameless, TokenSigner.jwk(TokenSigner.otherRSAKey.publicKey, kid: "key-2")]
    _ = try await fixture.check.judge()
    let other = TokenSigner.jwk(TokenSigner.otherRSAKey.publicKey, kid: nil)
    for (keys, code) in [
      ([other], .idTokenSignatureInvalid), ([nameless, other], .idTokenUnknownKey),
      ([nameless.setting("use", "enc")], .idTokenUnknownKey),
    ] as [([JSON], ProtocolError.Code)] {
      fixture.keys = keys
      let check = fixture.check
      let error = await #expect(throws: ProtocolError.self) { try await check.judge() }
      #expect(error?.code == code)
    }
  }

  @Test func ofKeysWithTheSameIDTheRightOneIsFound() async throws {
    var fixture = IDTokenFixture()
    fixture.keys.insert(TokenSigner.jwk(TokenSigner.otherRSAKey.publicKey, kid: "key-1"), at: 0)
    _ = try await fixture.check.judge()
  }

  @Test(
    arguments: [
      ("exp", 1_799_999_941), ("iat", 1_800_000_060), ("iat", 1_799_999_340), ("nbf", 1_800_000_060),
    ] as [(String, JSON)])
  func clocksMayBeAMinuteApart(_ claim: String, _ value: JSON) async throws {
    var fixture = IDTokenFixture()
    fixture.claims = fixture.claims.setting(claim, value)
    _ = try await fixture.check.judge()
  }

  @Test func severalAudiencesWithThisClientAsAuthorizedParty() async throws {
    var fixture = IDTokenFixture()
    fixture.claims = fixture.claims.setting("aud", ["other", .string(Fixture.clientID)])
      .setting("azp", .string(Fixture.clientID))
    #expect(try await fixture.check.judge().audience == ["other", Fixture.clientID])
  }

  /// No other audience has to be trusted (OpenID Connect Core §3.1.3.7 no. 3).
  @Test func thisClientMayBeTheAudienceTwice() async throws {
    var fixture = IDTokenFixture()
    let client = JSON.string(Fixture.clientID)
    fixture.claims = fixture.claims.setting("aud", [client, client])
    #expect(try await fixture.check.judge().audience == [Fixture.clientID, Fixture.clientID])
  }

  @Test func optionalClaimsMayBeMissing() async throws {
    var fixture = IDTokenFixture()
    fixture.claims = fixture.claims.setting("at_hash", nil).setting("auth_time", nil)
    #expect(try await fixture.check.judge().authenticatedAt == nil)
  }

  @Test(arguments: [1_799_999_840, 1_799_999_990, 1_800_000_060])
  func aLoginWithinMaxAgeIsAccepted(_ authTime: Int) async throws {
    var fixture = IDTokenFixture()
    fixture.claims = fixture.claims.setting("auth_time", .number(String(authTime)))
    fixture.loginNotBefore = Fixture.now.addingTimeInterval(-100)
    _ = try await fixture.check.judge()
  }

  @Test func aLoginThatReachesOneOfTheRequestedACRsIsAccepted() async throws {
    var fixture = IDTokenFixture()
    fixture.claims = fixture.claims.setting("acr", "urn:strong")
    fixture.acrValues = ["urn:stronger", "urn:strong"]
    _ = try await fixture.check.judge()
  }

  @Test func aRefreshedTokenOfTheSameLoginIsAccepted() async throws {
    var fixture = IDTokenFixture()
    let first = try await fixture.check.judge()
    fixture.nonce = nil
    fixture.previous = first
    fixture.claims = fixture.claims.setting("nonce", nil).setting("iat", 1_799_999_999)
    _ = try await fixture.check.judge()
  }

  /// The signatures of RFC 7515 appendices A.2 and A.3 are valid: what is then missing is a claim, not the signature.
  @Test func signaturesOfRFC7515() async throws {
    let rs256 = RFC7515.check(
      header: "eyJhbGciOiJSUzI1NiJ9", signature: RFC7515.rs256Signature, key: RFC7515.rsaKey, algorithm: "RS256")
    let es256 = RFC7515.check(
      header: "eyJhbGciOiJFUzI1NiJ9", signature: RFC7515.es256Signature, key: RFC7515.ecKey, algorithm: "ES256")
    for check in [rs256, es256] {
      let good = await #expect(throws: ProtocolError.self) { try await check.judge() }
      #expect(good?.code.rawValue == "id_token_missing_sub")
      var tampered = check
      tampered.token = Secret(check.token.revealed.replacingOccurrences(of: ".eyJpc3Mi", with: ".eyJpc3Nj"))
      let bad = await #expect(throws: ProtocolError.self) { try await tampered.judge() }
      #expect(bad?.code.rawValue == "id_token_signature_invalid")
    }
  }

  /// Tokens made by jwt-kit, an independent implementation.
  @Test func tokensOfJWTKit() async throws {
    struct Claims: JWTPayload {
      var iss, sub, aud, nonce: String
      var exp, iat: Int
      func verify(using algorithm: some JWTAlgorithm) async throws {}
    }
    let claims = Claims(
      iss: Fixture.issuer, sub: "demouser", aud: Fixture.clientID, nonce: "nonce-1", exp: 1_800_000_300,
      iat: 1_800_000_000)
    let rsa = try Insecure.RSA.PrivateKey(backing: TokenSigner.rsaKey)
    let curve = try ES256PrivateKey(pem: TokenSigner.p256Key.pemRepresentation)
    let keys = JWTKeyCollection()
    await keys.add(rsa: rsa, digestAlgorithm: .sha256, kid: "rs")
    await keys.add(pss: rsa, digestAlgorithm: .sha256, kid: "ps")
    await keys.add(ecdsa: curve, kid: "es")
    let jwks: [JSON] = [
      TokenSigner.jwk(TokenSigner.rsaKey.publicKey, kid: "rs", alg: nil),
      TokenSigner.jwk(TokenSigner.rsaKey.publicKey, kid: "ps", alg: nil),
      TokenSigner.jwk(TokenSigner.p256Key.publicKey, kid: "es"),
    ]
    for (kid, algorithm) in [("rs", "RS256"), ("ps", "PS256"), ("es", "ES256")] {
      var check = IDTokenFixture().check
      check.token = Secret(try await keys.sign(claims, kid: JWKIdentifier(string: kid)))
      check.jwks = ["keys": .array(jwks)]
      check.algorithm = algorithm
      #expect(try await check.judge().subject == "demouser")
    }
  }

  @Test func everyFlippedByteIsNoticed() async throws {
    let fixture = IDTokenFixture()
    let token = Array(fixture.token.revealed.utf8)
    for position in stride(from: 0, to: token.count, by: 7) where token[position] != UInt8(ascii: ".") {
      var changed = token
      changed[position] = changed[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      var check = fixture.check
      check.token = Secret(String(decoding: changed, as: UTF8.self))
      await #expect(throws: ProtocolError.self) { try await check.judge() }
    }
  }
}

/// RFC 7515 appendices A.2.1, A.3.1.
private enum RFC7515 {
  static let payload =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
  static let rs256Signature =
    "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CU"
    + "Ar7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_d"
    + "O--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0ig"
    + "cN_IoypGlUPQGe77Rw"
  static let es256Signature =
    "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
  static let rsaKey: JSON = [
    "kty": "RSA", "e": "AQAB",
    "n": .string(
      "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2l"
        + "ZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTB"
        + "EMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91k"
        + "zk2PAcDTW9gb54h4FRWyuXpoQ"),
  ]
  static let ecKey: JSON = [
    "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
  ]

  static func check(header: String, signature: String, key: JSON, algorithm: String) -> IDTokenCheck {
    IDTokenCheck(
      token: Secret("\(header).\(payload).\(signature)"), jwks: ["keys": [key]], issuer: "https://joe.example",
      clientID: "c",
      algorithm: algorithm, nonce: nil, accessToken: nil, previous: nil, now: Fixture.now)
  }
}
