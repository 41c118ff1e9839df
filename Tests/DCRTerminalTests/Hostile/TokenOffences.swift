import SharedValues

/// The token endpoint (RFC 6749 §5) and the registration endpoint (RFC 7591 §3.2).
extension Offence {
  /// Defects of any JSON answer.
  static func offences(at place: Place, isWarning: Bool = false) -> [Offence] {
    let all: [Offence] = [
      .answer(place, "a page for people with 200", "response_not_json") {
        $0["Content-Type"] = "text/html"
        $0.text = "<h1>Sorry</h1>"
      },
      .answer(place, "302 to another origin", "http_redirect_refused") {
        $0.answer.status = 302
        $0.location = $0.elsewhere + $0.request.path
      },
      .answer(place, "307 to another origin", "http_redirect_refused") {
        $0.answer.status = 307
        $0.location = $0.elsewhere + $0.request.path
      },
      .answer(place, "308 to http", "http_redirect_refused") {
        $0.answer.status = 308
        $0.location = "http" + $0.elsewhere.dropFirst(5) + $0.request.path
      },
      .answer(place, "a member twice", "response_duplicate_member") {
        $0.text = $0.text.dropLast() + #","x":1,"x":2}"#
      },
      .answer(place, "cut off within the JSON", "response_malformed_json") { $0.text = String($0.text.dropLast(2)) },
      .answer(place, "not UTF-8", "response_malformed_json") { $0.answer.body.insert(0xFF, at: 2) },
      .answer(place, "gzip that cannot be unpacked", "content_unreadable") {
        $0["Content-Encoding"] = "gzip"
        $0.answer.body = [0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 0, 3]
      },
      .answer(place, "an array", "response_not_object") { $0.text = "[]" },
      .answer(place, "a depth bomb", "response_too_deep") { $0.text = String(repeating: "[", count: 100_000) },
      .answer(place, "5 MB", "body_too_large") { $0.answer.body = [UInt8](repeating: 0x20, count: 5_000_000) },
      .answer(place, "500", "http_server_error") { $0.answer = WireAnswer(status: 500) },
      .answer(place, "204", "http_status_unexpected") { $0.answer = WireAnswer(status: 204) },
      .answer(place, "an error with 200", "server_error") { $0.json = $0.json.setting("error", "server_error") },
      .answer(place, "cut off within the body", "connection_lost") { $0.answer.delivery = .cutOff },
    ]
    return all.map { offence in
      var offence = offence
      offence.isWarning = isWarning
      return offence
    }
  }

  /// Defects of either kind of token answer.
  static func tokens(at place: Place) -> [Offence] {
    [
      .member(place, "token_missing_access_token", "access_token", nil),
      .member(place, "response_member_malformed", "access_token", ""),
      .member(place, "response_member_malformed", "access_token", "SECRET-MARK\r\nX-Evil: 1"),
      .member(place, "response_member_malformed", "access_token", "SECRET-MARK\u{1B}[2J"),
      .member(place, "response_member_wrong_type", "access_token", 1),
      .member(place, "token_missing_token_type", "token_type", nil),
      .member(place, "token_type_unsupported", "token_type", "mac"),
      // The request carried no proof.
      .member(place, "token_type_unsupported", "token_type", "DPoP"),
      .member(place, "response_member_wrong_type", "token_type", ["bearer"]),
      .answer(place, "401 and no more", "http_unauthorized") { $0.answer = WireAnswer(status: 401) },
      .answer(place, "the code is not good", "invalid_grant") { $0.reports("invalid_grant", 400) },
      .answer(place, "an error of its own", "server_reported_error") { $0.reports("quota\u{1B}[2Jexceeded", 418) },
      .answer(place, "an access token twice", "response_duplicate_member") {
        $0.text = #"{"access_token":"SECRET-MARK","# + $0.text.dropFirst()
      },
    ]
  }

  static let tokenOffences =
    [Place.registrationToken, .token].flatMap { offences(at: $0) + tokens(at: $0) } + oneTokenOffences

  private static let oneTokenOffences: [Offence] = [
    .member(.token, "token_missing_id_token", "id_token", nil),
    .member(.token, "token_missing_id_token", "id_token", 1),
    .answer(.token, "the tokens as text, with 203", "http_status_unexpected") { $0.asText(203) },
    .answer(.token, "the client is gone", "invalid_client") { $0.reports("invalid_client", 401) },
    .answer(.registrationToken, "what it was told, in an error", "invalid_grant") {
      $0.echoes(#"{"error":"invalid_grant","error_description":"no code ECHO here"}"#, 400)
    },
    .answer(.token, "what it was told, as an error", "server_reported_error") {
      $0.echoes(#"{"error":"ECHO"}"#, 400)
    },
    .answer(.token, "the access token as its type", "token_type_unsupported") {
      $0.json = $0.json.setting("token_type", $0.json["access_token"])
    },
  ]

  static let registrationOffences = offences(at: .registration) + oneRegistrationOffences

  private static let oneRegistrationOffences: [Offence] = [
    .member(.registration, "registration_missing_client_id", "client_id", nil),
    .member(.registration, "response_member_malformed", "client_id", ""),
    .member(.registration, "response_member_malformed", "client_id", "a\u{1B}[2J"),
    .member(.registration, "response_member_wrong_type", "client_id", 1),
    .member(.registration, "registration_missing_client_secret", "client_secret", nil),
    .member(.registration, "response_member_malformed", "client_secret", "SECRET-MARK\r\n"),
    .member(
      .registration, "registration_auth_method_unsupported", "token_endpoint_auth_method", "private_key_jwt"),
    .member(
      .registration, "registration_auth_method_unsupported", "token_endpoint_auth_method", "client_secret_jwt"),
    .member(.registration, "registration_algorithm_unsupported", "id_token_signed_response_alg", "none"),
    .member(.registration, "registration_algorithm_unsupported", "id_token_signed_response_alg", "HS256"),
    .member(.registration, "registration_redirect_uri_missing", "redirect_uris", ["https://evil.example/callback"]),
    .member(.registration, "registration_grant_missing", "grant_types", ["client_credentials"]),
    .member(.registration, "registration_response_type_missing", "response_types", ["token"]),
    .member(.registration, "client_secret_expired", "client_secret_expires_at", 1_000_000_000),
    .answer(.registration, "the secret as text, with 202", "http_status_unexpected") { $0.asText(202) },
    .answer(.registration, "401 and no more", "http_unauthorized") { $0.answer = WireAnswer(status: 401) },
    .answer(.registration, "403 and no more", "http_forbidden") { $0.answer = WireAnswer(status: 403) },
    .answer(.registration, "an error in the challenge", "invalid_token") {
      $0.answer = WireAnswer(
        status: 401, headers: [(name: "WWW-Authenticate", value: #"Bearer error="invalid_token""#)])
    },
    .answer(.registration, "refused metadata with 422", "invalid_client_metadata") {
      $0.reports("invalid_client_metadata", 422)
    },
    .answer(.registration, "the token it was given, in an error", "invalid_token") {
      $0.echoes(#"{"error":"invalid_token","error_description":"ECHO is used up"}"#, 401)
    },
  ]
}

extension AnswerDraft {
  mutating func reports(_ error: String, _ status: Int) {
    answer.status = status
    json = ["error": .string(error), "error_description": "why \u{1B}[31m not"]
  }

  /// Replaces `ECHO` with the secret that authenticated this request.
  mutating func asText(_ status: Int) {
    answer.status = status
    self["Content-Type"] = "text/plain"
    text = "it worked: " + text
  }

  mutating func echoes(_ body: String, _ status: Int) {
    let bearer = request["Authorization"].flatMap { $0.hasPrefix("Bearer ") ? String($0.dropFirst(7)) : nil }
    let sent = request.parameters
    answer.status = status
    text = body.replacingOccurrences(of: "ECHO", with: bearer ?? sent["refresh_token"] ?? sent["code"] ?? "nothing")
  }
}
