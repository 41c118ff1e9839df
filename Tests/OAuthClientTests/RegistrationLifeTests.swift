import Foundation
import OAuthClient
import SharedValues
import Testing

enum RegistrationLifeDefects {
  private static func update(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, "update: \(what)") {
      _ = try RegistrationUpdate.judge(
        response, of: try Fixture.registration(), redirectURI: Fixture.redirectURI, now: Fixture.now)
    }
  }

  private static func changed(_ code: String, _ what: String, _ changes: (String, JSON?)...) -> Defect {
    update(code, what, Fixture.json(changes.reduce(Fixture.registrationDocument) { $0.setting($1.0, $1.1) }))
  }

  private static func read(_ code: String, _ what: String, _ changes: (String, JSON?)...) -> Defect {
    let document = changes.reduce(Fixture.registrationDocument) { $0.setting($1.0, $1.1) }
    return Defect(code, "read: \(what)") {
      _ = try RegistrationReading.judge(
        Fixture.json(document), of: try Fixture.registration(), redirectURI: Fixture.redirectURI, now: Fixture.now)
    }
  }

  private static func revocation(_ code: String, _ what: String, _ response: HTTPResponse) -> Defect {
    Defect(code, "revocation: \(what)") { try RevocationRequest.judge(response) }
  }

  static let all = [
    update("invalid_client", "401", HTTPResponse(401)),
    update("invalid_client", "404", HTTPResponse(404)),
    update("http_forbidden", "403", HTTPResponse(403)),
    update("http_status_unexpected", "204", HTTPResponse(204)),
    update("http_redirect_refused", "307", HTTPResponse(307)),
    update("service_unavailable", "503", HTTPResponse(503)),
    update("invalid_redirect_uri", "refused", Fixture.json(["error": "invalid_redirect_uri"], status: 400)),
    update("response_not_json", "a page", HTTPResponse(200, headers: [HTTPHeader("Content-Type", "text/html")])),
    changed("registration_missing_client_id", "nobody", ("client_id", nil)),
    changed("registration_client_changed", "somebody else", ("client_id", "somebody-else")),
    changed("registration_redirect_uri_missing", "another redirect", ("redirect_uris", ["a.b:/c"])),
    changed("registration_auth_method_unsupported", "mtls", ("token_endpoint_auth_method", "tls_client_auth")),
    changed("client_secret_expired", "an expired secret", ("client_secret_expires_at", 1_799_999_999)),
    changed("response_member_wrong_type", "a number for a secret", ("client_secret", 1)),
    read("registration_redirect_uri_missing", "the redirect is gone", ("redirect_uris", ["a.b:/c"])),
    read("registration_grant_missing", "the grant is gone", ("grant_types", ["client_credentials"])),
    read("registration_response_type_missing", "the response type is gone", ("response_types", ["token"])),
    read("registration_auth_method_unsupported", "mtls", ("token_endpoint_auth_method", "tls_client_auth")),
    read("client_secret_expired", "an expired secret", ("client_secret_expires_at", 1_799_999_999)),
    revocation("unsupported_token_type", "§2.2.1", Fixture.json(["error": "unsupported_token_type"], status: 400)),
    revocation("service_unavailable", "503", HTTPResponse(503, headers: [HTTPHeader("Retry-After", "30")])),
    revocation("too_many_requests", "429", HTTPResponse(429)),
    revocation("invalid_client", "401", Fixture.json(["error": "invalid_client"], status: 401)),
    revocation("http_redirect_refused", "302", HTTPResponse(302)),
    revocation("http_server_error", "500", HTTPResponse(500)),
  ]
}

/// Reading, changing and using an existing registration (RFC 7592), and revoking tokens (RFC 7009).
@Suite struct RegistrationLifeTests {
  private func body(_ request: HTTPRequest?) throws -> JSON { try JSON.parse(try #require(request).body) }

  @Test func anUpdateSendsAllMetadataAndNoneOfTheForbiddenMembers() throws {
    let request = RegistrationUpdate.build(
      try Fixture.registration(), redirectURI: "a.b:/new", postLogoutRedirectURI: "a.b:/out",
      scope: "openid email")
    #expect(request?.method == "PUT")
    #expect(request?.headers[first: "Authorization"] == "Bearer e99ab41e-52a1-4fa3-b21b-fb95a398c33a")
    let sent = try body(request)
    for name in [
      "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
    ] { #expect(sent[name] == nil, "\(name)") }
    #expect(sent["client_id"] == .string(Fixture.clientID))
    #expect(sent["client_secret"] == .string(Fixture.clientSecret))
    #expect(sent["redirect_uris"] == ["a.b:/new"])
    #expect(sent["post_logout_redirect_uris"] == ["a.b:/out"])
    #expect(sent["scope"] == "openid email")
    #expect(sent["grant_types"] == ["authorization_code", "refresh_token"])
    #expect(sent["refresh_token_ttl"] == 3600)
  }

  /// An answer cannot direct the next request, and its token, to another origin.
  @Test(arguments: [
    "https://evil.example/token-service/oauth-registration/1", "https://localhost/1", "http://a.example/1", "/1", "",
  ]) func managementStaysAtItsAddress(_ place: String) throws {
    let registration = try Fixture.registration()
    let answer = Fixture.registrationDocument.setting("registration_client_uri", .string(place))
      .setting("registration_access_token", "new-token")
    let updated = try RegistrationUpdate.judge(
      Fixture.json(answer), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(updated.registrationClientURI == registration.registrationClientURI)
    #expect(updated.registrationAccessToken == Secret("new-token"))
  }

  @Test func aClientWithoutManagementIsNotUpdated() throws {
    var registration = try Fixture.registration()
    registration.setMember("registration_access_token", nil)
    #expect(
      RegistrationUpdate.build(
        registration, redirectURI: "a.b:/c", postLogoutRedirectURI: "a.b:/d", scope: "x")
        == nil)
  }

  @Test func anUpdateTakesRotatedSecretsAndKeepsOtherMembers() throws {
    let registration = try Fixture.registration()
    let rotated: JSON = [
      "client_id": .string(Fixture.clientID), "client_secret": "new-secret", "registration_access_token": "new-token",
      "client_secret_expires_at": 1_900_000_000, "redirect_uris": [.string(Fixture.redirectURI.text)],
    ]
    let updated = try RegistrationUpdate.judge(
      Fixture.json(rotated), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(updated.credentials.authentication == .basic(Secret("new-secret")))
    #expect(updated.registrationAccessToken == Secret("new-token"))
    #expect(updated.secretExpiresAt == Date(timeIntervalSince1970: 1_900_000_000))
    #expect(updated.registrationClientURI == registration.registrationClientURI)
    #expect(updated.document["grant_types"] == registration.document["grant_types"])
    #expect(try RegistrationRequest.restore(updated.document) == updated)
    let silent = try RegistrationUpdate.judge(
      Fixture.json(["client_id": .string(Fixture.clientID)]), of: registration, redirectURI: Fixture.redirectURI,
      now: Fixture.now)
    #expect(silent == registration)
  }

  @Test func theServersAnswerReplacesWhatIsKnown() throws {
    let registration = try Fixture.registration()
    let document = Fixture.registrationDocument.setting("token_endpoint_auth_method", "client_secret_post")
      .setting("scope", "openid").setting("client_secret", nil)
    let known = try RegistrationReading.judge(
      Fixture.json(document), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(known.credentials.authentication == .post(Secret(Fixture.clientSecret)))
    #expect(known.document["scope"] == "openid")
  }

  /// A lookup must not send the registration access token to a host that the answer names.
  @Test func aRegistrationCannotMoveToAnotherHost() throws {
    let registration = try Fixture.registration()
    let moved = Fixture.registrationDocument.setting("registration_client_uri", "https://evil.example/clients/1")
      .setting("registration_access_token", "another-token")
    let known = try RegistrationReading.judge(
      Fixture.json(moved), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(known.registrationClientURI == registration.registrationClientURI)
    let within = "https://localhost:8443/elsewhere/1"
    let updated = try RegistrationUpdate.judge(
      Fixture.json(Fixture.registrationDocument.setting("registration_client_uri", .string(within))), of: registration,
      redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(updated.registrationClientURI == within)
  }

  /// An answer that changes nothing is not judged, not even for an expired secret, which is reported elsewhere.
  @Test func anAnswerThatChangesNothingIsNotJudgedAgain() throws {
    let document = Fixture.registrationDocument.setting("client_secret_expires_at", 1_700_000_000)
    let registration = try RegistrationRequest.restore(document)
    let known = try RegistrationReading.judge(
      Fixture.json(document), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now)
    #expect(known == registration)
  }

  /// Where the caller needs an answer, a missing one is an error; otherwise nothing changes.
  @Test(arguments: [true, false]) func anUnclearAnswerIsAnErrorWhereOneIsNeeded(_ mustAnswer: Bool) throws {
    let registration = try Fixture.registration()
    let judge = {
      try RegistrationReading.judge(
        HTTPResponse(500), of: registration, redirectURI: Fixture.redirectURI, now: Fixture.now,
        mustAnswer: mustAnswer)
    }
    if mustAnswer {
      let error = #expect(throws: ProtocolError.self) { try judge() }
      #expect(error?.code.rawValue == "http_server_error")
    } else {
      #expect(try judge() == registration)
    }
  }

  /// The configuration has changed, not the client, so the client does not count as dead.
  @Test func anUnregisteredRedirectDoesNotMakeAClientDead() throws {
    let registration = try Fixture.registration()
    let known = try RegistrationReading.judge(
      Fixture.json(Fixture.registrationDocument.setting("scope", "openid")), of: registration,
      redirectURI: "a.b:/new",
      now: Fixture.now)
    #expect(known.document["scope"] == "openid")
  }

  @Test func aRevocationNamesTheTokenAndAuthenticatesTheClient() throws {
    let credentials = try Fixture.registration().credentials
    let request = try #require(
      RevocationRequest.build(
        metadata: try Fixture.metadata(), credentials: credentials, token: Secret("t"), hint: .refreshToken))
    #expect(request.url == "https://localhost:8443/oauth/v2/oauth-revoke")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "token=t&token_type_hint=refresh_token&client_id=\(Fixture.clientID)")
    #expect(request.headers[first: "Authorization"]?.hasPrefix("Basic ") == true)
    let none = try Fixture.metadata(("revocation_endpoint", nil))
    #expect(
      RevocationRequest.build(metadata: none, credentials: credentials, token: Secret("t"), hint: .accessToken) == nil)
    for status in [200, 204] { try RevocationRequest.judge(HTTPResponse(status)) }
  }

  @Test(arguments: [
    ("0", 0.0), ("120", 120), ("999999999999", 1e9), ("Fri, 15 Jan 2027 08:01:00 GMT", 60),
    ("Fri, 15 Jan 2027 07:59:00 GMT", 0),
  ])
  func retryAfterIsSecondsOrADate(text: String, seconds: Double) {
    let response = HTTPResponse(503, headers: [HTTPHeader("Retry-After", text)])
    #expect(RetryAfter.delay(of: response, now: Fixture.now) == seconds)
  }

  @Test(arguments: [
    "", "-1", "1.5", "soon", String(repeating: "0", count: 40) + "7", "Fri, 15 Foo 2027 08:01:00 GMT",
    "Fri, 99 Jan 2027 08:01:00 GMT",
  ])
  func anInvalidRetryAfterIsIgnored(text: String) {
    let response = HTTPResponse(503, headers: [HTTPHeader("Retry-After", text)])
    #expect(RetryAfter.delay(of: response, now: Fixture.now) == nil)
  }

  @Test func onlyTheClaimsOfAStoredTokenAreRead() throws {
    let payload = Data(#"{"iss":"i","sub":"demo","aud":"c","exp":1800003600,"iat":1800000000}"#.utf8)
      .base64EncodedString().replacing("=", with: "")
    #expect(IDTokenClaims(stored: Secret("h.\(payload).s"))?.subject == "demo")
    for token in ["", "a.b", "a.!.c", "h.e30.s"] { #expect(IDTokenClaims(stored: Secret(token)) == nil) }
  }
}
