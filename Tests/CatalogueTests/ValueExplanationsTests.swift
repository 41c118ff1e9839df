import Catalogue
import SharedValues
import Testing

/// The explanation of a name suits its value and the members next to it.
struct ValueExplanationsTests {
  @Test(arguments: [
    ("response_type", "code", "response_type:code"), ("response_type", "token", "response_type:token"),
    ("response_type", "code id_token", "response_type"), ("grant_type", "refresh_token", "grant_type:refresh_token"),
    ("grant_type", "urn:example", "grant_type"), ("application_type", "web", "application_type:web"),
    ("token_endpoint_auth_method", "none", "token_endpoint_auth_method:none"),
    ("token_endpoint_auth_method", "tls_client_auth", "token_endpoint_auth_method"),
    ("request_uri", "urn:ietf:params:oauth:request_uri:6esc", "request_uri"),
    ("request_uri", "https://client.example/request.jwt", "request_uri.address"),
    ("Retry-After", "120", "retry-after"), ("Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT", "retry-after.date"),
    ("Authorization", "Basic YTpi", "authorization:basic"), ("Authorization", "DPoP e30", "authorization:dpop"),
    ("Authorization", "Bearer e30", "authorization"), ("code_challenge_method", "plain", "code_challenge_method:plain"),
  ])
  func theValueDecidesTheExplanation(_ name: String, _ value: String, _ key: String) {
    #expect(ParameterExplanations.of(name, .authorization, value: value)?.key == key)
  }

  @Test func neighbouringMembersDecideTheExplanation() {
    func key(_ name: String, _ endpoint: Endpoint, _ beside: [String: String]) -> String? {
      ParameterExplanations.of(name, endpoint, value: "v") { beside[$0] }?.key
    }
    #expect(key("access_token", .token, ["token_type": "DPoP"]) == "access_token.bound")
    #expect(key("access_token", .token, ["token_type": "Bearer"]) == "access_token")
    #expect(key("code_challenge", .authorization, ["code_challenge_method": "S256"]) == "code_challenge")
    #expect(
      key("code_challenge", .authorization, [:]) == "code_challenge.plain",
      "RFC 7636 §4.3: plain where no method is named")
    #expect(key("scope", .token, ["grant_type": "client_credentials"]) == "scope")
    #expect(key("scope", .token, ["access_token": "a"]) == "token.scope")
    #expect(key("x", .jwks, ["kty": "OKP"]) == "x.okp")
  }

  @Test func theDocumentsMembersDecideTheExplanation() {
    let bound: JSON = ["access_token": "a", "token_type": "DPoP"]
    #expect(ParameterExplanations.of("access_token", in: bound, .refresh)?.key == "access_token.bound")
    let active: JSON = ["active": true, "exp": 1, "aud": "https://api.example"]
    for name in ["exp", "aud"] {
      #expect(ParameterExplanations.of(name, in: active, .introspection)?.source == "RFC 7662 §2.2")
    }
    let refusal: JSON = ["error": "invalid_grant"]
    #expect(ParameterExplanations.of("error", in: refusal, .registration, method: "GET")?.key == "management.error")
  }
}
