extension ProtocolError {
  /// Every code that this room raises. A code that a server invented is reported as ``serverReportedError``, which quotes it.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    // Codes that the specifications define, as a server sends them. RFC 6749 §4.1.2.1 and §5.2
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"
    case accessDenied = "access_denied"
    case unsupportedResponseType = "unsupported_response_type"
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
    // OpenID Connect Core §3.1.2.6
    case interactionRequired = "interaction_required"
    case loginRequired = "login_required"
    case accountSelectionRequired = "account_selection_required"
    case consentRequired = "consent_required"
    case invalidRequestURI = "invalid_request_uri"
    case invalidRequestObject = "invalid_request_object"
    case requestNotSupported = "request_not_supported"
    case requestURINotSupported = "request_uri_not_supported"
    case registrationNotSupported = "registration_not_supported"
    // RFC 8628 §3.5
    case authorizationPending = "authorization_pending"
    case slowDown = "slow_down"
    case expiredToken = "expired_token"
    // RFC 7591 §3.2.2
    case invalidRedirectURI = "invalid_redirect_uri"
    case invalidClientMetadata = "invalid_client_metadata"
    case invalidSoftwareStatement = "invalid_software_statement"
    case unapprovedSoftwareStatement = "unapproved_software_statement"
    // RFC 6750 §3.1
    case invalidToken = "invalid_token"
    case insufficientScope = "insufficient_scope"
    // RFC 9449 §5 and §8, RFC 8707 §2, RFC 9470 §3
    case invalidDPoPProof = "invalid_dpop_proof"
    case useDPoPNonce = "use_dpop_nonce"
    case invalidTarget = "invalid_target"
    case insufficientUserAuthentication = "insufficient_user_authentication"
    // OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1
    case unmetAuthenticationRequirements = "unmet_authentication_requirements"
    // The API's own (docs/identity-server.md)
    case invalidPayment = "invalid_payment"
    case insufficientFunds = "insufficient_funds"
    // RFC 7009 §2.2.1
    case unsupportedTokenType = "unsupported_token_type"
    // An error that no specification above defines; `received` quotes it.
    case serverReportedError = "server_reported_error"

    // Answers that do not fit the request.
    case httpUnauthorized = "http_unauthorized"
    case httpForbidden = "http_forbidden"
    case httpNotFound = "http_not_found"
    case httpServerError = "http_server_error"
    case httpStatusUnexpected = "http_status_unexpected"
    case httpRedirectRefused = "http_redirect_refused"
    case tooManyRequests = "too_many_requests"
    case serviceUnavailable = "service_unavailable"
    case responseNotJSON = "response_not_json"
    case responseMalformedJSON = "response_malformed_json"
    case responseDuplicateMember = "response_duplicate_member"
    case responseTooDeep = "response_too_deep"
    case responseNotObject = "response_not_object"
    case responseMemberWrongType = "response_member_wrong_type"
    case responseMemberMalformed = "response_member_malformed"

    // Configuration errors, found when a request is built.
    case issuerInvalid = "issuer_invalid"
    case issuerNotHTTPS = "issuer_not_https"
    case clientIDMissing = "client_id_missing"
    case redirectURIInvalid = "redirect_uri_invalid"
    case scopeInvalid = "scope_invalid"
    case initialAccessTokenMalformed = "initial_access_token_malformed"

    // Discovery
    case metadataNotFound = "metadata_not_found"
    case metadataMissingIssuer = "metadata_missing_issuer"
    case metadataIssuerMismatch = "metadata_issuer_mismatch"
    case metadataMissingAuthorizationEndpoint = "metadata_missing_authorization_endpoint"
    case metadataMissingTokenEndpoint = "metadata_missing_token_endpoint"
    case metadataMissingRegistrationEndpoint = "metadata_missing_registration_endpoint"
    case metadataMissingJWKSURI = "metadata_missing_jwks_uri"
    case metadataEndpointInvalid = "metadata_endpoint_invalid"
    case metadataEndpointNotHTTPS = "metadata_endpoint_not_https"
    case metadataS256Unsupported = "metadata_s256_unsupported"
    case metadataCodeUnsupported = "metadata_code_unsupported"
    case metadataQueryModeUnsupported = "metadata_query_mode_unsupported"
    case metadataClientCredentialsUnsupported = "metadata_client_credentials_unsupported"
    case metadataMissingPushEndpoint = "metadata_missing_push_endpoint"
    case metadataGrantUnsupported = "metadata_grant_unsupported"
    case metadataPrivateKeyJWTUnsupported = "metadata_private_key_jwt_unsupported"
    case metadataSecretMethodUnsupported = "metadata_secret_method_unsupported"
    case metadataDPoPUnsupported = "metadata_dpop_unsupported"
    case metadataMissingDeviceEndpoint = "metadata_missing_device_authorization_endpoint"
    case metadataMissingPAREndpoint = "metadata_missing_par_endpoint"
    case metadataIDTokenAlgorithmUnsupported = "metadata_id_token_algorithm_unsupported"

    // Pushed authorization request
    case parMissingRequestURI = "par_missing_request_uri"
    case parMissingExpiresIn = "par_missing_expires_in"

    // Device authorization response
    case deviceCodeMissing = "device_code_missing"
    case deviceCodeExpiryInvalid = "device_code_expiry_invalid"
    case userCodeMissing = "user_code_missing"
    case verificationURIMissing = "verification_uri_missing"
    case verificationURIInvalid = "verification_uri_invalid"

    // Authorization response
    case redirectURIMismatch = "redirect_uri_mismatch"
    case authorizationResponseMalformed = "authorization_response_malformed"
    case authorizationResponseFragment = "authorization_response_fragment"
    case authorizationResponseDuplicate = "authorization_response_duplicate_parameter"
    case authorizationResponseAmbiguous = "authorization_response_ambiguous"
    case authorizationResponseToken = "authorization_response_unexpected_token"
    case stateMissing = "state_missing"
    case stateMismatch = "state_mismatch"
    case issMissing = "iss_missing"
    case issMismatch = "iss_mismatch"
    case codeMissing = "code_missing"
    case codeMalformed = "code_malformed"

    // Token response
    case tokenMissingAccessToken = "token_missing_access_token"
    case tokenMissingTokenType = "token_missing_token_type"
    case tokenTypeUnsupported = "token_type_unsupported"
    case tokenMissingIDToken = "token_missing_id_token"
    case tokenTypeDowngraded = "token_type_downgraded"
    case dpopNonceMissing = "dpop_nonce_missing"

    // An initial access token without a login
    case deviceNotAccepted = "device_not_accepted"
    case registrationTokenScopeMissing = "registration_token_scope_missing"

    // Registration response, and the stored registration
    case registrationTokenRequired = "registration_token_required"
    case registrationMissingClientID = "registration_missing_client_id"
    case registrationMissingClientSecret = "registration_missing_client_secret"
    case registrationAuthMethodUnsupported = "registration_auth_method_unsupported"
    case registrationAuthMethodDowngraded = "registration_auth_method_downgraded"
    case registrationKeyMismatch = "registration_key_mismatch"
    case registrationAlgorithmUnsupported = "registration_algorithm_unsupported"
    case registrationRedirectURIMissing = "registration_redirect_uri_missing"
    case registrationGrantMissing = "registration_grant_missing"
    case registrationResponseTypeMissing = "registration_response_type_missing"
    case registrationScopeMissing = "registration_scope_missing"
    case registrationClientChanged = "registration_client_changed"
    case clientSecretExpired = "client_secret_expired"
    case registrationAlreadyGone = "registration_already_gone"

    // Keys and ID token
    case jwksMissingKeys = "jwks_missing_keys"
    case idTokenMalformed = "id_token_malformed"
    case idTokenEncrypted = "id_token_encrypted"
    case idTokenHeaderMalformed = "id_token_header_malformed"
    case idTokenWrongType = "id_token_wrong_type"
    case idTokenAlgNone = "id_token_alg_none"
    case idTokenAlgMismatch = "id_token_alg_mismatch"
    case idTokenAlgUnsupported = "id_token_alg_unsupported"
    case idTokenCritUnsupported = "id_token_crit_unsupported"
    case idTokenEmbeddedKey = "id_token_embedded_key"
    case idTokenUnknownKey = "id_token_unknown_key"
    case idTokenMissingKid = "id_token_missing_kid"
    case idTokenKeyUnusable = "id_token_key_unusable"
    case idTokenSignatureInvalid = "id_token_signature_invalid"
    case idTokenClaimsMalformed = "id_token_claims_malformed"
    case idTokenClaimWrongType = "id_token_claim_wrong_type"
    case idTokenMissingIss = "id_token_missing_iss"
    case idTokenMissingSub = "id_token_missing_sub"
    case idTokenMissingAud = "id_token_missing_aud"
    case idTokenMissingExp = "id_token_missing_exp"
    case idTokenMissingIat = "id_token_missing_iat"
    case idTokenIssMismatch = "id_token_iss_mismatch"
    case idTokenAudMismatch = "id_token_aud_mismatch"
    case idTokenAzpMissing = "id_token_azp_missing"
    case idTokenAzpMismatch = "id_token_azp_mismatch"
    case idTokenExpired = "id_token_expired"
    case idTokenNotYetValid = "id_token_not_yet_valid"
    case idTokenIatInFuture = "id_token_iat_in_future"
    case idTokenIatTooOld = "id_token_iat_too_old"
    case idTokenNonceMissing = "id_token_nonce_missing"
    case idTokenNonceMismatch = "id_token_nonce_mismatch"
    case idTokenMissingAuthTime = "id_token_missing_auth_time"
    case idTokenAuthTimeInFuture = "id_token_auth_time_in_future"
    case idTokenAuthTimeTooOld = "id_token_auth_time_too_old"
    case idTokenACRUnmet = "id_token_acr_unmet"
    case idTokenAtHashMismatch = "id_token_at_hash_mismatch"
    case idTokenRefreshIssChanged = "id_token_refresh_iss_changed"
    case idTokenRefreshSubChanged = "id_token_refresh_sub_changed"
    case idTokenRefreshAudChanged = "id_token_refresh_aud_changed"
    case idTokenRefreshAzpChanged = "id_token_refresh_azp_changed"
    case idTokenRefreshAuthTimeChanged = "id_token_refresh_auth_time_changed"
    case idTokenRefreshNonceChanged = "id_token_refresh_nonce_changed"

    // Userinfo
    case userinfoSignedUnsupported = "userinfo_signed_unsupported"
    case userinfoMissingSub = "userinfo_missing_sub"
    case userinfoSubMismatch = "userinfo_sub_mismatch"

    // Protected resource metadata (RFC 9728)
    case resourceMetadataElsewhere = "resource_metadata_elsewhere"
    case resourceMismatch = "resource_mismatch"
    case resourceIssuerMismatch = "resource_issuer_mismatch"

    // Application server (seeds/004)
    case applicationMissingAccessToken = "application_missing_access_token"
    case applicationAccessTokenInvalid = "application_access_token_invalid"
    case applicationMissingClaims = "application_missing_claims"
    case applicationClaimsInvalid = "application_claims_invalid"
    case applicationMissingSub = "application_missing_sub"
    case applicationSubInvalid = "application_sub_invalid"
    case applicationAuthTimeInvalid = "application_auth_time_invalid"
    case applicationAuthTimeInFuture = "application_auth_time_in_future"
    case applicationAuthTimeTooOld = "application_auth_time_too_old"
    case applicationMissingAccount = "application_missing_account"
    case applicationAccountInvalid = "application_account_invalid"
    case accountExists = "account_exists"
    case accountIncomplete = "account_incomplete"

    // End session
    case postLogoutRedirectMismatch = "post_logout_redirect_mismatch"
    case endSessionResponseMalformed = "end_session_response_malformed"
    case endSessionStateMissing = "end_session_state_missing"
    case endSessionStateMismatch = "end_session_state_mismatch"
  }
}

extension ProtocolError.Code {
  /// Whether the metadata may be outdated: the endpoint does not answer as one of its kind does, or signs with a key that is not published.
  public var castsDoubtOnMetadata: Bool { ProtocolError.Code.doubts.contains(self) }

  private static let doubts: Set<ProtocolError.Code> = [
    .httpUnauthorized, .httpForbidden, .httpNotFound, .httpServerError, .httpStatusUnexpected, .httpRedirectRefused,
    .responseNotJSON, .responseMalformedJSON, .responseDuplicateMember, .responseTooDeep, .responseNotObject,
    .responseMemberWrongType, .responseMemberMalformed, .metadataNotFound, .metadataMissingIssuer,
    .metadataIssuerMismatch, .metadataMissingAuthorizationEndpoint, .metadataMissingTokenEndpoint,
    .metadataMissingRegistrationEndpoint, .metadataMissingJWKSURI, .metadataEndpointInvalid,
    .metadataEndpointNotHTTPS, .metadataS256Unsupported, .metadataCodeUnsupported, .metadataQueryModeUnsupported,
    .metadataClientCredentialsUnsupported, .metadataMissingPushEndpoint, .metadataGrantUnsupported,
    .metadataPrivateKeyJWTUnsupported, .metadataSecretMethodUnsupported, .metadataDPoPUnsupported,
    .metadataMissingPAREndpoint, .metadataMissingDeviceEndpoint,
    .metadataIDTokenAlgorithmUnsupported, .jwksMissingKeys, .idTokenUnknownKey,
  ]
}
