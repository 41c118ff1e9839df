struct SigningFault: Sendable {
  var request: HTTPRequest
  /// Changes the content before it is signed.
  var change: @Sendable (inout ProofDraft) -> Void = { _ in }
  /// Called with the signed request; with `nil` if nothing was signed.
  var over: @Sendable (HTTPRequest?) -> Void
}

/// Decides for each request with a proof whether a fault changes it.
protocol SigningFaultInjecting: Sendable {
  /// `nil`: no fault.
  func fault(forSigning request: HTTPRequest) -> SigningFault?
}

extension FaultInjector: SigningFaultInjecting {
  /// Takes all faults that are due for the request: the decision is made once, and the transport does not ask again.
  func fault(forSigning request: HTTPRequest) -> SigningFault? {
    guard !active.isEmpty, let endpoint = FaultEndpoint(request.endpoint) else { return nil }
    var taken = take(endpoint, for: request)
    var fault = SigningFault(request: request, over: { _ in })
    if let entry = taken.defect, entry.rule.defect.isBeforeSigning {
      if let spoiled = spoiled(request, with: entry.rule.defect) {
        fault.request = spoiled
      } else {
        giveBack(entry)
        taken.defect = nil
      }
    }
    let decided = taken
    if case .proof(let defect)? = decided.defect?.rule.defect {
      let used = seen.identifier(defect.use)
      fault.change = { ProofFaults.spoil(&$0, with: defect, usedID: used) }
    }
    fault.over = { [self] signed in
      if let signed { return decide(decided, for: signed) }
      for entry in [decided.latency, decided.defect].compactMap({ $0 }) { giveBack(entry) }
    }
    return fault
  }

  private func spoiled(_ request: HTTPRequest, with defect: FaultDefect) -> HTTPRequest? {
    switch defect {
    case .proof(let defect): ProofFaults.prepare(request, with: defect) { seen.identifier($0) != nil }
    case .request(.otherKey): RequestFaults.withOtherKey(request)
    default: nil
    }
  }
}
