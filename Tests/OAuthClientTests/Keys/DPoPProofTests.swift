import Crypto
import Foundation
import OAuthClient
import SharedValues
import Testing

struct DPoPProofTests {
  /// RFC 9449 §4.1: the proof of a token request.
  private static let ofRFC9449 =
    "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0RscEJo"
    + "RjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19"
    + ".eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0"
    + "IjoxNTYyMjYyNjE2fQ"
    + ".2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"

  @Test func theProofOfRFC9449() throws {
    #expect(try KeyFixture.isSigned(Self.ofRFC9449, by: KeyFixture.key))
    let proof = DPoPProof.build(KeyFixture.key, method: "POST", url: "https://server.example.com/token")
    let made = proof.signingInput(now: Date(timeIntervalSince1970: 1_562_262_616), id: "-BwC3ESc6acc2lTc")
    let (header, claims) = try KeyFixture.parts(made)
    let (expectedHeader, expectedClaims) = try KeyFixture.parts(Self.ofRFC9449)
    #expect(header.setting("jwk", nil).members == expectedHeader.setting("jwk", nil).members)
    #expect(header["jwk"]?.members == expectedHeader["jwk"]?.members)
    #expect(claims.members == expectedClaims.members)
    #expect(proof.key == KeyProof.Key(.dpop, thumbprint: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"))
    #expect(proof.place == .header("DPoP"))
  }

  /// RFC 9449 §7.1: the hash of its access token.
  @Test func theHashOfAnAccessToken() {
    let proof = DPoPProof.build(
      KeyFixture.key, method: "GET", url: "https://resource.example.org/protectedresource",
      accessToken: Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"))
    #expect(proof.claims["ath"] == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
  }

  /// RFC 9449 §4.2: query and fragment are dropped and nothing else changes; the server normalises.
  @Test(arguments: [
    ("https://a.example/token", "https://a.example/token"),
    ("https://a.example/token?x=1", "https://a.example/token"),
    ("https://a.example/token#x", "https://a.example/token"),
    ("https://a.example/token?x=1#y?z", "https://a.example/token"),
    ("https://a.example/token#y?z", "https://a.example/token"),
    ("https://a.example?x", "https://a.example"),
    ("https://A.example:443/%7Ea/b/../c", "https://A.example:443/%7Ea/b/../c"),
    ("https://[::1]:8443/token?", "https://[::1]:8443/token"),
  ])
  func htuIsTheAddressWithoutQueryAndFragment(_ url: String, _ htu: String) {
    #expect(DPoPProof.build(KeyFixture.key, method: "GET", url: url).claims["htu"]?.stringValue == htu)
  }

  @Test func aTokenRequestProvesTheKey() throws {
    let metadata = try Fixture.metadata()
    let credentials = try Fixture.registration().credentials
    let requests = [
      TokenRequest.build(try Fixture.code(), metadata: metadata, credentials: credentials, binding: KeyFixture.bound),
      RefreshRequest.build(
        metadata: metadata, credentials: credentials, refreshToken: Secret("r"), binding: KeyFixture.bound),
    ]
    for request in requests {
      #expect(request.hasDPoPProof)
      #expect(request.proofs.count == 1)
      #expect(request.proofs.first?.claims.members == ["htm": "POST", "htu": .string(request.url)])
      #expect(request.headers[first: "DPoP"] == nil, "the request is not signed yet")
    }
    #expect(!TokenRequest.build(try Fixture.code(), metadata: metadata, credentials: credentials).hasDPoPProof)
  }

  /// RFC 9449 §7.1. A bound token is never sent as a bearer token.
  @Test func aBoundTokenGoesWithItsProof() throws {
    let token = AccessToken(Secret("Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"), key: KeyFixture.key)
    let request = try #require(UserInfoRequest.build(metadata: try Fixture.metadata(), accessToken: token))
    #expect(request.headers[all: "Authorization"] == ["DPoP Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"])
    #expect(request.proofs.first?.claims["ath"] == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
    let plain = try #require(
      UserInfoRequest.build(metadata: try Fixture.metadata(), accessToken: AccessToken(token.secret)))
    #expect(plain.headers[first: "Authorization"]?.hasPrefix("Bearer ") == true)
    #expect(plain.proofs.isEmpty)
  }

  @Test func aCodeIsBoundBeforeItExists() throws {
    func build(_ key: P256PublicKey?) throws -> [String: String] {
      parameters(
        try AuthorizationRequest.build(
          metadata: Fixture.metadata(), clientID: "c", redirectURI: Fixture.redirectURI, scope: "openid",
          secrets: Fixture.secrets, prompt: nil, idTokenHint: nil, key: key
        ).url)
    }
    #expect(try build(KeyFixture.key)["dpop_jkt"] == KeyFixture.key.thumbprint)
    #expect(try build(nil)["dpop_jkt"] == nil)
  }

  /// The deployment's parameters must not bind the code to another key.
  @Test func theDeploymentCannotSetTheKey() {
    let error = #expect(throws: AuthorizationParameterError.self) {
      _ = try AuthorizationParameters([JSON.Member("dpop_jkt", "x")])
    }
    #expect(error?.rule == .ownedByProtocol)
  }
}
