/// An error for the client (RFC 6749 §5.2, RFC 6750 §3.1, RFC 7591 §3.2.2, OpenID Connect Core §3.1.2.6).
///
/// `description` is public and never holds secrets or internal details; `detail` goes only to the log.
struct OAuthError: Error, Hashable, Sendable {
  enum Code: String, Hashable, Sendable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case unsupportedResponseType = "unsupported_response_type"
    case invalidScope = "invalid_scope"
    case accessDenied = "access_denied"
    case loginRequired = "login_required"
    case consentRequired = "consent_required"
    case requestNotSupported = "request_not_supported"
    case requestURINotSupported = "request_uri_not_supported"
    case registrationNotSupported = "registration_not_supported"
    /// RFC 8628 §3.5.
    case authorizationPending = "authorization_pending"
    case slowDown = "slow_down"
    case expiredToken = "expired_token"
    case invalidToken = "invalid_token"
    case insufficientScope = "insufficient_scope"
    /// RFC 9449 §12.2.
    case invalidDPoPProof = "invalid_dpop_proof"
    case useDPoPNonce = "use_dpop_nonce"
    /// RFC 9101 §7: for a reference, which RFC 9126 §4 allows.
    case invalidRequestURI = "invalid_request_uri"
    /// RFC 8707 §2.
    case invalidTarget = "invalid_target"
    /// RFC 9470 §3.
    case insufficientUserAuthentication = "insufficient_user_authentication"
    /// From the protected API.
    case invalidPayment = "invalid_payment"
    case insufficientFunds = "insufficient_funds"
    case invalidRedirectURI = "invalid_redirect_uri"
    case invalidClientMetadata = "invalid_client_metadata"
    /// From the application server: the subject already has an account.
    case accountExists = "account_exists"
    case accountIncomplete = "account_incomplete"
    case serverError = "server_error"
    case temporarilyUnavailable = "temporarily_unavailable"
    /// OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1.
    case unmetAuthenticationRequirements = "unmet_authentication_requirements"
  }

  var code: Code
  var description: String
  var detail: String
  var status: Int
  /// The `WWW-Authenticate` values of the answer.
  var challenges: [String]
  /// Whether code and description are withheld, because the request presented no token (RFC 6750 §3.1).
  var isBare = false
  /// Seconds after which the same request may succeed (RFC 9110 §10.2.3).
  var retryAfter: Int?

  init(_ code: Code, _ description: String, detail: String = "", status: Int = 400, challenge: String? = nil) {
    (self.code, self.description, self.detail, self.status) = (code, description, detail, status)
    challenges = challenge.map { [$0] } ?? []
  }

  /// RFC 6585 §4 for too many requests (429), RFC 9110 §15.6.4 for a server without room (503).
  static func tryLater(_ description: String, status: Int, after seconds: Int) -> OAuthError {
    var error = OAuthError(.temporarilyUnavailable, description, status: status)
    error.retryAfter = seconds
    return error
  }

  /// RFC 6749 §5.2: 401, with a challenge when the client tried the Authorization header; the challenge is always sent, because
  /// RFC 9110 §11.6.1 requires one with each 401. All causes have the same description, to hide which client ids exist.
  static func invalidClient(_ detail: String) -> OAuthError {
    OAuthError(
      .invalidClient, "client authentication failed", detail: detail, status: 401, challenge: "Basic realm=\"idsvr\"")
  }

  /// RFC 6750 §3.1.
  static func invalidToken(_ detail: String) -> OAuthError {
    Challenge(scheme: .bearer).refusal(.invalidToken, deadToken, detail: detail)
  }

  static let deadToken = "the token is unknown, expired, revoked or used up"

  /// RFC 6750 §3.1: a request without a token gets a challenge, without an error code in it or in the body.
  static var tokenMissing: OAuthError {
    var error = OAuthError(
      .invalidRequest, "an access token is required", status: 401, challenge: Challenge(scheme: .bearer).header())
    error.isBare = true
    return error
  }
}

/// A protected resource's challenge (RFC 9110 §11.6.1), in the scheme of the token: RFC 6750 §3 or RFC 9449 §7.1.
struct Challenge: Hashable, Sendable {
  enum Scheme: String, Hashable, Sendable, CaseIterable {
    case bearer = "Bearer"
    case dpop = "DPoP"
  }

  var scheme: Scheme
  /// The URL of the resource's metadata (RFC 9728 §5.1).
  var resourceMetadata: String?
  /// The algorithms that proofs may be signed with (RFC 9449 §7.1).
  var algorithms = SigningAlgorithm.allCases

  /// - Parameter parameters: further parameters of the header; printable ASCII without quotes and backslashes.
  func header(_ parameters: [(name: String, value: String)] = []) -> String {
    var all = [(name: "realm", value: "idsvr")] + parameters
    if scheme == .dpop { all.append(("algs", algorithms.map(\.rawValue).joined(separator: " "))) }
    if let resourceMetadata { all.append(("resource_metadata", resourceMetadata)) }
    return scheme.rawValue + " " + all.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ", ")
  }

  /// - Parameter parameters: parameters of the challenge besides the error, such as `scope`.
  func refusal(
    _ code: OAuthError.Code, _ description: String, status: Int = 401,
    _ parameters: [(name: String, value: String)] = [],
    detail: String = ""
  ) -> OAuthError {
    let error = [(name: "error", value: code.rawValue), (name: "error_description", value: description)]
    return OAuthError(code, description, detail: detail, status: status, challenge: header(error + parameters))
  }

  /// The same refusal as a resource's; errors about the server's state stay unchanged.
  func refusal(_ error: OAuthError) -> OAuthError {
    error.code == .temporarilyUnavailable ? error : refusal(error.code, error.description, detail: error.detail)
  }
}
