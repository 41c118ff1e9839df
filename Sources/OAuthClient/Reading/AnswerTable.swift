extension AnswerMember {
  public static let all: [AnswerMember] =
    metadata + registration + token + pushedAuthorization + deviceAuthorization + jwks + idToken + userinfo
    + resourceMetadata + error

  static func rows(of answer: Answer) -> [AnswerMember] { byAnswer[answer] ?? [] }

  private static let byAnswer = Dictionary(grouping: all, by: \.answer)

  private static func rows(_ answer: Answer, _ need: Need, _ form: Form, _ names: String...) -> [AnswerMember] {
    names.map { AnswerMember(answer, $0, need, form) }
  }

  /// OpenID Connect Discovery 1.0 §3, RFC 8414 §2. A registration, or a check of an ID token, reports what it needs and does not find.
  private static let metadata =
    rows(.metadata, .needed, .text, "issuer")
    + rows(.metadata, .needed, .address, "authorization_endpoint", "token_endpoint")
    + rows(
      .metadata, .optional, .address, "registration_endpoint", "jwks_uri", "userinfo_endpoint", "end_session_endpoint",
      "revocation_endpoint", "device_authorization_endpoint", "pushed_authorization_request_endpoint",
      PushRequest.metadataMember)
    + rows(.metadata, .optional, .object, "mtls_endpoint_aliases")
    + rows(.metadata, .optional, .address, "mtls_endpoint_aliases.token_endpoint")
    + rows(
      .metadata, .optional, .list, "response_types_supported", "response_modes_supported", "grant_types_supported",
      "code_challenge_methods_supported", "token_endpoint_auth_methods_supported",
      "token_endpoint_auth_signing_alg_values_supported", "id_token_signing_alg_values_supported",
      "dpop_signing_alg_values_supported")
    + rows(.metadata, .optional, .flag, "require_pushed_authorization_requests")
    + rows(.metadata, .strict, .flag, "authorization_response_iss_parameter_supported")

  /// RFC 7591 §3.2.1, RFC 7592 §3. The authentication method, its secret, and the algorithm of ID tokens decide security.
  private static let registration =
    rows(.registration, .needed, .token, "client_id")
    + rows(.registration, .strict, .token, "client_secret")
    + rows(
      .registration, .strict, .text, "token_endpoint_auth_method", "token_endpoint_auth_signing_alg",
      "id_token_signed_response_alg")
    + rows(.registration, .strict, .object, "jwks")
    + rows(.registration, .strict, .address, "jwks_uri")
    + rows(.registration, .optional, .time, "client_id_issued_at", "client_secret_expires_at")
    + rows(.registration, .optional, .address, "registration_client_uri")
    + rows(.registration, .optional, .token, "registration_access_token")
    + rows(
      .registration, .optional, .list, "redirect_uris", "post_logout_redirect_uris", "grant_types", "response_types")
    + rows(.registration, .optional, .words, "scope")
    + rows(.registration, .optional, .flag, "dpop_bound_access_tokens", "require_pushed_authorization_requests")

  /// RFC 6749 §5.1. A requested ID token that is absent is reported later, and a present one is judged by itself.
  private static let token =
    rows(.token, .needed, .token, "access_token") + rows(.token, .needed, .text, "token_type")
    + rows(.token, .optional, .duration, "expires_in")
    + rows(.token, .optional, .token, "refresh_token", "id_token")
    + rows(.token, .optional, .words, "scope")

  /// RFC 9126 §2.2.
  private static let pushedAuthorization =
    rows(.pushedAuthorization, .needed, .token, "request_uri")
    + rows(.pushedAuthorization, .needed, .duration, "expires_in")

  /// RFC 8628 §3.2. Some servers still use `verification_url`, the name in the drafts.
  private static let deviceAuthorization =
    rows(.deviceAuthorization, .needed, .text, "device_code", "user_code", "verification_uri")
    + rows(.deviceAuthorization, .needed, .duration, "expires_in")
    + rows(.deviceAuthorization, .optional, .text, "verification_url", "verification_uri_complete")
    + rows(.deviceAuthorization, .optional, .duration, "interval")

  /// RFC 7517 §4 and §5, RFC 7518 §6. A key lacks the members of other types. A key for another use than signatures checks none.
  private static let jwks =
    rows(.jwks, .needed, .objects, "keys") + rows(.key, .needed, .text, "kty", "n", "e", "crv", "x", "y")
    + rows(.key, .optional, .text, "kid", "use", "alg") + rows(.key, .optional, .list, "key_ops")

  /// OpenID Connect Core §2. The token is signed, so that every member is read strictly as its signer wrote it.
  private static let idToken =
    rows(.idToken, .needed, .text, "iss", "sub") + rows(.idToken, .needed, .list, "aud")
    + rows(.idToken, .needed, .time, "exp", "iat") + rows(.idToken, .strict, .time, "auth_time", "nbf")
    + rows(.idToken, .strict, .text, "azp", "nonce", "at_hash")
    + rows(.idToken, .optional, .text, "acr")

  /// OpenID Connect Core §5.3.2. Any other claim about the user is shown as it is.
  private static let userinfo = rows(.userinfo, .needed, .text, "sub")

  /// RFC 9728 §2.
  private static let resourceMetadata =
    rows(.resourceMetadata, .needed, .text, "resource")
    + rows(.resourceMetadata, .needed, .list, "authorization_servers")

  /// RFC 6749 §5.2. An answer to a revocation (RFC 7009 §2.2) has no other members.
  private static let error = rows(.error, .optional, .text, "error", "error_description")
}
