import OAuthClient
import SharedValues
import Testing

struct PKCETests {
  /// RFC 7636 appendix B.
  @Test func challengeOfTheSpecification() {
    #expect(
      PKCE.challenge(for: Secret("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  /// RFC 7636 appendix B: these octets give that verifier.
  @Test func secretsAreBase64URLOf32Bytes() {
    let octets: [UInt8] = [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240,
      91, 88, 5, 88, 83, 132, 141, 121,
    ]
    var asked: [Int] = []
    let secrets = AuthorizationSecrets { count in
      asked.append(count)
      return octets
    }
    #expect(asked == [32, 32, 32])
    #expect(secrets.codeVerifier.revealed == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
  }

  @Test func theThreeValuesAreIndependent() {
    var next: UInt8 = 0
    let secrets = AuthorizationSecrets { count in
      next += 1
      return [UInt8](repeating: next, count: count)
    }
    #expect(Set([secrets.state, secrets.nonce, secrets.codeVerifier]).count == 3)
  }
}
