import Faults

/// Answers that a fault gives in place of what the request asks for, as an overloaded server would: nothing happens, and the client may send
/// the same request again.
///
/// For a client this needs its authentication, so only endpoints with one do it. Elsewhere a fault for a client or user changes the answer
/// afterwards (``Answering/faulty(_:to:_:)``), and the request has had its effect.
struct ReplacedAnswer: Error {
  var response: ServerResponse
}

extension Provider {
  /// The reason that answers give, so that readers of a client's log do not look for another cause.
  static let faultReason = "a fault that was switched on at the server"

  /// - Throws: ``ReplacedAnswer`` for a client that the server has just recognised.
  func replaceAnswer(to request: ServerRequest) throws {
    guard !faults.isEmpty, let endpoint = Provider.authenticating[request.path],
      let answer = replacement(for: request, at: FaultEndpoint(endpoint, request))
    else { return }
    throw ReplacedAnswer(response: answer)
  }

  private static let authenticating: [String: Endpoint] = [
    Addresses.tokenPath: .token, Addresses.pushedAuthorizationPath: .pushedAuthorization,
    Addresses.deviceAuthorizationPath: .deviceAuthorization, Addresses.revocationPath: .revocation,
  ]

  /// The answer of the fault that decides, if it replaces the request's effect; `nil`: the request goes on.
  func replacement(for request: ServerRequest, at endpoint: FaultEndpoint?) -> ServerResponse? {
    guard let endpoint, let notes = RequestNotes.current else { return nil }
    while let deciding = faults.deciding(endpoint, notes, address: request.address),
      var answer = replacing(deciding.rule, request)
    {
      notes.consider(deciding.number)
      // A rule that begins later leaves the decision to the next one.
      guard faults.count(deciding.number) else { continue }
      answer.fault = deciding.summary
      return answer
    }
    return nil
  }

  /// The answer of a fault that replaces the server's; `nil`: the fault changes the server's own answer.
  func replacing(_ rule: FaultRule, _ request: ServerRequest) -> ServerResponse? {
    switch rule.defect {
    // These answers are redirects, for which the login has to end first.
    case .client where rule.endpoint == .authorize: return nil
    // The answer to a request without a proof demands no nonce.
    case .nonce where request.headers[first: "DPoP"] == nil: return nil
    default:
      return ResponseFaults.instead(
        rule.defect, at: rule.endpoint, nonce: UUID().uuidString, reason: Provider.faultReason
      ).map { ServerResponse($0) }
    }
  }
}
