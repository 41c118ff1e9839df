import SharedValues
import Synchronization

/// The fault of a browser's first page, which replaces the server's answer, in one word for a command line:
/// `failure:connection_refused`, `status:503`, `time-out`.
package enum PageFault: Hashable, Sendable {
  case failure(TransportFailure.Code)
  case status(Int)
  /// No answer until the deadline.
  case timeOut

  /// `nil` for any other text.
  package init?(_ text: String) {
    let halves = text.split(scalar: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    switch (halves.first, halves.count) {
    case ("time-out", 1): self = .timeOut
    case ("failure", 2):
      guard let code = TransportFailure.Code(rawValue: halves[1]) else { return nil }
      self = .failure(code)
    case ("status", 2):
      guard let status = Int(halves[1]), (300...599).contains(status) else { return nil }
      self = .status(status)
    default: return nil
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
      let text = "\(status): \(Self.name)\n"
      fault = Fault(
        Self.name,
        .answer(HTTPResponse(status, headers: [HTTPHeader("Content-Type", "text/plain")], body: Array(text.utf8))))
    case .timeOut:
      fault = Fault(Self.name, .none, hold: Fault.Hold(Self.name) { try await Task.sleep(for: .seconds(86_400)) })
    }
  }

  package func fault(for request: HTTPRequest) -> Fault? {
    hasStruck.exchange(true, ordering: .relaxed) ? nil : fault
  }
}
