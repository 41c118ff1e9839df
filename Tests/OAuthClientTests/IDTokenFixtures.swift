import Crypto
import Foundation
import OAuthClient
import OAuthLiterals
import SharedValues
import TestValues

/// A valid ID token check that tests change in one place at a time.
struct IDTokenFixture {
  var header: JSON = ["alg": "RS256", "kid": "key-1", "typ": "JWT"]
  var claims: JSON = [
    "iss": .string(Fixture.issuer), "sub": "demouser", "aud": .string(Fixture.clientID), "exp": 1_800_000_300,
    "iat": 1_800_000_000, "auth_time": 1_799_999_990, "nonce": "nonce-1",
    "at_hash": .string(IDTokenFixture.hash(of: "access-token-1")),
  ]
  /// Replaces the claims with a text that JSON values cannot express.
  var claimsText: String?
  var headerText: String?
  var signer = TokenSigner(key: .rsa(TokenSigner.rsaKey))
  var keys: [JSON] = [TokenSigner.jwk(TokenSigner.rsaKey.publicKey, kid: "key-1")]
  var algorithm = "RS256"
  var nonce: Secret? = Secret("nonce-1")
  var previous: IDTokenClaims?
  var loginNotBefore: Date?
  var acrValues: [String] = []
  /// Changes the finished token.
  var edit: (String) -> String = { $0 }

  var token: Secret {
    Secret(
      edit(signer.sign(header: headerText ?? header.compact, claims: claimsText ?? claims.compact).revealed))
  }

  var check: IDTokenCheck {
    var check = IDTokenCheck(
      token: token, jwks: ["keys": .array(keys)], issuer: Issuer(of: Fixture.issuer), clientID: Fixture.clientID,
      algorithm: algorithm, nonce: nonce, accessToken: Secret("access-token-1"), previous: previous,
      loginNotBefore: loginNotBefore, now: Fixture.now)
    check.acrValues = acrValues
    return check
  }

  static func hash(of token: String) -> String {
    base64url(Array(SHA256.hash(data: Array(token.utf8)).prefix(16)))
  }
}
