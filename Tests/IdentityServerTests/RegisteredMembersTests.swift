import SharedValues
import Testing

@testable import IdentityServer

/// How a registration's members are treated: echoed, refused, or taken for a template's name.
@Suite struct RegisteredMembersTests {
  /// RFC 7591 §3.2.1: the answer contains all registered metadata, and later ones do, too.
  static let echoed: [(String, JSON)] = [
    ("client_name#ja", "名前"), ("client_uri", "https://rp.example/"), ("logo_uri#de", "https://rp.example/l.png"),
    ("contacts", ["a@rp.example", "b@rp.example"]), ("contacts#sv", ["c@rp.example"]),
    ("tos_uri", "https://rp.example/tos"), ("policy_uri", "https://rp.example/policy"),
    ("jwks_uri", "https://rp.example/jwks"), ("initiate_login_uri", "https://rp.example/login"),
    ("jwks", ["keys": [["kty": "EC", "crv": "P-256", "x": "eA", "y": "eQ", "kid": "1"]]]),
    ("request_uris", ["https://rp.example/r.jwt#hash"]), ("software_version", "1.2"), ("software_id", "an app"),
    ("default_max_age", 3600), ("require_auth_time", true), ("requires_consent", false), ("requires_consent", true),
    ("default_acr_values", ["urn:a"]), ("token_endpoint_auth_signing_alg", "RS256"),
    ("require_pushed_authorization_requests", true), ("dpop_bound_access_tokens", true),
  ]

  @Test func everyRegisteredMemberIsEchoed() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      for (name, value) in RegisteredMembersTests.echoed {
        let metadata = TestServer.tutorialMetadata.setting(name, value)
        let created = try await server.registrationOpen(metadata)
        #expect(created.status == 201, "\(name): \(created.text)")
        #expect(created.json[name] == value, "\(name)")
        let read = try await server.registration(
          "GET", created.json["registration_client_uri"]?.stringValue ?? "",
          token: created.json["registration_access_token"]?.stringValue ?? "")
        #expect(read.json[name] == value, "\(name)")
      }
    }
  }

  /// The answer has the right form.
  @Test(arguments: [
    ("contacts", "a@rp.example"), ("contacts#sv", "a@rp.example"), ("request_uris", "https://rp.example/r.jwt"),
  ])
  func oneTextIsAListOfOneUnderTheLenientPolicy(_ name: String, _ text: String) throws {
    let metadata = TestServer.tutorialMetadata.setting(name, .string(text))
    #expect(try ClientMetadataJudge(policy: .lenient).judge(metadata).json["description"]?[name] == [.string(text)])
    let refusal = #expect(throws: OAuthError.self) { _ = try ClientMetadataJudge(policy: .strict).judge(metadata) }
    #expect(refusal?.code == .invalidClientMetadata)
  }

  /// Known members that the server cannot honour are refused, so that no client relies on them.
  static let impossible: [(String, JSON)] = [
    ("userinfo_signed_response_alg", "RS256"), ("id_token_encrypted_response_alg", "RSA-OAEP"),
    ("id_token_encrypted_response_enc", "A128GCM"), ("userinfo_encrypted_response_alg", "RSA-OAEP"),
    ("request_object_signing_alg", "RS256"), ("request_object_encryption_alg", "dir"),
    ("sector_identifier_uri", "https://rp.example/s"), ("jwks", ["keys": [["kty": "oct", "k": "c2VjcmV0"]]]),
    ("jwks", ["keys": [["kty": "RSA", "n": "eA", "e": "AQAB", "d": "eA"]]]), ("jwks", "none"), ("jwks", ["keys": [1]]),
    ("jwks_uri", "http://rp.example/jwks"), ("initiate_login_uri", "http://rp.example/login"),
    ("request_uris", ["http://rp.example/r"]), ("request_uris", "http://rp.example/r"), ("contacts", [1]),
    ("contacts", ["a\u{1B}[2J"]), ("requires_consent", "yes"), ("client_name#de", ["x"]),
    ("require_signed_request_object", true), ("require_signed_request_object", "true"),
    ("tls_client_certificate_bound_access_tokens", "true"), ("token_endpoint_auth_method", "client_secret_jwt"),
    ("token_endpoint_auth_method", "tls_client_auth"),
  ]

  @Test(arguments: impossible)
  func refusesWhatItCannotDo(_ name: String, _ value: JSON) throws {
    #expect {
      _ = try ClientMetadataJudge(policy: .lenient).judge(TestServer.tutorialMetadata.setting(name, value))
    } throws: {
      ($0 as? OAuthError)?.code == .invalidClientMetadata
    }
    let both = TestServer.tutorialMetadata.setting("jwks", ["keys": []]).setting("jwks_uri", "https://rp.example/j")
    #expect(throws: OAuthError.self) { _ = try ClientMetadataJudge(policy: .lenient).judge(both) }
  }

  /// Alone, `software_id` can only name a template; beside redirect URIs it identifies the software (RFC 7591 §2).
  @Test func softwareIDNamesATemplateOrIsAnOrdinaryMember() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      #expect(try await server.registrationOpen(["software_id": "an app"]).error == "invalid_client_metadata")
      let full = TestServer.tutorialMetadata.setting("software_id", "an app").setting("scope", "openid")
      let ordinary = try await server.registrationOpen(full)
      #expect(ordinary.json["software_id"] == "an app")
      #expect(ordinary.json["scope"] == "openid")
      let instance = try await server.registrationOpen(full.setting("software_id", "mobile-dcr-template-client"))
      #expect(instance.json["scope"] == "openid profile")
      // An ordinary registration cannot become an instance of a template.
      let update = full.setting("software_id", "mobile-dcr-template-client").setting(
        "client_id", ordinary.json["client_id"])
      let answer = try await server.registration(
        "PUT", ordinary.json["registration_client_uri"]?.stringValue ?? "", update,
        token: ordinary.json["registration_access_token"]?.stringValue ?? "")
      #expect(answer.error == "invalid_client_metadata")
    }
  }

  /// A template created later does not take over clients that registered with that `software_id` before.
  @Test func aLaterTemplateTakesOverNoRegistration() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let full = TestServer.tutorialMetadata.setting("software_id", "an-app").setting("scope", "openid")
      let before = try await server.registrationOpen(full)
      #expect(before.status == 201)
      try await server.server.administration.addTemplate("an-app", TestServer.tutorialMetadata)
      let update = full.setting("client_id", before.json["client_id"]).setting("client_name", "New name")
      let updated = try await server.registration(
        "PUT", before.json["registration_client_uri"]?.stringValue ?? "", update,
        token: before.json["registration_access_token"]?.stringValue ?? "")
      #expect(updated.status == 200, "\(updated.text)")
      #expect(updated.json["client_name"] == "New name")
      #expect(updated.json["scope"] == "openid")
      #expect(try await server.registrationOpen(full).json["scope"] == "openid profile", "from now on")
    }
  }

  /// Different readers might pick different ones of two headers (RFC 6749 §2.3, RFC 6750 §2).
  @Test func twoAuthorizationHeadersAreRefusedEverywhere() async throws {
    try await TestServer.withTokens { server, _, _, tokens in
      let header = HTTPHeader("Authorization", "Bearer " + (tokens["access_token"]?.stringValue ?? ""))
      for path in ["/oauth/v2/oauth-userinfo", "/token-service/oauth-registration", "/oauth/v2/oauth-token"] {
        let answer = try await server.send(HTTPRequest("POST", server.origin + path, headers: [header, header]))
        #expect(answer.status == 400)
        #expect(answer.error == "invalid_request")
      }
    }
  }
}
