import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

/// A dcr token by certificate or push, with one defect at a time.
enum DeviceTokenDefects {
  static let token: JSON = [
    "access_token": "access-token-1", "token_type": "bearer", "expires_in": 300, "scope": "dcr",
  ]

  private static func both(
    _ code: String, _ what: String, _ response: HTTPResponse
  ) -> [Defect] {
    [
      Defect(code, "device: \(what)") { _ = try DeviceTokenRequest.judge(response, now: Fixture.now) },
      Defect(code, "push: \(what)") { _ = try PushRequest.judge(response, now: Fixture.now) },
    ]
  }

  private static func changed(_ name: String, _ value: JSON?) -> HTTPResponse {
    Fixture.json(token.setting(name, value))
  }

  static let all: [Defect] =
    both("device_not_accepted", "401", Fixture.json(["error": "invalid_client"], status: 401))
    + both("device_not_accepted", "400", Fixture.json(["error": "invalid_client"], status: 400))
    + both("unauthorized_client", "not for this client", Fixture.json(["error": "unauthorized_client"], status: 400))
    + both("invalid_scope", "no dcr", Fixture.json(["error": "invalid_scope"], status: 400))
    + both("registration_token_scope_missing", "other scope", changed("scope", "openid dcrx"))
    + both("registration_token_scope_missing", "no scope left", changed("scope", ""))
    + both("token_missing_access_token", "no token", changed("access_token", nil))
    + both("token_missing_token_type", "no type", changed("token_type", nil))
    + both("token_type_unsupported", "MAC", changed("token_type", "mac"))
    + both("response_member_malformed", "a header in it", changed("access_token", "SECRET\r\nX: 1"))
    + both("response_not_json", "a page", HTTPResponse(200, headers: [HTTPHeader("Content-Type", "text/html")]))
    + both("http_redirect_refused", "elsewhere", HTTPResponse(307, headers: [HTTPHeader("Location", "https://a/")]))
    + both("too_many_requests", "429", HTTPResponse(429))
    + both("http_server_error", "500", HTTPResponse(500))
    + [
      // Unlike a push, a token request must have an answer.
      Defect("http_status_unexpected", "device: 204") {
        _ = try DeviceTokenRequest.judge(HTTPResponse(204), now: Fixture.now)
      },
      Defect("metadata_client_credentials_unsupported", "not offered") {
        _ = try DeviceTokenRequest.build(
          metadata: Fixture.metadata(("grant_types_supported", ["authorization_code"])), clientID: "devices")
      },
      Defect("metadata_missing_push_endpoint", "not offered") {
        _ = try PushRequest.build(metadata: Fixture.metadata(), clientID: "devices", wait: 10)
      },
    ]
    + metadata.map { code, name, value in
      Defect(code, "\(name) \(value.compact)") { _ = try Fixture.metadata((name, value)) }
    }

  private static let metadata: [(String, String, JSON)] = [
    ("metadata_endpoint_not_https", "mtls_endpoint_aliases", ["token_endpoint": "http://a.example/token"]),
    ("metadata_endpoint_invalid", "mtls_endpoint_aliases", ["token_endpoint": "/token"]),
    ("metadata_endpoint_not_https", "dcr_terminal_push_endpoint", "http://a.example/push"),
  ]
}

struct DeviceTokenTests {
  private func metadata() throws -> AuthorizationServerMetadata {
    try Fixture.metadata(
      ("mtls_endpoint_aliases", ["token_endpoint": "https://localhost:9443/token", "revocation_endpoint": "x"]),
      (PushRequest.metadataMember, "https://localhost:9443/push"))
  }

  @Test func asksTheAliasWithTheCertificateAndNoSecret() throws {
    let request = try DeviceTokenRequest.build(metadata: metadata(), clientID: "devices")
    #expect(request.method == "POST")
    #expect(request.url == "https://localhost:9443/token")
    #expect(request.presentsDeviceCertificate)
    #expect(request.endpoint == .token)
    #expect(request.headers[first: "Authorization"] == nil)
    #expect(form(request) == ["grant_type": "client_credentials", "scope": "dcr", "client_id": "devices"])
  }

  @Test func withoutAnAliasTheTokenEndpointIsAsked() throws {
    let request = try DeviceTokenRequest.build(metadata: Fixture.metadata(), clientID: "devices")
    #expect(request.url == "https://localhost:8443/oauth/v2/oauth-token")
    #expect(request.presentsDeviceCertificate)
  }

  /// Some servers write `null` for none.
  @Test func aNullAliasIsIgnored() throws {
    #expect(try Fixture.metadata(("mtls_endpoint_aliases", .null)).mtlsTokenEndpoint == nil)
  }

  @Test func theWaitIsAPreference() throws {
    let request = try PushRequest.build(metadata: metadata(), clientID: "devices", wait: 7)
    #expect(request.url == "https://localhost:9443/push")
    #expect(request.headers[first: "Prefer"] == "wait=7")
    #expect(request.presentsDeviceCertificate)
    #expect(request.endpoint == .push)
    #expect(form(request) == ["scope": "dcr", "client_id": "devices"])
  }

  @Test func validAnswersAreAccepted() throws {
    let answers =
      [DeviceTokenDefects.token, DeviceTokenDefects.token.setting("scope", nil)]
      + [DeviceTokenDefects.token.setting("scope", "openid dcr"), DeviceTokenDefects.token.setting("expires_in", nil)]
    for answer in answers {
      #expect(try DeviceTokenRequest.judge(Fixture.json(answer), now: Fixture.now) == Secret("access-token-1"))
      #expect(try PushRequest.judge(Fixture.json(answer), now: Fixture.now) == Secret("access-token-1"))
    }
    #expect(try PushRequest.judge(HTTPResponse(204), now: Fixture.now) == nil)
  }

  /// All other requests of a flow go without the certificate.
  @Test func noOtherRequestPresentsTheCertificate() throws {
    let registration = try Fixture.registration()
    let others = [
      Discovery.openIDRequest(issuer: Issuer(of: Fixture.issuer)),
      try RegistrationRequest.build(
        metadata: metadata(), initialAccessToken: try InitialAccessToken(Secret("t")), redirectURI: Fixture.redirectURI,
        postLogoutRedirectURI: Fixture.logoutURI, scope: "openid", softwareID: nil),
      TokenRequest.build(try Fixture.code(), metadata: try metadata(), credentials: registration.credentials),
      RefreshRequest.build(
        metadata: try metadata(), credentials: registration.credentials, refreshToken: Secret("r"), scope: nil),
    ]
    for request in others { #expect(!request.presentsDeviceCertificate) }
  }
}
