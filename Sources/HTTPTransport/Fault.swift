import SharedValues

/// Something that goes wrong on purpose, instead of the real exchange.
public enum Fault: Hashable, Sendable {
  /// The exchange fails like this; nothing is sent.
  case failure(TransportFailure)
  /// The server is never asked; this is what it answers.
  case answer(HTTPResponse)
  /// The real exchange, this much later. The deadline runs meanwhile.
  case delay(Duration)
}

/// Decides for each request whether it is to go wrong. Faults pass through the trace like real ones, so the panel shows
/// them where they would have happened.
public protocol FaultInjecting: Sendable {
  func fault(for request: HTTPRequest) -> Fault?
}
