import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// The examples in the RFCs.
@Suite struct KeyVectorTests {
  private static let dpopHeader =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19."
  private static let accessToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
  private static let post = ("POST", "https://server.example.com/token", String?.none)

  /// RFC 9449: figure 2 (§4.1) and figure 5 (§5), figure 7 (§5), figure 13 (§7.1).
  static let proofs: [(rest: String, request: (method: String, url: String, accessToken: String?), issued: Double)] = [
    (
      "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg",
      post, 1_562_262_616
    ),
    (
      "eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjY1Mjk2fQ.pAqut2IRDm_De6PR93SYmGBPXpwrAk90e8cP2hjiaG5QsGSuKDYW7_X620BxqhvYC8ynrrvZLTk41mSRroapUA",
      post, 1_562_265_296
    ),
    (
      "eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFFbyJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA",
      ("GET", "https://resource.example.org/protectedresource", accessToken), 1_562_262_618
    ),
  ]

  @Test(arguments: proofs.indices)
  func proofsOfRFC9449(_ index: Int) throws {
    let (rest, request, issued) = Self.proofs[index]
    let proof = try DPoPProof(
      Self.dpopHeader + rest, method: request.method, urls: [request.url],
      accessToken: request.accessToken, now: Date(timeIntervalSince1970: issued + 60))
    // §6.1: the thumbprint of that key.
    #expect(proof.keyThumbprint == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  /// §3.1.
  @Test func thumbprintOfRFC7638() throws {
    let key = try JSONWebKey([
      "kty": "RSA",
      "n":
        "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw",
      "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ])
    #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    #expect(key.fits(.rs256) && !key.fits(.ps256) && !key.fits(.es256))
  }

  /// Appendix A.3: ES256.
  @Test func signatureOfRFC7515() throws {
    let token = try SignedToken(
      "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    )
    let key: JSON = [
      "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
      "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]
    try token.verify(try JSONWebKey(key))
    #expect(token.payload["iss"] == "joe")
    #expect(throws: SignedToken.Defect.signature) { try token.verify(try JSONWebKey(TestKey().jwk)) }
    // The example's key, with the private part that the RFC also shows.
    #expect(throws: JSONWebKey.Defect.secret) {
      try JSONWebKey(key.setting("d", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"))
    }
  }

  static let urls: [(written: String, means: String?)] = [
    ("https://localhost:8443/oauth/v2/oauth-token", "https://localhost:8443/oauth/v2/oauth-token"),
    ("HTTPS://LocalHost:8443/oauth/v2/oauth-token", "https://localhost:8443/oauth/v2/oauth-token"),
    ("https://localhost:443/a", "https://localhost/a"), ("http://localhost:80/a", "http://localhost/a"),
    ("https://localhost:80/a", "https://localhost:80/a"), ("https://localhost:08443/a", "https://localhost:8443/a"),
    ("https://localhost", "https://localhost/"), ("https://localhost?x=/y", "https://localhost/"),
    ("https://localhost/a?b=c#d", "https://localhost/a"), ("https://localhost/a#d?b", "https://localhost/a"),
    ("https://localhost/%6Fauth%2fv2", "https://localhost/oauth%2Fv2"),
    ("https://localhost/a%2Db", "https://localhost/a-b"),
    ("https://localhost/a/./b/../c", "https://localhost/a/c"), ("https://localhost/a/%2e%2E/b", "https://localhost/b"),
    ("https://localhost/../../a", "https://localhost/a"), ("https://localhost/a/..", "https://localhost/"),
    ("https://localhost/a/b/.", "https://localhost/a/b/"), ("https://localhost/A", "https://localhost/A"),
    ("https://localhost/a/", "https://localhost/a/"), ("https://localhost//a", "https://localhost//a"),
    ("https://[::1]:8443/a", "https://[::1]:8443/a"), ("https://user@localhost/a", nil), ("https://localhost/%zz", nil),
    ("https://localhost/ä", nil), ("https://localhost/a b", nil), ("//localhost/a", nil), ("/a", nil), ("", nil),
    ("ftp://localhost/a", nil), ("https:localhost/a", nil), ("https://localhost:65536/a", nil),
    ("https://localhost/" + String(repeating: "a", count: 2048), nil),
  ]

  /// RFC 3986 §6.2.2 and §6.2.3.
  @Test(arguments: urls)
  func urlsAreNormalised(_ written: String, _ means: String?) { #expect(ProofURL.normalised(written) == means) }
}
