import Foundation
import OAuthClient
import SharedValues
import Testing

/// RFC 7523 §3, OpenID Connect Core §9.
struct ClientAssertionTests {
  private let credentials = ClientCredentials(
    clientID: Fixture.clientID, authentication: .privateKey(thumbprint: KeyFixture.key.thumbprint))

  private func build(_ binding: TokenBinding? = nil) throws -> HTTPRequest {
    TokenRequest.build(try Fixture.code(), metadata: try Fixture.metadata(), credentials: credentials, binding: binding)
  }

  @Test func theFormNamesTheKindOfAssertion() throws {
    let request = try build()
    #expect(form(request)["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
    #expect(form(request)["client_id"] == Fixture.clientID)
    #expect(form(request)["client_assertion"] == nil, "the request is not signed yet")
    #expect(form(request)["client_secret"] == nil)
    #expect(request.headers[first: "Authorization"] == nil)
  }

  @Test func anAssertionIsForTheIssuerAndTwoMinutes() throws {
    let proof = try #require(try build().proofs.first)
    #expect(proof.place == .form("client_assertion"))
    #expect(proof.key == KeyProof.Key(.clientAuthentication, thumbprint: KeyFixture.key.thumbprint))
    let (header, claims) = try KeyFixture.parts(proof.signingInput(now: Fixture.now, id: "once"))
    #expect(
      header.members == ["alg": "ES256", "typ": "JWT", "kid": .string(KeyFixture.key.thumbprint)])
    #expect(
      claims.members == [
        "iss": .string(Fixture.clientID), "sub": .string(Fixture.clientID), "aud": .string(Fixture.issuer),
        "iat": 1_800_000_000, "exp": 1_800_000_120, "jti": "once",
      ])
  }

  /// The assertion is dated before Face ID is shown.
  @Test func itIsValidForAMinuteAfterTheUsersLastMomentToAnswer() {
    #expect(ClientAssertion.lifetime - PresenceAnswer.patience >= 60)
  }

  /// The audience is the same at every endpoint where clients authenticate.
  @Test func everyEndpointGetsTheSameAudience() throws {
    let metadata = try Fixture.metadata(("pushed_authorization_request_endpoint", "https://localhost:8443/par"))
    let requests = [
      try build(), RefreshRequest.build(metadata: metadata, credentials: credentials, refreshToken: Secret("r")),
      try #require(
        RevocationRequest.build(metadata: metadata, credentials: credentials, token: Secret("t"), hint: .refreshToken)),
      try PushedAuthorizationRequest.build(Fixture.request(), metadata: metadata, credentials: credentials),
    ]
    #expect(Set(requests.map(\.proofs)).count == 1)
  }

  @Test func bothProofsGoIntoOneRequest() throws {
    let request = try build(KeyFixture.bound)
    #expect(request.proofs.map(\.key.use) == [.clientAuthentication, .dpop])
    let sent = request.carrying(Secret("a.b.c"), at: .form("client_assertion"))
      .carrying(Secret("d.e.f"), at: .header("DPoP"))
    #expect(form(sent)["client_assertion"] == "a.b.c")
    #expect(sent.headers[all: "DPoP"] == ["d.e.f"])
    #expect(sent.proofs.isEmpty)
    #expect(sent.secretParts.body.contains("client_assertion") && sent.secretParts.headers.contains("dpop"))
  }

  @Test func credentialsWithAKeyHoldNoSecret() throws {
    let request = try build()
    #expect(request.secretParts == SecretParts(body: ["code", "code_verifier"]))
  }
}
