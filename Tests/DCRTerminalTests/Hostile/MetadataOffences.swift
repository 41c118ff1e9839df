import SharedValues

/// Discovery (RFC 8414 §3, OpenID Connect Discovery 1.0 §4).
extension Offence {
  private static func metadata(
    _ what: String, _ code: String, then: [Place] = [], _ change: @escaping @Sendable (inout AnswerDraft) -> Void
  ) -> Offence {
    .answer(.metadata, what, code, then: then, change)
  }

  private static func member(_ code: String, _ name: String, _ value: JSON?) -> Offence {
    .member(.metadata, code, name, value)
  }

  /// The app also asks the RFC 8414 address, which has nothing: it reports the first answer's defect.
  private static let alsoAsked: [Place] = [.otherMetadata]

  static let metadataOffences = defects + plainHTTP

  private static let defects: [Offence] = [
    member("metadata_missing_issuer", "issuer", nil),
    member("metadata_issuer_mismatch", "issuer", "https://evil.example"),
    metadata("the issuer of another origin", "metadata_issuer_mismatch") {
      $0.json = $0.json.setting("issuer", .string($0.elsewhere))
    },
    metadata("a trailing slash at the issuer", "metadata_issuer_mismatch") {
      $0.json = $0.json.setting("issuer", .string($0.base + "/"))
    },
    metadata("an issuer in capitals", "metadata_issuer_mismatch") {
      $0.json = $0.json.setting("issuer", .string($0.base.uppercased()))
    },
    member("metadata_missing_authorization_endpoint", "authorization_endpoint", nil),
    member("metadata_missing_token_endpoint", "token_endpoint", nil),
    .member(
      .metadata, "metadata_missing_registration_endpoint", "registration_endpoint", nil, then: alsoAsked),
    member("metadata_endpoint_invalid", "token_endpoint", "/token"),
    member("metadata_endpoint_invalid", "token_endpoint", "https://localhost/token#f"),
    member("metadata_endpoint_invalid", "registration_endpoint", "https://localhost@evil.example/register"),
    member("metadata_endpoint_invalid", "userinfo_endpoint", "https://localhost/\r\nX-Evil: 1"),
    member("metadata_endpoint_invalid", "authorization_endpoint", "https://localhost/?client_id=evil"),
    member("metadata_endpoint_invalid", "end_session_endpoint", "https://localhost/logout?id_token_hint=evil"),
    member("response_member_wrong_type", "token_endpoint", ["https://localhost/token"]),
    member("response_member_wrong_type", "authorization_response_iss_parameter_supported", "true"),
    member("metadata_s256_unsupported", "code_challenge_methods_supported", ["plain"]),
    member("metadata_code_unsupported", "response_types_supported", ["token"]),
    member("metadata_query_mode_unsupported", "response_modes_supported", ["form_post"]),
    member("metadata_missing_par_endpoint", "require_pushed_authorization_requests", true),
    member("metadata_grant_unsupported", "grant_types_supported", ["implicit"]),
    metadata("issuer twice", "response_duplicate_member") {
      $0.text = #"{"issuer":"https://evil.example","# + $0.text.dropFirst()
    },
    metadata("a depth bomb", "response_too_deep") { $0.text = String(repeating: #"{"a":["#, count: 50_000) },
    metadata("5 MB", "body_too_large") { $0.answer.body = [UInt8](repeating: 0x20, count: 5_000_000) },
    metadata("an endless body", "body_too_large") {
      $0.answer.body = [UInt8](repeating: 0x20, count: 60_000)
      $0.answer.delivery = .endless
    },
    metadata("cut off within the JSON", "response_malformed_json") { $0.text = String($0.text.dropLast(20)) },
    metadata("two documents", "response_malformed_json") { $0.text += $0.text },
    metadata("not UTF-8", "response_malformed_json") { $0.answer.body.insert(0xFF, at: 2) },
    metadata("an array", "response_not_object") { $0.text = "[\($0.text)]" },
    metadata("text/plain", "response_not_json") { $0["Content-Type"] = "text/plain" },
    metadata("no type", "response_not_json") { $0["Content-Type"] = nil },
    metadata("a page for people", "response_not_json", then: alsoAsked) {
      $0["Content-Type"] = "text/html"
      $0.text = "<h1>Welcome</h1>"
    },
    metadata("nothing in it", "response_malformed_json", then: alsoAsked) { $0.text = "" },
    metadata("an empty object", "metadata_missing_issuer", then: alsoAsked) { $0.json = [:] },
    metadata("a redirect to another origin", "metadata_not_found", then: alsoAsked) {
      $0.answer.status = 302
      $0.location = $0.elsewhere + "/.well-known/openid-configuration"
    },
    metadata("nothing there", "metadata_not_found", then: alsoAsked) { $0.answer = WireAnswer(status: 404) },
    metadata("500", "http_server_error", then: alsoAsked) { $0.answer = WireAnswer(status: 500) },
    metadata("503", "service_unavailable") { $0.answer = WireAnswer(status: 503) },
    metadata("429", "too_many_requests") { $0.answer = WireAnswer(status: 429) },
  ]

  /// Each address that must be https.
  private static let plainHTTP: [Offence] = [
    "authorization_endpoint", "token_endpoint", "registration_endpoint", "userinfo_endpoint", "jwks_uri",
    "end_session_endpoint",
  ].map { name in
    metadata("\(name) over http", "metadata_endpoint_not_https") {
      $0.json = $0.json.setting(name, .string("http" + $0.base.dropFirst(5) + "/x"))
    }
  }
}
