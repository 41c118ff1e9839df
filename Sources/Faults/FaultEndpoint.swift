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
    // Where requests carry proofs. The app does not need the nonce in a revocation's response.
    case .nonce: ProofDefect.dpopSignature.row.endpoints.contains(self)
    case .request(.otherKey): self == .pushedAuthorization || self == .authorize
    case .request(.used), .request(.expired): self == .authorize
    case .element: self == .secureElement
    }
  }

  /// The defects of the menu that can happen under these conditions, in order.
  package func offers(under conditions: Set<FaultCondition>) -> [FaultDefect] {
    offers.filter { FaultRule(self, $0).needs.isSubset(of: conditions) }
  }

  /// All defects of the menu, independent of the configuration.
  package var offers: [FaultDefect] {
    var offers = BrowserDefect.allCases.map(FaultDefect.browser) + DiskDefect.allCases.map(FaultDefect.disk)
    offers += ElementDefect.allCases.map(FaultDefect.element) + RedirectDefect.allCases.map(FaultDefect.redirect)
    offers += listed(.errorRedirect)
    offers += RequestDefect.allCases.map(FaultDefect.request) + ProofDefect.allCases.map(FaultDefect.proof)
    offers += NonceDefect.allCases.map(FaultDefect.nonce) + ClientDefect.allCases.map(FaultDefect.client)
    offers.append(.latency(milliseconds: 3000))
    offers += ConnectionDefect.allCases.map(FaultDefect.connection)
    offers += listed(.status)
    offers += BodyDefect.allCases.map(FaultDefect.body) + TransferDefect.allCases.map(FaultDefect.transfer)
    offers += listed(.missingMember) + listed(.wrongMember)
    offers += IDTokenDefect.allCases.map(FaultDefect.idToken)
    return offers.filter(allows)
  }

  /// The defects of this name in `Menu/offers.json`.
  private func listed(_ name: FaultRuleReader.Own) -> [FaultDefect] {
    FaultEndpoint.rows.filter { $0.endpoint == self && $0.defect.name == name.rawValue }.map(\.defect)
  }

  private static let rows: [FaultRule] = {
    let rows = Embedded.menu["offers.json"].flatMap { try? JSON.parse($0) }?.arrayValue ?? []
    return rows.flatMap { row in
      (row["endpoints"]?.arrayValue ?? []).compactMap { endpoint in
        let rule = row.setting("endpoints", nil).setting("endpoint", endpoint)
        return try? FaultRuleReader.rule(DocumentMembers(rule, at: []))
      }
    }
  }()
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
