import SharedValues

/// Offences in the metadata, registrations and pushed-request answers of a server with keys.
extension Offence {
  // MARK: Metadata

  static let keyMetadataOffences: [Offence] = [
    keyed(.metadata, "the PAR endpoint over http", "metadata_endpoint_not_https") {
      let plain: String = "http" + $0.base.dropFirst(5) + "/par"
      $0.json = $0.json.setting("pushed_authorization_request_endpoint", .string(plain))
    },
    metadata("metadata_missing_par_endpoint", "pushed_authorization_request_endpoint", nil),
    metadata("metadata_missing_par_endpoint", "pushed_authorization_request_endpoint", .null),
    metadata("metadata_endpoint_invalid", "pushed_authorization_request_endpoint", "/par"),
    metadata("metadata_endpoint_invalid", "pushed_authorization_request_endpoint", "https://localhost/par#f"),
    metadata("metadata_endpoint_not_https", "pushed_authorization_request_endpoint", "javascript://localhost/par"),
    metadata("metadata_missing_par_endpoint", "pushed_authorization_request_endpoint", ["https://localhost/par"]),
    metadata("metadata_dpop_unsupported", "dpop_signing_alg_values_supported", nil),
    metadata("metadata_dpop_unsupported", "dpop_signing_alg_values_supported", []),
    metadata("metadata_dpop_unsupported", "dpop_signing_alg_values_supported", ["RS256", "none"]),
    metadata("metadata_dpop_unsupported", "dpop_signing_alg_values_supported", ["es256"]),
    metadata("metadata_dpop_unsupported", "dpop_signing_alg_values_supported", "RS256"),
    metadata(
      "metadata_private_key_jwt_unsupported", "token_endpoint_auth_methods_supported", ["client_secret_basic", "none"]),
    metadata("metadata_private_key_jwt_unsupported", "token_endpoint_auth_signing_alg_values_supported", ["RS256"]),
    metadata("metadata_private_key_jwt_unsupported", "token_endpoint_auth_signing_alg_values_supported", ["none"]),
    metadata("metadata_private_key_jwt_unsupported", "token_endpoint_auth_signing_alg_values_supported", "RS256"),
  ]

  private static func metadata(_ code: String, _ name: String, _ value: JSON?) -> Offence {
    keyedMember(.metadata, code, name, value)
  }

  // MARK: The registered key

  /// A foreign key: RFC 7515 A.3.
  private static let foreignKey: JSON = [
    "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
    "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0", "kid": "foreign", "use": "sig", "alg": "ES256",
  ]

  private static func keySet(
    _ place: Place, _ what: String, _ code: String = "registration_key_mismatch",
    _ change: @escaping @Sendable (JSON) -> [JSON]
  ) -> Offence {
    keyed(place, what, code) { draft in
      guard let own = draft.json["jwks"]?["keys"]?.arrayValue?.first else { return }
      draft.json = draft.json.setting("jwks", ["keys": .array(change(own))])
    }
  }

  /// Offences in the answers to a registration and to its update.
  private static func keys(at place: Place) -> [Offence] {
    [
      keyedMember(place, "registration_auth_method_downgraded", "token_endpoint_auth_method", "none"),
      keyedMember(place, "registration_auth_method_downgraded", "token_endpoint_auth_method", "client_secret_jwt"),
      keyedMember(place, "registration_auth_method_downgraded", "token_endpoint_auth_method", "PRIVATE_KEY_JWT"),
      keyed(place, "a secret in the place of the key", "registration_auth_method_downgraded") {
        $0.json = $0.json.setting("token_endpoint_auth_method", "client_secret_basic")
          .setting("client_secret", "SECRET-MARK")
      },
      keyedMember(place, "response_member_wrong_type", "token_endpoint_auth_method", 1),
      keyedMember(place, "registration_key_mismatch", "token_endpoint_auth_signing_alg", "RS256"),
      keyedMember(place, "registration_key_mismatch", "token_endpoint_auth_signing_alg", "HS256"),
      keyedMember(place, "registration_key_mismatch", "token_endpoint_auth_signing_alg", "none"),
      keyedMember(place, "registration_key_mismatch", "jwks", nil),
      keyedMember(place, "response_member_wrong_type", "jwks", "https://localhost/jwks"),
      keyedMember(place, "response_member_wrong_type", "jwks", ["keys": "all"]),
      keyed(place, "keys at another origin", "registration_key_mismatch") {
        $0.json = $0.json.setting("jwks_uri", .string($0.elsewhere + "/jwks"))
      },
      keySet(place, "the key of somebody else") { _ in [foreignKey] },
      keySet(place, "a second key") { [$0, foreignKey] },
      keySet(place, "a second key before it") { [foreignKey, $0] },
      keySet(place, "an empty set") { _ in [] },
      keySet(place, "a private part") { [$0.setting("d", "SECRET-MARK")] },
      keySet(place, "a symmetric key beside") { [$0, ["kty": "oct", "k": "SECRET-MARK"]] },
      keySet(place, "a symmetric key") { _ in [["kty": "oct", "k": "SECRET-MARK", "alg": "ES256"]] },
      keySet(place, "another curve") { [$0.setting("crv", "P-384")] },
      keySet(place, "a point off the curve") { [$0.setting("y", $0["x"])] },
      keySet(place, "the other's name for it") { [foreignKey.setting("kid", $0["kid"])] },
      keySet(place, "texts") { _ in ["ES256"] },
      keyed(place, "jwks twice", "response_duplicate_member") {
        $0.text = $0.text.dropLast() + #","jwks":{"keys":[]}}"#
      },
    ]
  }

  static let keyRegistrationOffences =
    keys(at: .registration) + [
      keyedMember(.registration, "registration_auth_method_downgraded", "token_endpoint_auth_method", nil)
    ]

  /// The old key remains in force.
  static let keyUpdateOffences = keys(at: .update).map { $0.on(.keyUpdate) }

  // MARK: Pushed requests

  static let pushedOffences: [Offence] =
    pushedAnswers(at: .pushedRegistration) + pushedAnswers(at: .pushedLogin) + browserOffences

  private static func pushedAnswers(at place: Place) -> [Offence] {
    offences(at: place).map { $0.on(.keys) } + references(at: place) + refusals(at: place)
  }

  private static func references(at place: Place) -> [Offence] {
    [
      keyed(place, "200 in the place of 201", "http_status_unexpected") { $0.answer.status = 200 },
      keyed(place, "302 with the reference", "http_redirect_refused") { $0.answer.status = 302 },
      keyedMember(place, "par_missing_request_uri", "request_uri", nil),
      keyedMember(place, "par_missing_request_uri", "request_uri", .null),
      keyedMember(place, "response_member_wrong_type", "request_uri", 1),
      keyedMember(place, "response_member_wrong_type", "request_uri", ["urn:x"]),
      keyedMember(place, "response_member_malformed", "request_uri", ""),
      keyedMember(place, "response_member_malformed", "request_uri", "urn:x\r\nX-Evil: 1"),
      keyedMember(place, "response_member_malformed", "request_uri", "urn:x\u{1B}[2J"),
      keyedMember(place, "response_member_malformed", "request_uri", "urn:x y"),
      keyedMember(place, "response_member_malformed", "request_uri", "urn:é"),
      keyedMember(place, "response_member_malformed", "request_uri", .string(String(repeating: "u", count: 10_000))),
      keyedMember(place, "par_missing_expires_in", "expires_in", nil),
      keyedMember(place, "par_missing_expires_in", "expires_in", .null),
      keyedMember(place, "response_member_malformed", "expires_in", 0),
      keyedMember(place, "response_member_malformed", "expires_in", -1),
      keyedMember(place, "response_member_malformed", "expires_in", .number("1.5")),
      keyedMember(place, "response_member_malformed", "expires_in", .number("1e300")),
      keyedMember(place, "response_member_malformed", "expires_in", 31_536_001),
      keyedMember(place, "response_member_wrong_type", "expires_in", "60"),
      keyed(place, "request_uri twice", "response_duplicate_member") {
        $0.text = $0.text.dropLast() + #","request_uri":"urn:evil"}"#
      },
    ]
  }

  private static func refusals(at place: Place) -> [Offence] {
    // After a refusal, the app reads the registration, if there is one.
    let look: [Place] = place == .pushedLogin ? [.registrationRead] : []
    return [
      keyed(place, "refused", "invalid_request") { $0.reports("invalid_request", 400) },
      keyed(place, "the client is refused", "invalid_client", then: look) { $0.reports("invalid_client", 401) },
      keyed(place, "the proof is refused", "invalid_dpop_proof") { $0.reports("invalid_dpop_proof", 400) },
      keyed(place, "the client may not", "unauthorized_client", then: look) { $0.reports("unauthorized_client", 403) },
      keyed(place, "an error of its own", "server_reported_error") { $0.reports("quota\u{1B}[2Jexceeded", 418) },
      keyed(place, "too large", "http_status_unexpected") { $0.answer = WireAnswer(status: 413) },
      keyed(place, "the wrong method", "http_status_unexpected") { $0.answer = WireAnswer(status: 405) },
      keyed(place, "nothing there", "http_not_found") { $0.answer = WireAnswer(status: 404) },
      keyed(place, "too often", "too_many_requests") { $0.answer = WireAnswer(status: 429) },
      keyed(place, "later", "service_unavailable") { $0.answer = WireAnswer(status: 503) },
    ]
  }

  /// Errors with which the browser returns after it presented the reference.
  private static let browserOffences: [Offence] = [Place.registrationLogin, .login].flatMap { place in
    ["invalid_request_uri", "invalid_request", "request_uri_not_supported"].map { code in
      keyed(place, "the reference is refused: \(code)", code) {
        $0.set("code", nil)
        $0.location += "&error=" + code
      }
    }
  }
}
