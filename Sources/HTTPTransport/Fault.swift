import SharedValues

/// A deliberate failure or change of one exchange.
package struct Fault: Sendable {
  package enum Outcome: Sendable {
    case none
    /// The exchange fails with this; nothing is sent.
    case failure(TransportFailure)
    /// This is the answer; the server gets no request.
    case answer(HTTPResponse)
    /// The server's real answer is replaced or lost; `nil`: it stays unchanged.
    case rewrite(@Sendable (HTTPResponse) -> Result<HTTPResponse, TransportFailure>?)
  }

  /// The fault's name in ``Exchange/faults`` of an exchange that it has changed.
  package var name: String
  package var outcome: Outcome
  /// A delay before everything else, under this name; an ``Outcome/failure(_:)`` after a time-out also uses it. The
  /// deadline of the exchange keeps running.
  package var hold: Hold?

  package struct Hold: Sendable {
    package var name: String
    package var wait: @Sendable () async throws -> Void

    package init(_ name: String, _ wait: @escaping @Sendable () async throws -> Void) {
      (self.name, self.wait) = (name, wait)
    }
  }

  package init(_ name: String, _ outcome: Outcome, hold: Hold? = nil) {
    (self.name, self.outcome, self.hold) = (name, outcome, hold)
  }
}

/// Decides for each request whether to inject a fault. Faults pass through the trace like real failures, so the panel
/// shows them in their place; a changed exchange is marked.
package protocol FaultInjecting: Sendable { func fault(for request: HTTPRequest) -> Fault? }

extension Fault {
  /// The exchange with the fault. The transport's limits apply to the result as to a server's own answer.
  ///
  /// - Parameters:
  ///   - mark: called as soon as the fault has an effect.
  ///   - real: sends the request to the server.
  package func carryOut(
    _ mark: @Sendable (FaultMark) -> Void, _ real: @Sendable () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if let hold {
      mark(FaultMark(hold.name, isDelay: true))
      try await hold.wait()
    }
    switch outcome {
    case .none: return try await real()
    case .failure(let failure):
      mark(FaultMark(name))
      throw failure
    case .answer(let response):
      mark(FaultMark(name))
      return response
    case .rewrite(let rewrite):
      let response = try await real()
      guard let result = rewrite(response) else { return response }
      mark(FaultMark(name))
      let rewritten = try result.get()
      guard rewritten.body.count <= TransportLimits.body else { throw TransportFailure.bodyTooLarge }
      return rewritten
    }
  }
}

extension TransportFailure {
  static let bodyTooLarge = TransportFailure(.bodyTooLarge, "the answer is larger than \(TransportLimits.body) bytes")
}
