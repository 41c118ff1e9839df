import SharedValues
import Synchronization

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
  /// A delay before everything else, under this name, while the deadline of the exchange keeps running.
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

  /// The exchange with the fault. The transport's limits apply to the result as to a server's own answer.
  /// - Parameter mark: called as soon as the fault has an effect.
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

/// Decides for each request whether to inject a fault. Faults pass through the trace like real failures; a changed exchange is marked.
package protocol FaultInjecting: Sendable { func fault(for request: HTTPRequest) -> Fault? }

extension TransportFailure {
  static let bodyTooLarge = TransportFailure(.bodyTooLarge, "the answer is larger than \(TransportLimits.body) bytes")
}

/// The fault of a browser's first page, in one word for a command line: `failure:connection_refused`, `status:503`, `time-out`.
package enum PageFault: Hashable, Sendable {
  case failure(TransportFailure.Code)
  case status(Int)
  /// No answer until the deadline.
  case timeOut

  /// `nil` for any other text.
  package init?(_ text: String) {
    if text == "time-out" {
      self = .timeOut
    } else if let code = text.without(prefix: "failure:").flatMap({ TransportFailure.Code(rawValue: String($0)) }) {
      self = .failure(code)
    } else if let status = text.without(prefix: "status:").flatMap({ Int($0) }), (300...599).contains(status) {
      self = .status(status)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .failure(let code): "failure:\(code.rawValue)"
    case .status(let status): "status:\(status)"
    case .timeOut: "time-out"
    }
  }
}

/// Injects the fault into a browser's first request only.
package final class FirstPageFault: FaultInjecting {
  private static let name = "a fault that was switched on in the fault menu"
  private let fault: Fault
  private let hasStruck = Atomic(false)

  package init(_ page: PageFault) {
    switch page {
    case .failure(let code): fault = Fault(Self.name, .failure(TransportFailure(code, Self.name)))
    case .status(let status):
      let (headers, text) = ([HTTPHeader("Content-Type", "text/plain")], "\(status): \(Self.name)\n")
      fault = Fault(Self.name, .answer(HTTPResponse(status, headers: headers, body: Array(text.utf8))))
    case .timeOut:
      fault = Fault(Self.name, .none, hold: Fault.Hold(Self.name) { try await Task.sleep(for: .seconds(86_400)) })
    }
  }

  package func fault(for request: HTTPRequest) -> Fault? { hasStruck.exchange(true, ordering: .relaxed) ? nil : fault }
}
