import SharedValues

/// The choices at each endpoint. Each of them has an effect there, which a test verifies for all.
extension FaultEndpoint {
  /// Whether a defect can happen here at all, and so may be in a fault file.
  package func allows(_ defect: FaultDefect) -> Bool {
    switch defect {
    case .latency: self != .browser
    case .connection, .status: isAsked || isVisited
    case .body(.oversized): isAsked
    case .body, .missingMember, .wrongMember: answersJSON
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
    var offers: [FaultDefect] = []
    switch self {
    case .browser: return BrowserDefect.allCases.map(FaultDefect.browser)
    case .keystore: return DiskDefect.allCases.map(FaultDefect.disk) + [.latency(milliseconds: 3000)]
    case .secureElement: return ElementDefect.allCases.map(FaultDefect.element) + [.latency(milliseconds: 3000)]
    case .authorize, .logout:
      offers += RedirectDefect.allCases.map(FaultDefect.redirect)
      offers += redirectErrors.map { .errorRedirect($0) }
    default: break
    }
    offers += RequestDefect.allCases.map(FaultDefect.request) + ProofDefect.allCases.map(FaultDefect.proof)
    offers += NonceDefect.allCases.map(FaultDefect.nonce) + ClientDefect.allCases.map(FaultDefect.client)
    offers.append(.latency(milliseconds: 3000))
    offers += ConnectionDefect.allCases.map(FaultDefect.connection)
    offers += statuses.map(FaultDefect.status)
    offers += BodyDefect.allCases.map(FaultDefect.body)
    offers += missing.map(FaultDefect.missingMember)
    offers += wrong.map { .wrongMember($0.0, $0.1) }
    offers += IDTokenDefect.allCases.map(FaultDefect.idToken)
    return offers.filter(allows)
  }

  private var redirectErrors: [String] {
    switch self {
    case .authorize:
      [
        "access_denied", "login_required", "consent_required", "invalid_request", "invalid_scope",
        "unauthorized_client",
        "unsupported_response_type", "server_error", "temporarily_unavailable", "no_such_error",
      ]
    default: ["access_denied", "server_error"]
    }
  }

  private var statuses: [StatusDefect] {
    let bare = [302, 400, 401, 403, 404].map { StatusDefect($0) }
    let errors: [StatusDefect] =
      switch self {
      case .token, .refresh:
        [
          StatusDefect(400, error: "invalid_grant"), StatusDefect(400, error: "invalid_request"),
          StatusDefect(400, error: "invalid_scope"), StatusDefect(400, error: "unauthorized_client"),
          StatusDefect(400, error: "unsupported_grant_type"), StatusDefect(400, error: "invalid_dpop_proof"),
        ] + (self == .token ? elsewhere : [])
      case .deviceAuthorization:
        [
          StatusDefect(400, error: "invalid_request"), StatusDefect(400, error: "invalid_scope"),
          StatusDefect(400, error: "unauthorized_client"),
        ]
      case .registration:
        [
          StatusDefect(400, error: "invalid_redirect_uri"), StatusDefect(400, error: "invalid_client_metadata"),
          StatusDefect(400, error: "invalid_software_statement"), StatusDefect(401, error: "invalid_token"),
          StatusDefect(403, error: "insufficient_scope"),
        ]
      case .userinfo: [StatusDefect(401, error: "invalid_token"), StatusDefect(403, error: "insufficient_scope")]
      case .pushedAuthorization:
        [
          StatusDefect(400, error: "invalid_request"), StatusDefect(400, error: "invalid_scope"),
          StatusDefect(400, error: "invalid_dpop_proof"),
        ]
      case .revocation:
        [StatusDefect(400, error: "unsupported_token_type"), StatusDefect(400, error: "invalid_request")]
      default: []
      }
    let trouble = [
      StatusDefect(429, retryAfter: 30), StatusDefect(500), StatusDefect(500, error: "server_error"), StatusDefect(502),
      StatusDefect(503, retryAfter: 30),
    ]
    return isVisited ? [StatusDefect(404), StatusDefect(500), StatusDefect(503)] : bare + errors + trouble
  }

  /// The possible responses to polling for a login on another device (RFC 8628 §3.5).
  private var elsewhere: [StatusDefect] {
    ["slow_down", "access_denied", "expired_token"].map { StatusDefect(400, error: $0) }
  }

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
      [
        ("access_token", 1), ("token_type", "mac"), ("token_type", "Bearer"), ("access_token", ""), ("id_token", true),
      ]
    case .refresh:
      [
        ("access_token", 1), ("token_type", "mac"), ("token_type", "Bearer"), ("access_token", ""),
      ]
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
