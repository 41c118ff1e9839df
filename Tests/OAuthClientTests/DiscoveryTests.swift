import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

enum DiscoveryDefects {
  private static func defect(
    _ code: String, _ what: String, issuer: String = Fixture.issuer, allow: Bool = false, registration: Bool = true,
    _ changes: (String, JSON?)...
  ) -> Defect {
    let document = changes.reduce(Fixture.metadataDocument) { $0.setting($1.0, $1.1) }
    return Defect(code, what) {
      _ = try Discovery.judge(
        Fixture.json(document), issuer: try Issuer(issuer, allowPlainHTTPLoopback: allow),
        needsRegistration: registration, allowPlainHTTPLoopback: allow)
    }
  }

  static let all: [Defect] =
    [
      defect("issuer_invalid", "no URL", issuer: "localhost"),
      defect("issuer_invalid", "a query", issuer: "https://a.example/?x=1"),
      defect("issuer_invalid", "user name", issuer: "https://u@a.example"),
      defect("issuer_invalid", "no host", issuer: "https:/a.example"),
      defect("issuer_invalid", "a fragment", issuer: "https://a.example#x"),
      defect("issuer_not_https", "http", issuer: "http://localhost:8443"),
      defect("issuer_not_https", "http elsewhere, though allowed on loopback", issuer: "http://a.example", allow: true),
      defect(
        "issuer_not_https", "a name that only begins like loopback", issuer: "http://127.0.0.1.example", allow: true),
      Defect("metadata_not_found", "404") {
        _ = try Discovery.judge(HTTPResponse(404), issuer: Issuer(of: Fixture.issuer), needsRegistration: false)
      },
      defect("metadata_missing_issuer", "absent", ("issuer", nil)),
      defect("metadata_missing_issuer", "null", ("issuer", .null)),
      defect("metadata_issuer_mismatch", "trailing slash", ("issuer", .string(Fixture.issuer + "/"))),
      defect("metadata_issuer_mismatch", "other case", ("issuer", .string(Fixture.issuer.uppercased()))),
      defect(
        "metadata_issuer_mismatch", "another spelling of the same characters", issuer: "https://a.example/e",
        ("issuer", "https://a.example/\u{65}\u{301}")),
      defect("metadata_missing_authorization_endpoint", "absent", ("authorization_endpoint", nil)),
      defect("metadata_missing_token_endpoint", "absent", ("token_endpoint", nil)),
      defect("metadata_missing_registration_endpoint", "needed and absent", ("registration_endpoint", nil)),
      defect("metadata_endpoint_invalid", "relative", ("token_endpoint", "/token")),
      defect("metadata_endpoint_invalid", "no host", ("token_endpoint", "https:/a.example/t")),
      defect("metadata_endpoint_invalid", "fragment", ("token_endpoint", "https://a.example/t#f")),
      defect("metadata_endpoint_invalid", "control character", ("token_endpoint", "https://a.example/\r\nX: y")),
      defect("metadata_endpoint_invalid", "NUL", ("token_endpoint", "https://a.example/\0")),
      defect("metadata_endpoint_invalid", "user name", ("token_endpoint", "https://a.example@b.example/t")),
      defect("metadata_endpoint_invalid", "half an escape", ("token_endpoint", "https://a.example/%4")),
      defect("metadata_endpoint_invalid", "empty", ("token_endpoint", "")),
      defect("metadata_endpoint_invalid", "no hexadecimal escape", ("token_endpoint", "https://a.example/%g0")),
      defect("metadata_endpoint_invalid", "half a hexadecimal escape", ("token_endpoint", "https://a.example/%0g")),
      defect("metadata_endpoint_invalid", "no scheme's characters", ("token_endpoint", "ht_tps://a.example/t")),
      defect("metadata_endpoint_invalid", "a signed port", ("token_endpoint", "https://a.example:+443/t")),
      defect("metadata_endpoint_invalid", "port 0", ("token_endpoint", "https://a.example:0/t")),
      defect("metadata_endpoint_invalid", "an empty port", ("token_endpoint", "https://a.example:/t")),
      defect("metadata_endpoint_invalid", "a port beyond all", ("token_endpoint", "https://a.example:65536/t")),
      defect("metadata_endpoint_invalid", "more behind an address", ("token_endpoint", "https://[::1]x443/t")),
      defect(
        "metadata_endpoint_invalid", "endless",
        ("token_endpoint", .string("https://a.example/" + String(repeating: "a", count: 16_384)))),
      defect(
        "metadata_endpoint_invalid", "a query that speaks for the app",
        ("authorization_endpoint", "https://a.example/?client_id=evil")),
      defect(
        "metadata_endpoint_invalid", "a broken query",
        ("authorization_endpoint", "https://a.example/?x=1&x=2")),
    ]
    + ["state", "id_token_hint", "post_logout_redirect_uri", "client_id"].map { name in
      defect(
        "metadata_endpoint_invalid", "a sign-out whose query says \(name)",
        ("end_session_endpoint", .string("https://a.example/logout?tenant=1&\(name)=evil")))
    } + [
      defect("metadata_endpoint_not_https", "http", ("jwks_uri", "http://a.example/jwks")),
      defect("metadata_endpoint_not_https", "http on loopback, issuer https", ("jwks_uri", "http://localhost/jwks")),
      defect("metadata_endpoint_not_https", "javascript", ("userinfo_endpoint", "ftp://a.example/x")),
      defect("metadata_s256_unsupported", "plain alone", ("code_challenge_methods_supported", ["plain"])),
      defect("metadata_code_unsupported", "implicit", ("response_types_supported", ["token", "id_token"])),
      defect("metadata_query_mode_unsupported", "form_post", ("response_modes_supported", ["form_post"])),
      defect("metadata_grant_unsupported", "implicit", ("grant_types_supported", ["implicit"])),
      Defect("metadata_missing_jwks_uri", "raised by the app where an ID token came without a key set") {
        throw ProtocolError(
          .metadataMissingJWKSURI, field: "jwks_uri", source: "OpenID Connect Discovery 1.0 §3")
      },
    ]
    + wrongTypes

  /// Every member that is needed or decides security, with every wrong type; for the others see ``AnswerTableTests``.
  private static let wrongTypes: [Defect] = {
    let strings = ["issuer", "authorization_endpoint", "token_endpoint"]
    return strings.flatMap { name in
      ([1, true, [], [:], .array([.string("https://a.example")])] as [JSON]).map { value in
        defect("response_member_wrong_type", "\(name) \(value)", (name, value))
      }
    }
      + [
        defect("metadata_code_unsupported", "a text for a list", ("response_types_supported", "token id_token")),
        defect("metadata_missing_registration_endpoint", "a number", ("registration_endpoint", 1)),
        defect("metadata_missing_registration_endpoint", "empty", ("registration_endpoint", "")),
      ]
      + [defect("response_member_wrong_type", "iss", ("authorization_response_iss_parameter_supported", "true"))]
  }()
}

struct DiscoveryTests {
  @Test func addressesOfTheSpecifications() {
    // OpenID Connect Discovery 1.0 §4.1, RFC 8414 §3.1
    #expect(
      Discovery.openIDRequest(issuer: "https://example.com/issuer1").url
        == "https://example.com/issuer1/.well-known/openid-configuration")
    #expect(
      Discovery.oauthRequest(issuer: "https://example.com/issuer1").url
        == "https://example.com/.well-known/oauth-authorization-server/issuer1")
    #expect(
      Discovery.oauthRequest(issuer: "https://example.com").url
        == "https://example.com/.well-known/oauth-authorization-server")
    #expect(
      Discovery.oauthRequest(issuer: "https://example.com/").url
        == "https://example.com/.well-known/oauth-authorization-server")
    #expect(
      Discovery.openIDRequest(issuer: "https://example.com/a/").url
        == "https://example.com/a/.well-known/openid-configuration")
    #expect(Discovery.openIDRequest(issuer: "https://example.com").endpoint == .metadata)
  }

  @Test func acceptsACompleteDocument() throws {
    let metadata = try Fixture.metadata()
    #expect(metadata.issuer.text == Fixture.issuer)
    #expect(metadata.tokenEndpoint == "https://localhost:8443/oauth/v2/oauth-token")
    #expect(metadata.advertisesIss)
    #expect(metadata.document == Fixture.metadataDocument)
  }

  /// RFC 8414 §3.2, with the members that this app reads.
  @Test func acceptsTheExampleOfRFC8414() throws {
    let text = """
      {"issuer":"https://server.example.com","authorization_endpoint":"https://server.example.com/authorize",
       "token_endpoint":"https://server.example.com/token",
       "token_endpoint_auth_methods_supported":["client_secret_basic", "private_key_jwt"],
       "token_endpoint_auth_signing_alg_values_supported":["RS256", "ES256"],
       "userinfo_endpoint":"https://server.example.com/userinfo","jwks_uri":"https://server.example.com/jwks.json",
       "registration_endpoint":"https://server.example.com/register",
       "scopes_supported":["openid", "profile", "email", "address", "phone", "offline_access"],
       "response_types_supported":["code", "code token"],
       "service_documentation":"http://server.example.com/service_documentation.html",
       "ui_locales_supported":["en-US", "en-GB", "en-CA", "fr-FR", "fr-CA"]}
      """
    let metadata = try Discovery.judge(
      Fixture.json(text), issuer: "https://server.example.com", needsRegistration: true)
    #expect(metadata.registrationEndpoint == "https://server.example.com/register")
    #expect(!metadata.advertisesIss)
  }

  @Test func registrationEndpointMayBeMissingWhereItIsNotNeeded() throws {
    #expect(try Fixture.metadata(("registration_endpoint", nil)).registrationEndpoint == nil)
  }

  @Test func plainHTTPOnLoopbackOnlyWhenAllowedByName() throws {
    for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
      let issuer = "http://\(host)"
      let document: JSON = [
        "issuer": .string(issuer), "authorization_endpoint": .string(issuer + "/a"),
        "token_endpoint": .string(issuer + "/t"),
      ]
      _ = try Discovery.judge(
        Fixture.json(document), issuer: Issuer(of: issuer), needsRegistration: false, allowPlainHTTPLoopback: true)
      let elsewhere = document.setting("token_endpoint", "http://a.example/t")
      #expect(throws: ProtocolError.self) {
        try Discovery.judge(
          Fixture.json(elsewhere), issuer: Issuer(of: issuer), needsRegistration: false, allowPlainHTTPLoopback: true)
      }
    }
  }

  @Test func asksTheSecondAddressWhenTheFirstHasNothing() {
    func tries(_ result: Result<HTTPResponse, TransportFailure>, registration: Bool = true) -> Bool {
      Discovery.shouldTryOAuth(after: result, issuer: Issuer(of: Fixture.issuer), needsRegistration: registration)
    }
    let withoutRegistration = Fixture.json(Fixture.metadataDocument.setting("registration_endpoint", nil))
    #expect(tries(.success(HTTPResponse(404))))
    #expect(tries(.success(HTTPResponse(302))))
    #expect(tries(.success(HTTPResponse(200, headers: [HTTPHeader("Content-Type", "text/html")]))))
    for nothing in ["", "{}", "null"] { #expect(tries(.success(Fixture.json(nothing)))) }
    for status in [204, 500, 501, 502, 504] { #expect(tries(.success(HTTPResponse(status)))) }
    #expect(tries(.success(withoutRegistration)))
    #expect(!tries(.success(withoutRegistration), registration: false))
    #expect(!tries(.success(Fixture.json(Fixture.metadataDocument))))
    #expect(!tries(.success(Fixture.json(Fixture.metadataDocument.setting("issuer", "https://evil.example")))))
    #expect(!tries(.success(HTTPResponse(503))))
    #expect(!tries(.success(HTTPResponse(429))))
    #expect(!tries(.failure(TransportFailure(.connectionRefused))))
  }

  @Test(arguments: [
    (HTTPResponse(302, headers: [HTTPHeader("Location", "https://b.example/x?y")]), "302, 404", "https://b.example/x"),
    (HTTPResponse(404), "404", nil),
  ])
  func bothAnswersAreReportedWhereNeitherAddressHasMetadata(
    first: HTTPResponse, statuses: String, words: String?
  ) throws {
    let error = #expect(throws: ProtocolError.self) {
      try Discovery.judge(HTTPResponse(404), after: first, issuer: Issuer(of: Fixture.issuer), needsRegistration: true)
    }
    #expect(error?.code.rawValue == "metadata_not_found" && error?.received == .value(statuses))
    #expect(error?.serverDescription == words)
  }

  @Test func theFirstDefectIsReportedWhenTheSecondAddressHasNothing() throws {
    let first = Fixture.json(Fixture.metadataDocument.setting("registration_endpoint", nil))
    let error = #expect(throws: ProtocolError.self) {
      try Discovery.judge(HTTPResponse(404), after: first, issuer: Issuer(of: Fixture.issuer), needsRegistration: true)
    }
    #expect(error?.code.rawValue == "metadata_missing_registration_endpoint")
  }
}
