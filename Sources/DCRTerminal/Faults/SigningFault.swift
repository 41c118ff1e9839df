import Faults
import SharedValues

/// Something that goes wrong on purpose with what one request proves.
struct SigningFault: Sendable {
  /// What is signed in the place of the request that was meant.
  var request: HTTPRequest
  /// Changes what is about to be signed.
  var change: @Sendable (inout ProofDraft) -> Void = { _ in }
  /// To be called with the signed request; with `nil` where it came to nothing.
  var over: @Sendable (HTTPRequest?) -> Void
}

/// Decides for each request that has something to prove whether that goes wrong.
protocol SigningFaultInjecting: Sendable {
  /// `nil`: nothing does.
  func fault(forSigning request: HTTPRequest) -> SigningFault?
}

extension FaultInjector: SigningFaultInjecting {
  /// Takes what is due for the request, whatever it is: one fault decides, and the transport does not ask again.
  func fault(forSigning request: HTTPRequest) -> SigningFault? {
    guard !standing.isEmpty, let endpoint = FaultEndpoint(request.endpoint) else { return nil }
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
      fault.change = { ProofSpoiler.spoil(&$0, with: defect, usedID: used) }
    }
    fault.over = { [self] signed in
      if let signed { return decide(decided, for: signed) }
      for entry in [decided.latency, decided.defect].compactMap({ $0 }) { giveBack(entry) }
    }
    return fault
  }

  private func spoiled(_ request: HTTPRequest, with defect: FaultDefect) -> HTTPRequest? {
    switch defect {
    case .proof(let defect): ProofSpoiler.prepare(request, with: defect) { seen.identifier($0) != nil }
    case .request(.otherKey): RequestSpoiler.withOtherKey(request)
    default: nil
    }
  }
}
