import Crypto
import OAuthClient
import SharedValues
import Testing

struct PublicKeyTests {
  /// RFC 9449 §6.1 has this thumbprint for the key of its §4.1.
  @Test func theThumbprintOfRFC9449() {
    #expect(KeyFixture.key.thumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  /// RFC 7638 §3.1 has an RSA key; §3.2 defines the form of this kind of key: these members, in this order, without spaces.
  @Test func theFormThatIsHashed() {
    let form =
      #"{"crv":"P-256","kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
      + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
    #expect(KeyFixture.otherKey.thumbprint == Base64URL.encode(SHA256.hash(data: Array(form.utf8))))
  }

  @Test func otherMembersDoNotChangeTheThumbprint() throws {
    let named = KeyFixture.ofRFC9449.setting("kid", "a").setting("use", "sig").setting("alg", "ES256")
    #expect(try #require(P256PublicKey(jwk: named)).thumbprint == KeyFixture.key.thumbprint)
  }

  @Test func theJWKHasOnlyTheKey() {
    #expect(KeyFixture.key.jwk.members == KeyFixture.ofRFC9449.members)
    #expect(
      KeyFixture.key.registered.members
        == KeyFixture.ofRFC9449.setting("kid", .string(KeyFixture.key.thumbprint)).setting("use", "sig")
        .setting("alg", "ES256").members)
  }

  @Test(
    arguments: [
      ("another kind", [("kty", "RSA")]), ("another curve", [("crv", "P-384")]), ("no curve", [("crv", nil)]),
      ("no x", [("x", nil)]), ("a number for x", [("x", 1)]), ("an x that is too short", [("x", "AAAA")]),
      ("padding", [("x", "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs=")]), ("no y", [("y", nil)]),
      ("a point beside the curve", [("y", "8VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA")]),
      ("a private member", [("d", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")]),
    ] as [(String, [(String, JSON?)])])
  func invalidPublicKeysAreRefused(_ what: String, _ changes: [(String, JSON?)]) {
    let jwk = changes.reduce(KeyFixture.ofRFC9449) { $0.setting($1.0, $1.1) }
    #expect(P256PublicKey(jwk: jwk) == nil, "\(what)")
  }

  /// RFC 7515 appendix A.3.
  @Test func theSignatureOfRFC7515() throws {
    let jws =
      "eyJhbGciOiJFUzI1NiJ9"
      + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
      + ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    #expect(try KeyFixture.isSigned(jws, by: KeyFixture.otherKey))
    #expect(try !KeyFixture.isSigned(jws, by: KeyFixture.key))
  }
}
