import SharedValues
import Testing

@testable import IdentityServer

/// The plan "Config OP": the metadata and the key set as documents (OpenID Connect Discovery §3 and §4, RFC 8414 §2).
@Suite(.serialized, .conformanceServer) struct ConfigOPTests {
  @Test("oidcc-discovery-endpoint-verification") func discoveryEndpoint() async throws {
    let server = try ConformanceServer.current
    let answer = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration"))
    #expect(answer.status == 200)
    #expect(answer.headers[first: "Content-Type"] == "application/json")
    let metadata = answer.json
    #expect(metadata["issuer"]?.stringValue == server.issuer)
    #expect(metadata["issuer"]?.stringValue?.contains { "?#".contains($0) } == false)
    for member in metadata.objectValue ?? [] { check(member) }
    for name in ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "registration_endpoint"] {
      #expect(metadata[name]?.stringValue != nil, "\(name)")
    }
    func offered(_ name: String) -> Set<String> { Set(metadata[name]?.stringArray ?? []) }
    #expect(offered("response_types_supported").contains("code"))
    #expect(offered("subject_types_supported").isSubset(of: ["public", "pairwise"]))
    #expect(offered("id_token_signing_alg_values_supported").contains("RS256"))
    #expect(offered("grant_types_supported").contains("authorization_code"))
    #expect(offered("scopes_supported").contains("openid"))
    #expect(offered("claims_supported").isSuperset(of: ["sub", "iss", "name", "email", "phone_number", "address"]))
    #expect(offered("code_challenge_methods_supported") == ["S256"])
    #expect(metadata["claims_parameter_supported"] == true)
    #expect(metadata["request_parameter_supported"] == false)
    #expect(metadata["request_uri_parameter_supported"] == false)
    try await checkKeySet(try #require(metadata["jwks_uri"]?.stringValue), server)
  }

  /// The name determines the type, in every such document.
  private func check(_ member: JSON.Member) {
    let name = member.name
    if name.hasSuffix("_endpoint") || name.hasSuffix("_uri") {
      #expect(member.value.stringValue?.hasPrefix("https://") == true, "\(name)")
    } else if name.hasSuffix("_parameter_supported") || name.hasPrefix("require_") {
      #expect(member.value.boolValue != nil, "\(name)")
    } else if name.hasSuffix("_supported") {
      let values = member.value.stringArray ?? []
      #expect(!values.isEmpty && Set(values).count == values.count, "\(name)")
    }
    if name == "mtls_endpoint_aliases" {
      for alias in member.value.objectValue ?? [] { check(alias) }
    }
  }

  /// RFC 7517: usable keys, each with its own id, and no private parts.
  private func checkKeySet(_ url: String, _ server: TestServer) async throws {
    let keys = try #require(try await server.send(HTTPRequest("GET", url)).json["keys"]?.arrayValue)
    #expect(!keys.isEmpty)
    for key in keys {
      #expect(key["use"] == "sig")
      // The set also has an ES256 key once a client has asked for one.
      if key["kty"] == "EC" {
        #expect(Set(key.objectValue?.map(\.name) ?? []) == ["kty", "use", "alg", "kid", "crv", "x", "y"])
        #expect(key["alg"] == "ES256" && key["crv"] == "P-256")
        continue
      }
      #expect(key["kty"] == "RSA")
      #expect(key["alg"] == "RS256")
      #expect(Set(key.objectValue?.map(\.name) ?? []) == ["kty", "use", "alg", "kid", "n", "e"])
      // 2048 bits, and no zero byte before them (RFC 7518 §6.3.1.1).
      let modulus = try #require(key["n"]?.stringValue.flatMap { Base64URL.decode($0) })
      #expect(modulus.count == 256 && modulus[0] != 0)
    }
    #expect(Set(keys.map { $0["kid"]?.stringValue ?? "" }).count == keys.count)
  }

  @Test("oidcc-rp-initiated-logout-discovery-endpoint-verification") func logoutEndpoint() async throws {
    let metadata = try await RelyingParty.discovered(try ConformanceServer.current)
    #expect(metadata["end_session_endpoint"]?.stringValue?.hasPrefix("https://") == true)
  }

  /// The documents are made once: two answers have the same bytes.
  @Test func metadataDoesNotChange() async throws {
    let server = try ConformanceServer.current
    let first = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration"))
    let again = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/oauth-authorization-server"))
    #expect(first.body == again.body)
    #expect(first.json["mtls_endpoint_aliases"]?["token_endpoint"]?.stringValue?.contains(":8444") == false)
  }
}
