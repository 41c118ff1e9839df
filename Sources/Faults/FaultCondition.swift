/// A condition of the app's configuration without which a fault cannot happen.
package enum FaultCondition: String, Hashable, Sendable, CaseIterable {
  /// The login requests a recent authentication (`max_age`, OpenID Connect Core §3.1.2.1).
  case maxAge = "max-age"
  case secret
  /// The client authenticates with a key (`private_key_jwt`).
  case privateKey = "private-key"
  /// Tokens are bound to a key (RFC 9449).
  case dpop
  /// The phone has a key, for any use.
  case keys
  /// The client's key asks its user for consent each time.
  case userPresence = "user-presence"
  /// Authorization requests are pushed (RFC 9126).
  case pushed
  /// The browser carries the authorization request.
  case inBrowser = "in-browser"
  /// Logins use a browser on another device (RFC 8628).
  case deviceCode = "device-code"
  case browser
  /// The server itself commits the fault; never true in an app.
  case atServer = "at-server"
}

extension FaultRule {
  /// The required conditions; empty: the fault can happen in any configuration.
  package var needs: Set<FaultCondition> { endpoint.needs.union(defect.needs(at: endpoint)) }
}

extension FaultPlan {
  /// Whether at least one of its faults can happen.
  package func isPossible(under conditions: Set<FaultCondition>) -> Bool {
    rules.contains { $0.needs.isSubset(of: conditions) }
  }

  /// The names of its defects that only a server can commit, each once: in an app they never happen.
  package var onlyAtServer: [String] {
    var names: [String] = []
    for rule in rules where rule.needs.contains(.atServer) && !names.contains(rule.defect.name) {
      names.append(rule.defect.name)
    }
    return names
  }
}

extension FaultEndpoint {
  fileprivate var needs: Set<FaultCondition> {
    switch self {
    case .pushedAuthorization: [.pushed]
    case .deviceAuthorization: [.deviceCode]
    case .authorize, .logout, .browser: [.browser]
    case .secureElement: [.keys]
    default: []
    }
  }
}

extension FaultDefect {
  fileprivate func needs(at endpoint: FaultEndpoint) -> Set<FaultCondition> {
    switch self {
    case .idToken(let defect): defect.needsMaxAge ? [.maxAge] : []
    case .client(.expired): [.secret]
    case .proof(let defect): [defect.row.use == .dpop ? .dpop : .privateKey]
    case .nonce: [.dpop]
    case .transfer: [.atServer]
    case .element(let defect): defect.needs
    case .request(.otherKey): endpoint == .authorize ? [.dpop, .inBrowser] : [.dpop]
    case .request(.used), .request(.expired): [.pushed]
    // In a redirect, `access_denied` answers this device's browser; at the token endpoint it needs a device code.
    case .status(let defect) where endpoint == .token && defect.error == "access_denied": [.deviceCode]
    case .status(let defect): FaultDefect.needs[defect.error ?? "", default: []]
    case .missingMember(let member): FaultDefect.needs[member, default: []]
    case .wrongMember(let member, let value):
      FaultDefect.needs[member, default: []].union(FaultDefect.needs["\(member) \(value.compact)", default: []])
    default: []
    }
  }

  private static let needs: [String: Set<FaultCondition>] = [
    "invalid_dpop_proof": [.dpop], "dpop_signing_alg_values_supported": [.dpop], #"token_type "Bearer""#: [.dpop],
    "client_secret": [.secret], #"token_endpoint_auth_method "private_key_jwt""#: [.secret],
    #"token_endpoint_auth_method "client_secret_basic""#: [.privateKey],
    "token_endpoint_auth_methods_supported": [.privateKey], "jwks": [.privateKey],
    "pushed_authorization_request_endpoint": [.pushed], "device_authorization_endpoint": [.deviceCode],
    "authorization_pending": [.deviceCode], "slow_down": [.deviceCode], "expired_token": [.deviceCode],
  ]
}
