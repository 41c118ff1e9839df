import SharedValues
import Testing

/// The endpoint of a request, derived from address and grant alone.
struct EndpointOfRequestTests {
  private static let addresses = [
    "token_endpoint": ["https://a.example/token", "http://127.0.0.1:9/token"],
    "registration_endpoint": ["https://a.example/clients"], "userinfo_endpoint": ["https://a.example/me"],
    "revocation_endpoint": ["https://a.example/revoke"], "introspection_endpoint": ["https://a.example/ask"],
    "jwks_uri": ["https://a.example/keys"], "end_session_endpoint": ["https://a.example/out"],
    "device_authorization_endpoint": ["https://a.example/device"], "api": ["https://a.example/api"],
    "pushed_authorization_request_endpoint": ["https://a.example/par"],
    "authorization_endpoint": ["https://a.example/authorize"],
  ]

  private func endpoint(_ url: String, _ form: String = "") -> Endpoint {
    Endpoint(of: HTTPRequest("POST", url, body: Array(form.utf8))) { Self.addresses[$0] ?? [] }
  }

  @Test(arguments: [
    ("token", Endpoint.token), ("clients", .registration), ("clients/87f1", .registration), ("me", .userinfo),
    ("me?x=1", .userinfo), ("revoke", .revocation), ("ask", .introspection), ("keys", .jwks), ("out", .endSession),
    ("device", .deviceAuthorization), ("par", .pushedAuthorization), ("authorize?client_id=a", .authorization),
    ("api/accounts", .api), (".well-known/oauth-protected-resource/api", .api), ("clientsish", .other),
    ("x/.well-known/openid-configuration", .metadata), (".well-known/oauth-authorization-server", .metadata),
    ("", .other), ("apish", .other),
  ])
  func theAddressDecidesTheEndpoint(_ path: String, _ expected: Endpoint) {
    #expect(endpoint("https://a.example/" + path) == expected)
  }

  @Test(arguments: [
    ("grant_type=refresh_token&refresh_token=r", Endpoint.refresh), ("a=b&grant%5Ftype=refresh%5Ftoken", .refresh),
    ("grant_type=authorization_code&code=c", .token), ("code=grant_type%3Drefresh_token", .token), ("", .token),
    ("grant_type=client_credentials", .token), ("grant_type", .token),
  ])
  func theGrantDecidesAtTheTokenEndpoint(_ form: String, _ expected: Endpoint) {
    for url in ["https://a.example/token", "http://127.0.0.1:9/token"] { #expect(endpoint(url, form) == expected) }
    #expect(endpoint("https://a.example/revoke", form) == .revocation, "a grant counts at the token endpoint only")
  }

  @Test func everyKnownAddressHasAnEndpoint() {
    for name in Endpoint.addressNames { #expect(endpoint(Self.addresses[name]?.first ?? "") != .other, "\(name)") }
  }
}
