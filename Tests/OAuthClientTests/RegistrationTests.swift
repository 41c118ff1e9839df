import Foundation
import OAuthClient
import SharedValues
import Testing

enum RegistrationDefects {
  private static func defect(_ code: String, _ what: String, _ changes: (String, JSON?)...) -> Defect {
    let document = changes.reduce(Fixture.registrationDocument) { $0.setting($1.0, $1.1) }
    return Defect(code, what) {
      _ = try RegistrationRequest.judge(
        Fixture.json(document, status: 201), redirectURI: Fixture.redirectURI, now: Fixture.now)
    }
  }

  private static func restore(_ code: String, _ what: String, _ document: JSON) -> Defect {
    Defect(code, "from the keystore, \(what)") { _ = try RegistrationRequest.restore(document) }
  }

  /// How servers refuse a registration that lacks a required token.
  private static func closed(_ what: String, _ response: HTTPResponse) -> Defect {
    Defect("registration_token_required", what) {
      _ = try RegistrationRequest.judge(
        response, redirectURI: Fixture.redirectURI, now: Fixture.now, hasToken: false)
    }
  }

  static let all: [Defect] =
    [
      closed("401 and no more", HTTPResponse(401)), closed("403 and no more", HTTPResponse(403)),
      closed(
        "401 with a challenge", HTTPResponse(401, headers: [HTTPHeader("WWW-Authenticate", "Bearer realm=\"a\"")])),
      closed("401 invalid_request", Fixture.json(["error": "invalid_request"], status: 401)),
      closed("401 invalid_client", Fixture.json(["error": "invalid_client"], status: 401)),
      closed("400 invalid_token", Fixture.json(["error": "invalid_token"], status: 400)),
      closed("400 access_denied", Fixture.json(["error": "access_denied"], status: 400)),
      closed("403 insufficient_scope", Fixture.json(["error": "insufficient_scope"], status: 403)),
      Defect("metadata_missing_registration_endpoint", "nowhere to register") {
        _ = try RegistrationRequest.build(
          metadata: Fixture.metadata(("registration_endpoint", nil)), initialAccessToken: nil,
          redirectURI: "a.b:/c",
          postLogoutRedirectURI: "a.b:/d", scope: "openid", softwareID: nil)
      },
      Defect("initial_access_token_malformed", "a line break") {
        _ = try RegistrationRequest.build(
          metadata: Fixture.metadata(), initialAccessToken: try InitialAccessToken(Secret("SECRET\n")),
          redirectURI: "a.b:/c",
          postLogoutRedirectURI: "a.b:/d", scope: "openid", softwareID: nil)
      },
      defect("registration_missing_client_id", "absent", ("client_id", nil)),
      defect("response_member_malformed", "an empty client id", ("client_id", "")),
      defect("response_member_malformed", "a NUL in the client id", ("client_id", "a\0b")),
      defect("response_member_malformed", "a line break in the secret", ("client_secret", "SECRET\n")),
      defect("registration_missing_client_secret", "basic", ("client_secret", nil)),
      defect(
        "registration_missing_client_secret", "post", ("client_secret", nil),
        ("token_endpoint_auth_method", "client_secret_post")),
      defect(
        "registration_missing_client_secret", "method not stated", ("client_secret", nil),
        ("token_endpoint_auth_method", nil)),
      defect(
        "registration_auth_method_unsupported", "private_key_jwt", ("token_endpoint_auth_method", "private_key_jwt")),
      defect("registration_auth_method_unsupported", "empty", ("token_endpoint_auth_method", "")),
      defect("registration_algorithm_unsupported", "none", ("id_token_signed_response_alg", "none")),
      defect("registration_algorithm_unsupported", "HS256", ("id_token_signed_response_alg", "HS256")),
      defect("registration_redirect_uri_missing", "another", ("redirect_uris", ["io.curity.dcrclient:/other"])),
      defect("registration_redirect_uri_missing", "a text", ("redirect_uris", "io.curity.dcrclient:/other")),
      defect("registration_grant_missing", "another", ("grant_types", ["client_credentials"])),
      defect("registration_response_type_missing", "another", ("response_types", ["token"])),
      defect("client_secret_expired", "a second ago", ("client_secret_expires_at", 1_799_999_999)),
      defect("client_secret_expired", "this second", ("client_secret_expires_at", 1_800_000_000)),
      defect("client_secret_expired", "as text, long ago", ("client_secret_expires_at", "1799999999")),
      defect("client_secret_expired", "in milliseconds", ("client_secret_expires_at", .number("1799999999000"))),
      defect("client_secret_expired", "a date", ("client_secret_expires_at", "2027-01-15T07:59:59Z")),
      restore("response_not_object", "an array", []),
      restore("registration_missing_client_id", "empty", [:]),
      restore("response_member_wrong_type", "a number for an id", ["client_id": 1]),
      Defect("registration_scope_missing", "a template without a scope of ours") {
        _ = try RegistrationRequest.judge(
          Fixture.json(Fixture.registrationDocument.setting("scope", "openid"), status: 201),
          redirectURI: Fixture.redirectURI, scope: "openid profile", now: Fixture.now)
      },
      Defect("registration_already_gone", "401") { try RegistrationDeletion.judge(HTTPResponse(401)) },
      Defect("registration_already_gone", "404") { try RegistrationDeletion.judge(HTTPResponse(404)) },
      Defect("http_forbidden", "deletion forbidden") { try RegistrationDeletion.judge(HTTPResponse(403)) },
      Defect("http_redirect_refused", "deletion elsewhere") { try RegistrationDeletion.judge(HTTPResponse(307)) },
      Defect("service_unavailable", "deletion later") { try RegistrationDeletion.judge(HTTPResponse(503)) },
    ]
    + [
      "client_id", "client_secret", "token_endpoint_auth_method", "id_token_signed_response_alg",
    ].flatMap { name in
      ([1, true, [], [:]] as [JSON]).map { defect("response_member_wrong_type", "\(name) \($0)", (name, $0)) }
    }
}

struct RegistrationRequestTests {
  private func build(
    _ metadata: AuthorizationServerMetadata, token: Secret? = Secret("dcr-token"), softwareID: String? = nil,
    clientName: String? = nil
  ) throws -> (HTTPRequest, JSON) {
    let request = try RegistrationRequest.build(
      metadata: metadata, initialAccessToken: try token.map { try InitialAccessToken($0) },
      redirectURI: Fixture.redirectURI,
      postLogoutRedirectURI: Fixture.logoutURI, scope: "openid profile", clientName: clientName,
      softwareID: softwareID)
    return (request, try JSON.parse(request.body))
  }

  @Test func theRequestHasTheAppsMetadata() throws {
    let (request, document) = try build(Fixture.metadata())
    #expect(request.method == "POST")
    #expect(request.url == "https://localhost:8443/token-service/oauth-registration")
    #expect(request.headers[first: "Authorization"] == "Bearer dcr-token")
    #expect(request.headers[first: "Content-Type"] == "application/json")
    #expect(
      document == [
        "redirect_uris": ["io.curity.dcrclient:/callback"],
        "post_logout_redirect_uris": ["io.curity.dcrclient:/logoutcallback"],
        "application_type": "native",
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "client_secret_basic",
        "scope": "openid profile",
      ])
  }

  @Test func openRegistrationSendsNoToken() throws {
    #expect(try build(Fixture.metadata(), token: nil).0.headers[first: "Authorization"] == nil)
  }

  @Test func theClientNameIsAMemberBesideTheOthers() throws {
    let document = try build(Fixture.metadata(), clientName: "Demo (phone-2)").1
    #expect(document["client_name"] == "Demo (phone-2)")
    #expect(document.setting("client_name", nil) == (try build(Fixture.metadata()).1))
  }

  @Test func aTemplateIsTheOnlyMember() throws {
    #expect(
      try build(Fixture.metadata(), softwareID: "mobile-dcr-template-client", clientName: "Demo").1
        == ["software_id": "mobile-dcr-template-client"])
  }

  @Test func asksForTheBestThatTheServerSupports() throws {
    let metadata = try Fixture.metadata(
      ("token_endpoint_auth_methods_supported", ["private_key_jwt", "none", "client_secret_post"]),
      ("grant_types_supported", ["authorization_code"]), ("id_token_signing_alg_values_supported", ["HS256", "ES256"]))
    let document = try build(metadata).1
    #expect(document["token_endpoint_auth_method"] == "client_secret_post")
    // A server may support refresh tokens without listing the grant.
    #expect(document["grant_types"] == ["authorization_code", "refresh_token"])
    #expect(document["id_token_signed_response_alg"] == "ES256")
    let usual = try Fixture.metadata(("id_token_signing_alg_values_supported", ["ES256", "RS256"]))
    #expect(try build(usual).1["id_token_signed_response_alg"] == nil)
  }
}

/// How a secret is sent: the best way that the server names.
struct WantedSecretMethodTests {
  @Test(
    arguments: [
      ([.basic, .post], ["client_secret_post", "client_secret_basic"], "client_secret_basic"),
      ([.post, .basic], ["client_secret_post", "client_secret_basic"], "client_secret_post"),
      ([.post, .basic], ["client_secret_basic"], "client_secret_basic"),
      ([.post, .basic], ["private_key_jwt", "none"], "none"),
      // Without a list it is Basic (RFC 8414 §2), unless the configuration names another method.
      ([.post, .basic], nil, "client_secret_basic"), ([.post], nil, "client_secret_post"),
      ([.post], ["client_secret_basic"], "client_secret_post"),
    ] as [(wanted: [SecretMethod], offered: [String]?, asked: String)])
  func theBestListedMethodIsRequested(_ row: (wanted: [SecretMethod], offered: [String]?, asked: String)) throws {
    let request = try RegistrationRequest.build(
      metadata: try Fixture.metadata(("token_endpoint_auth_methods_supported", row.offered.map(JSON.strings))),
      initialAccessToken: nil, redirectURI: Fixture.redirectURI, postLogoutRedirectURI: Fixture.logoutURI,
      scope: "openid", softwareID: nil, secretMethods: row.wanted)
    #expect(try JSON.parse(request.body)["token_endpoint_auth_method"]?.stringValue == row.asked)
  }
}

struct RegistrationResponseTests {
  /// With a token the server's own code stands; without one, only refusals that a missing token can explain are read as that.
  @Test(
    arguments: [
      (true, 401, "invalid_request", "invalid_request"), (true, 401, nil, "http_unauthorized"),
      (true, 403, nil, "http_forbidden"), (true, 400, "access_denied", "access_denied"),
      (true, 403, "access_denied", "http_forbidden"), (true, 403, "insufficient_scope", "insufficient_scope"),
      (false, 400, "invalid_request", "invalid_request"),
      (false, 400, "invalid_client_metadata", "invalid_client_metadata"),
      (false, 404, nil, "http_not_found"), (false, 500, "invalid_token", "http_server_error"),
      (false, 429, nil, "too_many_requests"),
    ] as [(Bool, Int, String?, String)])
  func otherRefusalsKeepTheirCodes(_ hasToken: Bool, _ status: Int, _ error: String?, _ expected: String) {
    let response = error.map { Fixture.json(["error": .string($0)], status: status) } ?? HTTPResponse(status)
    let refusal = #expect(throws: ProtocolError.self) {
      try RegistrationRequest.judge(
        response, redirectURI: Fixture.redirectURI, now: Fixture.now, hasToken: hasToken)
    }
    #expect(refusal?.code.rawValue == expected)
  }

  private func judge(_ document: JSON, status: Int = 201) throws -> ClientRegistration {
    try RegistrationRequest.judge(
      Fixture.json(document, status: status), redirectURI: Fixture.redirectURI, now: Fixture.now)
  }

  private func with(_ changes: (String, JSON?)...) -> JSON {
    changes.reduce(Fixture.registrationDocument) { $0.setting($1.0, $1.1) }
  }

  /// A server must not make this app send a token to a port of this machine.
  @Test func plainHTTPManagementOnLoopbackIsAnOptIn() throws {
    let document = with(("registration_client_uri", "http://127.0.0.1:9000/register/1"))
    let response = Fixture.json(document, status: 201)
    func judge(allowed: Bool) throws -> ClientRegistration {
      try RegistrationRequest.judge(
        response, redirectURI: Fixture.redirectURI, now: Fixture.now, allowPlainHTTPLoopback: allowed)
    }
    #expect(try judge(allowed: true).registrationClientURI == "http://127.0.0.1:9000/register/1")
    let unmanaged = try judge(allowed: false)
    #expect(unmanaged.registrationClientURI == nil && unmanaged.registrationAccessToken == nil)
    #expect(unmanaged.management == .refused)
  }

  /// The registration access token goes only to the origin of the registration: where the server names another place, the client works
  /// without management, and the token is not stored.
  @Test(arguments: [
    "/register/1", "https:/a.example/1", "https://localhost:8443/1#x", "http://localhost:8443/1",
    "https://evil.example/register/1", "https://localhost:8444/token-service/oauth-registration/1",
    "https://127.0.0.1:8443/token-service/oauth-registration/1", "https://localhost:8443@evil.example/1",
  ])
  func managementElsewhereIsDroppedAndTheClientWorks(_ place: String) throws {
    let registration = try RegistrationRequest.judge(
      Fixture.json(with(("registration_client_uri", .string(place))), status: 201), redirectURI: Fixture.redirectURI,
      now: Fixture.now, endpoint: try Fixture.metadata().registrationEndpoint)
    #expect(registration.credentials.clientID == Fixture.clientID)
    #expect(registration.registrationClientURI == nil && registration.registrationAccessToken == nil)
    #expect(registration.management == .refused)
    #expect(registration.document["registration_access_token"] == nil)
    #expect(RegistrationReading.build(registration) == nil && RegistrationDeletion.build(registration) == nil)
    #expect(try RegistrationRequest.restore(registration.document) == registration)
  }

  @Test(
    arguments: [
      [("registration_client_uri", nil)], [("registration_client_uri", ""), ("registration_access_token", "")],
      [("registration_client_uri", .null), ("registration_access_token", .null)],
    ] as [[(String, JSON?)]])
  func withoutAPlaceNothingIsManaged(_ changes: [(String, JSON?)]) throws {
    let registration = try judge(changes.reduce(Fixture.registrationDocument) { $0.setting($1.0, $1.1) })
    #expect(registration.management == .notOffered)
    #expect(try Fixture.registration().management == .possible)
  }

  @Test(arguments: [
    ("https://idp.example/register", "https://idp.example:443/register/1"),
    ("https://IDP.example:8443/register", "https://idp.example:8443/elsewhere/1?id=1"),
  ])
  func managementAtTheOriginOfTheRegistrationIsAccepted(_ endpoint: String, _ url: String) throws {
    let registration = try RegistrationRequest.judge(
      Fixture.json(with(("registration_client_uri", .string(url))), status: 201), redirectURI: Fixture.redirectURI,
      now: Fixture.now, endpoint: endpoint)
    #expect(registration.registrationClientURI == url)
  }

  @Test func readingTheRegistrationTellsALiveClientFromADeadOne() throws {
    let registration = try Fixture.registration()
    #expect(RegistrationReading.build(registration)?.method == "GET")
    let same = Fixture.registrationDocument.setting("client_secret", nil)
    #expect(
      try RegistrationReading.judge(
        Fixture.json(same), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now) == registration)
    let rotated = try RegistrationReading.judge(
      Fixture.json(same.setting("registration_access_token", "new")), of: registration,
      redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(rotated.registrationAccessToken == Secret("new"))
    #expect(rotated.credentials == registration.credentials)
    #expect(try RegistrationRequest.restore(rotated.document) == rotated)
    let other = same.setting("client_id", "somebody-else").setting("registration_access_token", "new")
    for says in [Fixture.json(other), HTTPResponse(403), HTTPResponse(500), HTTPResponse(200)] {
      #expect(
        try RegistrationReading.judge(says, of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now)
          == registration)
    }
    for status in [401, 404, 410] {
      let error = #expect(throws: ProtocolError.self) {
        try RegistrationReading.judge(
          HTTPResponse(status), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now)
      }
      #expect(error?.code.rawValue == "invalid_client")
    }
  }

  @Test(arguments: [200, 201])
  func acceptsTheResponseOfTheSeed(_ status: Int) throws {
    let registration = try judge(Fixture.registrationDocument, status: status)
    #expect(registration.credentials.clientID == Fixture.clientID)
    #expect(registration.credentials.authentication == .basic(Secret(Fixture.clientSecret)))
    #expect(registration.secretExpiresAt == nil)
    #expect(registration.issuedAt == Date(timeIntervalSince1970: 1_624_011_134))
    #expect(registration.idTokenAlgorithm == "RS256")
    #expect(registration.document == Fixture.registrationDocument)
    #expect(registration.document["refresh_token_ttl"] == 3600)
  }

  /// RFC 7591 §3.2.1.
  @Test func theExampleOfRFC7591() throws {
    let text = """
      {"client_id": "s6BhdRkqt3", "client_secret": "cf136dc3c1fc93f31185e5885805d",
       "client_id_issued_at": 2893256800, "client_secret_expires_at": 2893276800,
       "redirect_uris": ["https://client.example.org/callback", "https://client.example.org/callback2"],
       "grant_types": ["authorization_code", "refresh_token"], "client_name": "My Example Client",
       "client_name#ja-Jpan-JP": "\\u30AF\\u30E9\\u30A4\\u30A2\\u30F3\\u30C8\\u540D",
       "token_endpoint_auth_method": "client_secret_basic", "logo_uri": "https://client.example.org/logo.png",
       "jwks_uri": "https://client.example.org/my_public_keys.jwks",
       "example_extension_parameter": "example_value"}
      """
    let registration = try RegistrationRequest.judge(
      Fixture.json(text, status: 201), redirectURI: "https://client.example.org/callback2",
      now: Fixture.now)
    #expect(registration.credentials.authentication == .basic(Secret("cf136dc3c1fc93f31185e5885805d")))
    #expect(registration.secretExpiresAt == Date(timeIntervalSince1970: 2_893_276_800))
    #expect(registration.document["client_name#ja-Jpan-JP"] == "クライアント名")
  }

  /// RFC 7591 §3.2.2.
  @Test func theErrorOfRFC7591() {
    let document: JSON = [
      "error": "invalid_redirect_uri",
      "error_description": "The redirection URI http://sketchy.example.com is not allowed by this server.",
    ]
    let error = #expect(throws: ProtocolError.self) { try judge(document, status: 400) }
    #expect(error?.code.rawValue == "invalid_redirect_uri")
    #expect(error?.serverDescription?.hasPrefix("The redirection URI") == true)
  }

  @Test func theServersValuesWin() throws {
    let publicClient = try judge(with(("token_endpoint_auth_method", "none"), ("client_secret", nil)))
    #expect(publicClient.credentials.authentication == .none)
    let post = try judge(with(("token_endpoint_auth_method", "client_secret_post")))
    #expect(post.credentials.authentication == .post(Secret(Fixture.clientSecret)))
    for algorithm in ["RS256", "PS256", "ES256"] {
      let registration = try judge(with(("id_token_signed_response_alg", .string(algorithm))))
      #expect(registration.idTokenAlgorithm == algorithm)
    }
  }

  /// A template decides scope and redirect URIs; both must include what the login will request.
  @Test(arguments: [
    ("openid profile email", true), ("profile openid", true), ("openid", false), ("openid profiles", false),
    ("", false),
  ])
  func theScopeOfATemplateMustIncludeOurs(_ granted: String, _ fits: Bool) throws {
    func judge() throws -> ClientRegistration {
      try RegistrationRequest.judge(
        Fixture.json(with(("scope", .string(granted))), status: 201), redirectURI: Fixture.redirectURI,
        scope: "openid profile", now: Fixture.now)
    }
    if fits {
      #expect(try judge().document["scope"]?.stringValue == granted)
    } else {
      let error = #expect(throws: ProtocolError.self) { try judge() }
      #expect(error?.code.rawValue == "registration_scope_missing")
      #expect(error?.code.consequence == .configuration)
    }
  }

  @Test func anAnswerWithoutAScopeIsAccepted() throws {
    let response = Fixture.json(with(("scope", nil)), status: 201)
    #expect(
      try RegistrationRequest.judge(
        response, redirectURI: Fixture.redirectURI, scope: "openid", now: Fixture.now
      ).document["scope"] == nil)
  }

  @Test func membersThatMayBeMissing() throws {
    let registration = try judge(["client_id": "c", "client_secret": "s"])
    #expect(registration.credentials.authentication == .basic(Secret("s")))
    #expect(registration.idTokenAlgorithm == "RS256")
    #expect(registration.secretExpiresAt == nil)
  }

  @Test func restoringKeepsAnExpiredSecretForTheAppToSee() throws {
    let registration = try Fixture.registration(("client_secret_expires_at", 1))
    #expect(registration.secretExpiresAt == Date(timeIntervalSince1970: 1))
  }

  @Test func deletionUsesItsOwnToken() throws {
    let request = try #require(RegistrationDeletion.build(Fixture.registration()))
    #expect(request.method == "DELETE")
    #expect(request.url.hasSuffix("/token-service/oauth-registration/\(Fixture.clientID)"))
    #expect(request.headers[first: "Authorization"] == "Bearer e99ab41e-52a1-4fa3-b21b-fb95a398c33a")
    #expect(RegistrationDeletion.build(try Fixture.registration(("registration_access_token", nil))) == nil)
    #expect(RegistrationDeletion.build(try Fixture.registration(("registration_client_uri", nil))) == nil)
    try RegistrationDeletion.judge(HTTPResponse(204))
  }
}
