import SharedValues

/// Where a fault can happen: an endpoint of the identity server, or a part that the app depends on. The raw values are the names in fault files.
package enum FaultEndpoint: String, Hashable, Sendable, CaseIterable {
  case metadata
  /// The endpoint for pushed authorization requests (RFC 9126).
  case pushedAuthorization = "par"
  /// The endpoint at which an app requests the codes of a login on another device (RFC 8628).
  case deviceAuthorization = "device-authorization"
  case authorize, token, registration, userinfo, refresh, revocation, logout, jwks, keystore
  /// The store that keeps the phone's keys and signs with them.
  case secureElement = "secure-element"
  /// The program that is the external user agent.
  case browser

  /// The endpoint of a request that the app sends itself; `nil`: it has no faults.
  package init?(_ endpoint: Endpoint) {
    guard let own = FaultEndpoint.asked[endpoint] else { return nil }
    self = own
  }

  private static let asked: [Endpoint: FaultEndpoint] = [
    .metadata: .metadata, .token: .token, .registration: .registration, .userinfo: .userinfo, .refresh: .refresh,
    .revocation: .revocation, .jwks: .jwks, .pushedAuthorization: .pushedAuthorization,
    .deviceAuthorization: .deviceAuthorization,
  ]

  /// Whether the app sends HTTP requests to it; the browser visits the others, or they are on this machine.
  package var isAsked: Bool { FaultEndpoint.asked.values.contains(self) }

  /// Whether it is a page that the browser opens and that ends in a redirect.
  package var isVisited: Bool { self == .authorize || self == .logout }

  /// Whether its response is a JSON document that the app reads. For a revocation only the status counts (RFC 7009 §2.2).
  package var answersJSON: Bool { isAsked && self != .revocation }
}

/// The choices at each endpoint. Each of them has an effect there, which a test verifies for all.
extension FaultEndpoint {
  /// Whether a defect can happen here at all, and so may be in a fault file.
  package func allows(_ defect: FaultDefect) -> Bool {
    switch defect {
    case .latency: self != .browser
    case .connection, .status: isAsked || isVisited
    case .body(.oversized): isAsked
    case .body, .transfer, .missingMember, .wrongMember: answersJSON
    case .idToken(let defect): defect.isPossible(at: self)
    case .client(.revoked): [.token, .refresh, .revocation, .authorize].contains(self)
    case .client(.expired): [.token, .refresh, .revocation, .registration].contains(self)
    case .redirect(let defect): self == .authorize || (self == .logout && defect.isPossibleAtLogout)
    case .errorRedirect: isVisited
    case .browser: self == .browser
    case .disk: self == .keystore
    case .proof(let defect): defect.row.endpoints.contains(self)
    case .nonce: provesKeys
    case .request(.otherKey): self == .pushedAuthorization || self == .authorize
    case .request(.used), .request(.expired): self == .authorize
    case .element: self == .secureElement
    }
  }

  /// Whether its requests carry DPoP proofs. The app does not need the nonce in a revocation's response.
  private var provesKeys: Bool { ProofDefect.dpopSignature.row.endpoints.contains(self) }

  /// The defects of the menu that can happen under these conditions, in order.
  package func offers(under conditions: Set<FaultCondition>) -> [FaultDefect] {
    offers.filter { FaultRule(self, $0).needs.isSubset(of: conditions) }
  }

  /// All defects of the menu, independent of the configuration.
  package var offers: [FaultDefect] {
    var offers = BrowserDefect.allCases.map(FaultDefect.browser) + DiskDefect.allCases.map(FaultDefect.disk)
    offers += ElementDefect.allCases.map(FaultDefect.element) + RedirectDefect.allCases.map(FaultDefect.redirect)
    offers += redirectErrors.map { .errorRedirect($0) }
    offers += RequestDefect.allCases.map(FaultDefect.request) + ProofDefect.allCases.map(FaultDefect.proof)
    offers += NonceDefect.allCases.map(FaultDefect.nonce) + ClientDefect.allCases.map(FaultDefect.client)
    offers.append(.latency(milliseconds: 3000))
    offers += ConnectionDefect.allCases.map(FaultDefect.connection)
    offers += statuses.map(FaultDefect.status)
    offers += BodyDefect.allCases.map(FaultDefect.body) + TransferDefect.allCases.map(FaultDefect.transfer)
    offers += missing.map(FaultDefect.missingMember)
    offers += wrong.map { .wrongMember($0.0, $0.1) }
    offers += IDTokenDefect.allCases.map(FaultDefect.idToken)
    return offers.filter(allows)
  }

  private var redirectErrors: [String] {
    guard self == .authorize else { return ["access_denied", "server_error"] }
    return [
      "access_denied", "login_required", "consent_required", "invalid_request", "invalid_scope", "unauthorized_client",
      "unsupported_response_type", "server_error", "temporarily_unavailable", "no_such_error",
    ]
  }

  private var statuses: [StatusDefect] {
    if isVisited { return [404, 500, 503].map { StatusDefect($0) } }
    let answers = errors.flatMap { status, errors in errors.map { StatusDefect(status, error: $0) } }
    return [302, 400, 401, 403, 404].map { StatusDefect($0) } + answers + [
      StatusDefect(429, retryAfter: 30), StatusDefect(500), StatusDefect(500, error: "server_error"), StatusDefect(502),
      StatusDefect(503, retryAfter: 30),
    ]
  }

  private var errors: KeyValuePairs<Int, [String]> {
    switch self {
    case .token:
      // The last three answer polls for a login on another device (RFC 8628 §3.5).
      [400: FaultEndpoint.tokenErrors + ["slow_down", "access_denied", "expired_token"]]
    case .refresh: [400: FaultEndpoint.tokenErrors]
    case .deviceAuthorization: [400: ["invalid_request", "invalid_scope", "unauthorized_client"]]
    case .registration:
      [
        400: ["invalid_redirect_uri", "invalid_client_metadata", "invalid_software_statement"],
        401: ["invalid_token"], 403: ["insufficient_scope"],
      ]
    case .userinfo: [401: ["invalid_token"], 403: ["insufficient_scope"]]
    case .pushedAuthorization: [400: ["invalid_request", "invalid_scope", "invalid_dpop_proof"]]
    case .revocation: [400: ["unsupported_token_type", "invalid_request"]]
    default: [:]
    }
  }

  private static let tokenErrors = [
    "invalid_grant", "invalid_request", "invalid_scope", "unauthorized_client", "unsupported_grant_type",
    "invalid_dpop_proof",
  ]

  private var missing: [String] {
    switch self {
    case .metadata:
      [
        "issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "jwks_uri",
        "pushed_authorization_request_endpoint", "device_authorization_endpoint", "dpop_signing_alg_values_supported",
      ]
    case .pushedAuthorization: ["request_uri", "expires_in"]
    case .deviceAuthorization: ["device_code", "user_code", "verification_uri", "expires_in"]
    case .token: ["access_token", "token_type", "id_token"]
    case .refresh: ["access_token", "token_type"]
    case .registration: ["client_id", "client_secret", "jwks"]
    case .userinfo: ["sub"]
    case .jwks: ["keys"]
    default: []
    }
  }

  private var wrong: [(String, JSON)] {
    switch self {
    case .metadata:
      [
        ("issuer", "https://evil.example"), ("authorization_endpoint", "evil.example/authorize"),
        ("token_endpoint", "http://evil.example/token"), ("registration_endpoint", 1),
        ("code_challenge_methods_supported", ["plain"]), ("response_types_supported", ["id_token"]),
        ("grant_types_supported", ["implicit"]), ("response_modes_supported", ["fragment"]),
        ("token_endpoint_auth_methods_supported", ["client_secret_basic"]),
        ("dpop_signing_alg_values_supported", ["RS256"]),
      ]
    case .pushedAuthorization:
      [("request_uri", 1), ("request_uri", "no reference"), ("expires_in", 0), ("expires_in", "soon")]
    case .deviceAuthorization:
      [
        ("verification_uri", "evil.example/device"), ("verification_uri", "http://evil.example/device"),
        ("verification_uri_complete", "https://evil.example/device"), ("user_code", 1), ("expires_in", 0),
        ("interval", 60),
      ]
    case .token:
      [("access_token", 1), ("token_type", "mac"), ("token_type", "Bearer"), ("access_token", ""), ("id_token", true)]
    case .refresh: [("access_token", 1), ("token_type", "mac"), ("token_type", "Bearer"), ("access_token", "")]
    case .registration:
      [
        ("client_id", 1), ("redirect_uris", ["https://evil.example/callback"]), ("grant_types", ["implicit"]),
        ("response_types", ["token"]), ("token_endpoint_auth_method", "private_key_jwt"),
        ("token_endpoint_auth_method", "client_secret_basic"),
        ("id_token_signed_response_alg", "HS256"), ("registration_client_uri", "https://evil.example/clients/1"),
      ]
    case .userinfo: [("sub", "somebody-else"), ("sub", 1)]
    case .jwks: [("keys", [:]), ("keys", [])]
    default: []
    }
  }
}

extension RedirectDefect {
  /// A sign-out has a `state`, but neither a code nor an issuer.
  var isPossibleAtLogout: Bool {
    switch self {
    case .wrongState, .missingState, .otherURI, .repeated, .fragment: true
    case .wrongIss, .missingIss, .missingCode: false
    }
  }
}
