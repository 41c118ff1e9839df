import SharedValues

/// Offences at endpoints that only the other ways use: the device's token and the push channel (RFC 8705), the initial access
/// token (RFC 7591 §3), the application server (seeds/004), managing a registration (RFC 7592), revocation (RFC 7009).
extension Offence {
  static let ofOtherWays =
    deviceCodeOffences + deviceOffences + pushOffences + initialAccessTokenOffences + applicationOffences
    + signUpOffences + updateOffences
    + keyUpdateOffences + revocationOffences + forgettingOffences

  private static func silence(_ place: Place, _ code: String = "timeout") -> Offence {
    .answer(place, "silence", code, isSlow: true) { $0.answer.delivery = .silence }
  }

  private static func metadata(_ code: String, _ name: String, _ value: JSON?, on course: Course) -> Offence {
    .member(.metadata, code, name, value).on(course)
  }

  // MARK: A login elsewhere

  private static let deviceCodeOffences: [Offence] =
    (offences(at: .deviceCodes)
    + [
      .member(.deviceCodes, "device_code_missing", "device_code", nil),
      .member(.deviceCodes, "response_member_malformed", "device_code", "SECRET-MARK\r\nX-Evil: 1"),
      .member(.deviceCodes, "response_member_wrong_type", "device_code", 1),
      .member(.deviceCodes, "user_code_missing", "user_code", nil),
      .member(.deviceCodes, "response_member_malformed", "user_code", "WDJB\u{1B}[2J"),
      .member(.deviceCodes, "response_member_malformed", "user_code", .string(String(repeating: "W", count: 65))),
      .member(.deviceCodes, "verification_uri_missing", "verification_uri", nil),
      .member(.deviceCodes, "verification_uri_invalid", "verification_uri", "http://localhost/device"),
      .member(.deviceCodes, "verification_uri_invalid", "verification_uri", "javascript:alert(1)"),
      .member(.deviceCodes, "verification_uri_invalid", "verification_uri", "https://localhost@evil.example/device"),
      .member(.deviceCodes, "verification_uri_invalid", "verification_uri", "https://evil.example/\u{1B}[2J"),
      .member(.deviceCodes, "device_code_expiry_invalid", "expires_in", nil),
      .member(.deviceCodes, "device_code_expiry_invalid", "expires_in", -1),
      .answer(.deviceCodes, "the client may not", "unauthorized_client") { $0.reports("unauthorized_client", 400) },
      .answer(.deviceCodes, "the scope is not known", "invalid_scope") { $0.reports("invalid_scope", 400) },
      silence(.deviceCodes),
      .answer(.registrationToken, "the user says no", "access_denied") { $0.reports("access_denied", 400) },
      .answer(.registrationToken, "too late", "expired_token") { $0.reports("expired_token", 400) },
      .answer(.registrationToken, "the device's code, in an error", "invalid_grant") {
        $0.echoes(#"{"error":"invalid_grant","error_description":"no code ECHO here"}"#, 400)
      },
    ]
    + tokens(at: .registrationToken).filter { !$0.isSlow }).map { $0.on(.deviceCode) } + [
      metadata(
        "metadata_missing_device_authorization_endpoint", "device_authorization_endpoint", nil, on: .deviceCode),
      metadata(
        "metadata_endpoint_not_https", "device_authorization_endpoint", "http://localhost/device", on: .deviceCode),
      metadata("metadata_missing_device_authorization_endpoint", "device_authorization_endpoint", 1, on: .deviceCode),
    ]

  // MARK: Tokens without a login

  /// Offences common to both ways with a certificate.
  private static func certificate(_ place: Place) -> [Offence] {
    [
      .answer(place, "the certificate is not accepted", "device_not_accepted") { $0.reports("invalid_client", 401) },
      .member(place, "registration_token_scope_missing", "scope", "openid"),
      .member(place, "registration_token_scope_missing", "scope", ""),
      .member(place, "registration_token_scope_missing", "scope", "dcr2"),
      .answer(place, "later", "service_unavailable") { $0.answer = WireAnswer(status: 503) },
      silence(place),
    ]
  }

  private static let deviceOffences: [Offence] =
    (offences(at: .deviceToken) + tokens(at: .deviceToken) + certificate(.deviceToken)).map { $0.on(.device) } + [
      metadata("metadata_client_credentials_unsupported", "grant_types_supported", ["authorization_code"], on: .device),
      metadata(
        "metadata_endpoint_not_https", "mtls_endpoint_aliases", ["token_endpoint": "http://localhost/token"],
        on: .device),
      metadata(
        "metadata_endpoint_invalid", "mtls_endpoint_aliases",
        ["token_endpoint": "https://localhost@evil.example/token"], on: .device),
    ]

  private static let pushOffences: [Offence] =
    // 204 means that nothing has been pushed yet.
    (offences(at: .push).filter { $0.what != "204" } + tokens(at: .push) + certificate(.push)).map { $0.on(.push) } + [
      metadata("metadata_missing_push_endpoint", "dcr_terminal_push_endpoint", nil, on: .push),
      metadata("metadata_endpoint_not_https", "dcr_terminal_push_endpoint", "http://localhost/push", on: .push),
      metadata("metadata_missing_push_endpoint", "dcr_terminal_push_endpoint", 1, on: .push),
    ]

  private static let initialAccessTokenOffences: [Offence] =
    ([
      .answer(.registration, "401 and no more", "http_unauthorized") { $0.answer = WireAnswer(status: 401) },
      .answer(.registration, "403 and no more", "http_forbidden") { $0.answer = WireAnswer(status: 403) },
      .answer(.registration, "the token is used up", "invalid_token") { $0.reports("invalid_token", 401) },
      .answer(.registration, "the token is for something else", "insufficient_scope") {
        $0.answer = WireAnswer(
          status: 403, headers: [(name: "WWW-Authenticate", value: #"Bearer error="insufficient_scope""#)])
      },
      .answer(.registration, "the token, in an error", "invalid_token") {
        $0.echoes(#"{"error":"invalid_token","error_description":"ECHO is used up"}"#, 401)
      },
      .answer(.registration, "307 to another origin", "http_redirect_refused") {
        $0.answer.status = 307
        $0.location = $0.elsewhere + $0.request.path
      },
      silence(.registration, "registration_answer_lost"),
    ] as [Offence]).map { $0.on(.tokenFile) }
    + ([
      .answer(.registration, "a token is needed all the same", "registration_token_required") {
        $0.answer = WireAnswer(status: 401)
      },
      .answer(.registration, "a token is missing", "registration_token_required") { $0.reports("invalid_token", 401) },
      .member(.registration, "registration_missing_client_id", "client_id", nil),
    ] as [Offence]).map { $0.on(.open) }

  // MARK: The application server

  private static let applicationOffences: [Offence] =
    (offences(at: .application)
    + [
      .member(.application, "application_missing_access_token", "access_token", nil),
      .member(.application, "application_access_token_invalid", "access_token", 1),
      .member(.application, "application_access_token_invalid", "access_token", "SECRET-MARK\r\nX-Evil: 1"),
      .member(.application, "application_missing_claims", "claims", nil),
      .member(.application, "application_claims_invalid", "claims", "alice"),
      .member(.application, "application_missing_sub", "claims", ["name": "Alice"]),
      .member(.application, "application_sub_invalid", "claims", ["sub": 1]),
      .member(.application, "application_sub_invalid", "claims", ["sub": "a\u{1B}[2J"]),
      .member(.application, "application_sub_invalid", "claims", ["sub": .string(String(repeating: "a", count: 256))]),
      .member(.application, "application_missing_account", "account", nil),
      .member(.application, "application_account_invalid", "account", "alice"),
      .answer(.application, "the code is not good", "invalid_grant") { $0.reports("invalid_grant", 400) },
      .answer(.application, "the code, in an error", "invalid_grant") {
        $0.echoes(#"{"error":"invalid_grant","error_description":"no code ECHO here"}"#, 400)
      },
      .answer(.application, "401 and no more", "http_unauthorized") { $0.answer = WireAnswer(status: 401) },
      silence(.application),
      .parameter(.login, "state_mismatch", "state", "another"),
      .parameter(.login, "iss_missing", "iss", nil),
      .parameter(.login, "iss_mismatch", "iss", "https%3A%2F%2Fevil.example"),
    ]).map { $0.on(.application) }

  private static let signUpOffences: [Offence] =
    (offences(at: .account)
    + [
      .member(.account, "application_missing_account", "account", nil),
      .member(.account, "application_missing_account", "account", .null),
      .member(.account, "application_account_invalid", "account", []),
      .answer(.account, "there is one already", "account_exists") { $0.reports("account_exists", 409) },
      .answer(.account, "something is missing", "account_incomplete") { $0.reports("account_incomplete", 400) },
      .answer(.account, "the access token, in an error", "invalid_token") {
        $0.echoes(#"{"error":"invalid_token","error_description":"ECHO"}"#, 401)
      },
      silence(.account),
    ]).map { $0.on(.signUp) }

  // MARK: A registration's life

  /// The app cannot know whether the server made the change.
  private static let updateLost: Set = ["connection_lost", "body_too_large", "content_unreadable"]

  private static let updateOffences: [Offence] =
    (offences(at: .update).map { offence in
      var offence = offence
      if updateLost.contains(offence.code) { offence.code = "registration_update_answer_lost" }
      return offence
    } + oneUpdateOffences).map { $0.on(.update) }

  private static let oneUpdateOffences: [Offence] = [
    .member(.update, "registration_missing_client_id", "client_id", nil),
    .member(.update, "registration_client_changed", "client_id", "somebody-else"),
    .member(.update, "response_member_wrong_type", "client_secret", 1),
    .member(.update, "response_member_malformed", "client_secret", "SECRET-MARK\r\n"),
    .member(.update, "registration_redirect_uri_missing", "redirect_uris", ["https://evil.example/callback"]),
    .member(.update, "registration_auth_method_unsupported", "token_endpoint_auth_method", "tls_client_auth"),
    .member(.update, "registration_algorithm_unsupported", "id_token_signed_response_alg", "none"),
    .member(.update, "client_secret_expired", "client_secret_expires_at", 1_000_000_000),
    .answer(.update, "the client is gone", "invalid_client") { $0.answer = WireAnswer(status: 401) },
    .answer(.update, "nothing there", "invalid_client") { $0.answer = WireAnswer(status: 404) },
    .answer(.update, "refused", "invalid_client_metadata") { $0.reports("invalid_client_metadata", 400) },
    .answer(.update, "the token, in an error", "invalid_request") {
      $0.echoes(#"{"error":"invalid_request","error_description":"ECHO may not do that"}"#, 400)
    },
    silence(.update, "registration_update_answer_lost"),
  ]

  /// In every case the other token is revoked too, and the app deletes both.
  private static let revocationOffences: [Offence] =
    ([
      .answer(.revocation, "302 to another origin", "http_redirect_refused") {
        $0.answer.status = 302
        $0.location = $0.elsewhere + $0.request.path
      },
      .answer(.revocation, "307 to another origin", "http_redirect_refused") {
        $0.answer.status = 307
        $0.location = $0.elsewhere + $0.request.path
      },
      .answer(.revocation, "202", "http_status_unexpected") { $0.answer = WireAnswer(status: 202) },
      .answer(.revocation, "500", "http_server_error") { $0.answer = WireAnswer(status: 500) },
      .answer(.revocation, "503", "service_unavailable") { $0.answer = WireAnswer(status: 503) },
      .answer(.revocation, "429", "too_many_requests") { $0.answer = WireAnswer(status: 429) },
      .answer(.revocation, "another kind of token", "unsupported_token_type") {
        $0.reports("unsupported_token_type", 400)
      },
      .answer(.revocation, "the client is gone", "invalid_client") { $0.reports("invalid_client", 401) },
      .answer(.revocation, "the token, in an error", "server_reported_error") {
        $0.answer.status = 400
        $0["Content-Type"] = "application/json"
        $0.text = #"{"error":"\#($0.request.parameters["token"] ?? "")"}"#
      },
      .answer(.revocation, "the credentials, in an error", "invalid_request") {
        $0.answer.status = 400
        $0["Content-Type"] = "application/json"
        $0.text = #"{"error":"invalid_request","error_description":"\#($0.request["Authorization"] ?? "")"}"#
      },
      .answer(.revocation, "no answer at all", "connection_lost") { $0.answer.delivery = .raw([]) },
      .answer(.revocation, "5 MB", "body_too_large") { $0.answer.body = [UInt8](repeating: 0x20, count: 5_000_000) },
      silence(.revocation),
    ] as [Offence]).map { offence in
      var offence = offence.on(.revocation)
      offence.requests = Course.revocation.flow
      return offence
    }

  /// Forgetting continues, with a warning that the client may still exist.
  private static let forgettingOffences: [Offence] =
    ([
      .answer(.unregistration, "500", "") { $0.answer = WireAnswer(status: 500) },
      .answer(.unregistration, "it is gone already", "") { $0.answer = WireAnswer(status: 401) },
      .answer(.unregistration, "307 to another origin", "") {
        $0.answer.status = 307
        $0.location = $0.elsewhere + $0.request.path
      },
      .answer(.unregistration, "no answer at all", "") { $0.answer.delivery = .raw([]) },
    ] as [Offence]).map { $0.on(.forgetting) }
}
