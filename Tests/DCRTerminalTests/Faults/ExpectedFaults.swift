import Faults
import SharedValues

/// The app's reaction to every fault that the menu offers: the error's code; `nil`: the app goes on.
enum ExpectedFaults {
  static func code(_ endpoint: FaultEndpoint, _ defect: FaultDefect) -> String? {
    switch defect {
    case .latency: nil
    case .connection(let defect): endpoint.isVisited ? "browser_failed" : connection(defect, endpoint)
    case .status(let defect): endpoint.isVisited ? "browser_failed" : status(defect, endpoint)
    // A pushed request is answered with 201, and the page with 200.
    case .body(.portal) where endpoint == .pushedAuthorization: "http_status_unexpected"
    case .body(.wrongContentType), .body(.portal): "response_not_json"
    case .body(.truncated): "response_malformed_json"
    case .body(.oversized): endpoint == .registration ? "registration_answer_lost" : "body_too_large"
    // The client works, but the app cannot manage it.
    case .wrongMember("registration_client_uri", _): nil
    case .missingMember(let name): missing["\(endpoint.rawValue) \(name)"] ?? missing[name, default: "?"]
    // The login does not need them: the app waits as long as it is told, and shows no picture that leads elsewhere.
    case .wrongMember("interval", _), .wrongMember("verification_uri_complete", _): nil
    case .wrongMember(let name, let value): wrong["\(endpoint.rawValue) \(name) \(value.compact)", default: "?"]
    case .idToken(let defect): idToken[defect, default: "?"]
    case .client(.revoked): endpoint == .authorize ? "unauthorized_client" : "invalid_client"
    case .client(.expired): endpoint == .registration ? "client_secret_expired" : "invalid_client"
    case .redirect(let defect): endpoint == .logout ? atLogout[defect, default: "?"] : atLogin[defect, default: "?"]
    case .errorRedirect(let error, _): error == "no_such_error" ? "server_reported_error" : error
    case .browser(let defect): browser[defect, default: "?"]
    case .disk(let defect): disk[defect, default: "?"]
    case .proof(let defect): proof(defect, endpoint)
    case .nonce(.alwaysNew): "use_dpop_nonce"
    case .nonce(.withheld): "dpop_nonce_missing"
    case .nonce(.malformed): "response_member_malformed"
    // The code is bound to a key that the app does not have; a pushed request is refused at once.
    case .request(.otherKey): endpoint == .authorize ? "invalid_grant" : "invalid_dpop_proof"
    case .request(.used), .request(.expired): "user_agent_failed"
    case .element(let defect): element[defect, default: "?"]
    // Only a server can do it.
    case .transfer: "?"
    }
  }

  private static func proof(_ defect: ProofDefect, _ endpoint: FaultEndpoint) -> String {
    switch (defect, endpoint) {
    // The code is bound by dpop_jkt.
    case (.dpopOtherKey, .token), (.dpopMissing, .token): "invalid_grant"
    case (.dpopOtherKey, .registration), (.dpopOtherKey, .userinfo), (.dpopBearer, _): "invalid_token"
    default: defect.use == .dpop ? "invalid_dpop_proof" : "invalid_client"
    }
  }

  private static let element: [ElementDefect: String] = [
    .clientKeyLost: "client_key_lost", .tokenKeyLost: "dpop_key_lost", .unavailable: "secure_element_unavailable",
    .nonsense: "secure_element_protocol_broken", .damaged: "secure_element_damaged", .full: "secure_element_full",
    .presenceRefused: "secure_element_presence_refused", .presenceTimedOut: "secure_element_presence_timed_out",
  ]

  private static func connection(_ defect: ConnectionDefect, _ endpoint: FaultEndpoint) -> String {
    if endpoint == .registration, defect == .reset || defect == .timeOut { return "registration_answer_lost" }
    return switch defect {
    case .offline: "host_not_found"
    case .refused: "connection_refused"
    case .reset: "connection_lost"
    case .timeOut: "timeout"
    case .tls: "tls_failure"
    case .untrusted: "certificate_untrusted"
    case .expired: "certificate_expired"
    case .wrongHost: "certificate_wrong_host"
    }
  }

  private static func status(_ defect: StatusDefect, _ endpoint: FaultEndpoint) -> String {
    // An app that is told to slow down again and again runs out of time.
    if let error = defect.error { return error == "slow_down" ? "expired_token" : error }
    // By then the app has tried both addresses of the metadata.
    if endpoint == .metadata, defect.status < 429 { return "metadata_not_found" }
    return switch defect.status {
    case 302: "http_redirect_refused"
    case 400: "http_status_unexpected"
    case 401: "http_unauthorized"
    case 403: "http_forbidden"
    case 404: "http_not_found"
    case 429: "too_many_requests"
    case 503: "service_unavailable"
    default: "http_server_error"
    }
  }

  private static let missing: [String: String] = [
    "issuer": "metadata_missing_issuer", "authorization_endpoint": "metadata_missing_authorization_endpoint",
    "token_endpoint": "metadata_missing_token_endpoint",
    "registration_endpoint": "metadata_missing_registration_endpoint",
    "jwks_uri": "metadata_missing_jwks_uri", "access_token": "token_missing_access_token",
    "token_type": "token_missing_token_type", "id_token": "token_missing_id_token",
    "client_id": "registration_missing_client_id", "client_secret": "registration_missing_client_secret",
    "request_uri": "par_missing_request_uri", "expires_in": "par_missing_expires_in",
    "pushed_authorization_request_endpoint": "metadata_missing_par_endpoint",
    "device_authorization_endpoint": "metadata_missing_device_authorization_endpoint",
    "device_code": "device_code_missing", "user_code": "user_code_missing",
    "verification_uri": "verification_uri_missing", "device-authorization expires_in": "device_code_expiry_invalid",
    "dpop_signing_alg_values_supported": "metadata_dpop_unsupported", "jwks": "registration_key_mismatch",
    "sub": "userinfo_missing_sub", "keys": "jwks_missing_keys",
  ]

  private static let wrong: [String: String] = [
    #"metadata issuer "https://evil.example""#: "metadata_issuer_mismatch",
    #"metadata authorization_endpoint "evil.example/authorize""#: "metadata_endpoint_invalid",
    #"metadata token_endpoint "http://evil.example/token""#: "metadata_endpoint_not_https",
    "metadata registration_endpoint 1": "metadata_missing_registration_endpoint",
    #"metadata code_challenge_methods_supported ["plain"]"#: "metadata_s256_unsupported",
    #"metadata response_types_supported ["id_token"]"#: "metadata_code_unsupported",
    #"metadata grant_types_supported ["implicit"]"#: "metadata_grant_unsupported",
    #"metadata response_modes_supported ["fragment"]"#: "metadata_query_mode_unsupported",
    #"metadata token_endpoint_auth_methods_supported ["client_secret_basic"]"#: "metadata_private_key_jwt_unsupported",
    #"metadata dpop_signing_alg_values_supported ["RS256"]"#: "metadata_dpop_unsupported",
    #"device-authorization verification_uri "evil.example/device""#: "verification_uri_invalid",
    #"device-authorization verification_uri "http://evil.example/device""#: "verification_uri_invalid",
    "device-authorization user_code 1": "response_member_wrong_type",
    "device-authorization expires_in 0": "device_code_expiry_invalid",
    "par request_uri 1": "response_member_wrong_type", #"par request_uri "no reference""#: "response_member_malformed",
    "par expires_in 0": "response_member_malformed", #"par expires_in "soon""#: "response_member_wrong_type",
    #"token token_type "Bearer""#: "token_type_downgraded", #"refresh token_type "Bearer""#: "token_type_downgraded",
    #"registration token_endpoint_auth_method "client_secret_basic""#: "registration_auth_method_downgraded",
    "token access_token 1": "response_member_wrong_type", #"token token_type "mac""#: "token_type_unsupported",
    "token access_token \"\"": "response_member_malformed", "token id_token true": "token_missing_id_token",
    "refresh access_token 1": "response_member_wrong_type", #"refresh token_type "mac""#: "token_type_unsupported",
    "refresh access_token \"\"": "response_member_malformed",
    "registration client_id 1": "response_member_wrong_type",
    #"registration redirect_uris ["https://evil.example/callback"]"#: "registration_redirect_uri_missing",
    #"registration grant_types ["implicit"]"#: "registration_grant_missing",
    #"registration response_types ["token"]"#: "registration_response_type_missing",
    #"registration token_endpoint_auth_method "private_key_jwt""#: "registration_auth_method_unsupported",
    #"registration id_token_signed_response_alg "HS256""#: "registration_algorithm_unsupported",
    #"userinfo sub "somebody-else""#: "userinfo_sub_mismatch", "userinfo sub 1": "response_member_wrong_type",
    "jwks keys {}": "response_member_wrong_type", "jwks keys []": "id_token_unknown_key",
  ]

  private static let idToken: [IDTokenDefect: String] = [
    .malformed: "id_token_malformed", .encrypted: "id_token_encrypted", .headerMalformed: "id_token_header_malformed",
    .claimsMalformed: "id_token_claims_malformed", .algNone: "id_token_alg_none", .algMismatch: "id_token_alg_mismatch",
    .crit: "id_token_crit_unsupported", .embeddedKey: "id_token_embedded_key", .wrongType: "id_token_wrong_type",
    .unknownKey: "id_token_unknown_key", .missingKid: "id_token_missing_kid", .unusableKey: "id_token_key_unusable",
    .signature: "id_token_signature_invalid", .missingIss: "id_token_missing_iss", .wrongIss: "id_token_iss_mismatch",
    .missingSub: "id_token_missing_sub", .claimType: "id_token_claim_wrong_type", .missingAud: "id_token_missing_aud",
    .wrongAud: "id_token_aud_mismatch", .missingAzp: "id_token_azp_missing", .wrongAzp: "id_token_azp_mismatch",
    .missingExp: "id_token_missing_exp", .expired: "id_token_expired", .missingIat: "id_token_missing_iat",
    .iatInFuture: "id_token_iat_in_future", .iatTooOld: "id_token_iat_too_old", .notYetValid: "id_token_not_yet_valid",
    .missingNonce: "id_token_nonce_missing", .wrongNonce: "id_token_nonce_mismatch",
    .wrongAccessTokenHash: "id_token_at_hash_mismatch", .missingAuthTime: "id_token_missing_auth_time",
    .authTimeInFuture: "id_token_auth_time_in_future", .authTimeTooOld: "id_token_auth_time_too_old",
    .subChanged: "id_token_refresh_sub_changed", .audChanged: "id_token_refresh_aud_changed",
    .azpChanged: "id_token_refresh_azp_changed", .authTimeChanged: "id_token_refresh_auth_time_changed",
    .nonceChanged: "id_token_refresh_nonce_changed",
  ]

  private static let atLogin: [RedirectDefect: String] = [
    .wrongState: "state_mismatch", .missingState: "state_missing", .wrongIss: "iss_mismatch",
    .missingIss: "iss_missing",
    .missingCode: "code_missing", .otherURI: "redirect_uri_mismatch",
    .repeated: "authorization_response_duplicate_parameter", .fragment: "authorization_response_fragment",
  ]

  private static let atLogout: [RedirectDefect: String] = [
    .wrongState: "end_session_state_mismatch", .missingState: "end_session_state_missing",
    .otherURI: "post_logout_redirect_mismatch", .repeated: "end_session_response_malformed",
    .fragment: "end_session_response_malformed",
  ]

  private static let browser: [BrowserDefect: String] = [
    .closed: "user_agent_closed", .cannotStart: "browser_not_started", .crashes: "browser_failed",
    .neverReturns: "user_agent_timeout",
  ]

  private static let disk: [DiskDefect: String] = [
    .full: "keystore_no_space", .readOnly: "keystore_unwritable", .notDurable: "keystore_unwritable",
    .damaged: "keystore_damaged_payload", .damagedHeader: "keystore_damaged_header", .unreadable: "keystore_unreadable",
    .permissions: "keystore_permissions", .locked: "keystore_locked", .keyMissing: "keystore_key_missing",
  ]
}
