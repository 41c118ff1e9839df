import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

/// The endpoint that a built request declares is the one that its address and grant imply.
struct BuiltEndpointsTests {
  @Test func theDeclaredEndpointMatchesTheAddress() throws {
    let metadata = try Fixture.metadata()
    let registration = try Fixture.registration()
    let credentials = ClientCredentials(clientID: "c", authentication: .post(Secret("s")))
    let requests: [HTTPRequest?] = [
      Discovery.openIDRequest(issuer: Issuer(of: Fixture.issuer)), JWKSRequest.build(metadata: metadata),
      UserInfoRequest.build(metadata: metadata, accessToken: AccessToken(Secret("a"))),
      TokenRequest.build(try Fixture.code(), metadata: metadata, credentials: credentials),
      RefreshRequest.build(metadata: metadata, credentials: credentials, refreshToken: Secret("r")),
      RevocationRequest.build(metadata: metadata, credentials: credentials, token: Secret("t"), hint: .refreshToken),
      RegistrationReading.build(registration), RegistrationDeletion.build(registration),
    ]
    for request in requests {
      let request = try #require(request)
      let derived = Endpoint(of: request) { Fixture.metadataDocument[$0]?.stringValue.map { [$0] } ?? [] }
      #expect(derived == request.endpoint, "\(request.method) \(request.url)")
    }
  }
}
