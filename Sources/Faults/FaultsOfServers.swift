/// What a server can commit itself, for any client. All other faults are of an app: of its keystore, its browser, its keys, its requests and
/// its connections.
extension FaultPlan {
  /// Whether a server can commit all of it.
  package var isPossibleAtServer: Bool { rules.allSatisfy(\.isPossibleAtServer) }

  /// Who can commit it: an app with this plan's conditions, the server, or either.
  package var sides: [FaultSide] {
    FaultSide.allCases.filter { side in
      switch side {
      case .app: !rules.contains { $0.needs.contains(.atServer) }
      case .server: isPossibleAtServer
      }
    }
  }
}

/// Who commits a fault: this app, against itself, or the server, against any client.
package enum FaultSide: String, Hashable, Sendable, CaseIterable { case app, server }

extension FaultRule {
  package var isPossibleAtServer: Bool {
    (endpoint.isAsked || endpoint.isVisited) && defect.isPossibleAtServer
  }

  /// Whether it concerns what a connection shows before there is a request.
  package var spoilsCertificate: Bool {
    switch defect {
    case .connection(let defect): [.expired, .wrongHost, .untrusted].contains(defect)
    default: false
    }
  }
}

extension FaultDefect {
  fileprivate var isPossibleAtServer: Bool {
    switch self {
    // The kernel accepts connections, and finds hosts, before the server knows of them.
    case .connection(let defect): ![.offline, .refused, .tls].contains(defect)
    // The published keys are everybody's.
    case .idToken(let defect): defect != .unusableKey
    case .latency, .status, .body, .transfer, .missingMember, .wrongMember, .client, .redirect, .errorRedirect, .nonce:
      true
    case .browser, .disk, .proof, .request, .element: false
    }
  }
}
