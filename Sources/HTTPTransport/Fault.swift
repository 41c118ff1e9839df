import SharedValues

/// Something that goes wrong on purpose with one exchange.
public struct Fault: Sendable {
  public enum Deed: Sendable {
    /// The exchange goes on as it would.
    case none
    /// The exchange fails like this; nothing is sent.
    case failure(TransportFailure)
    /// The server is never asked; this is what it answers.
    case answer(HTTPResponse)
    /// The server is asked, and its answer becomes another one or is lost; `nil`: it stays as it is.
    case rewrite(@Sendable (HTTPResponse) -> Result<HTTPResponse, TransportFailure>?)
  }

  /// The fault's name among ``Exchange/faults`` of an exchange that it has changed.
  public var name: String
  public var deed: Deed
  /// Waited for before anything else, under this name; ``Deed/failure(_:)`` with a deadline of its own is made of this, too. The
  /// deadline of the exchange runs meanwhile.
  public var hold: Hold?

  public struct Hold: Sendable {
    public var name: String
    public var wait: @Sendable () async throws -> Void

    public init(_ name: String, _ wait: @escaping @Sendable () async throws -> Void) {
      (self.name, self.wait) = (name, wait)
    }
  }

  public init(_ name: String, _ deed: Deed, hold: Hold? = nil) {
    (self.name, self.deed, self.hold) = (name, deed, hold)
  }
}

/// Decides for each request whether it is to go wrong. Faults pass through the trace like real ones, so the panel shows
/// them where they would have happened; an exchange that one has touched says so.
public protocol FaultInjecting: Sendable { func fault(for request: HTTPRequest) -> Fault? }

extension Fault {
  /// The exchange with the fault. The limits of the transport hold for what comes of it as for a server's own answer.
  ///
  /// - Parameters:
  ///   - mark: called as soon as the fault has an effect.
  ///   - real: asks the server.
  public func carryOut(
    _ mark: @Sendable (FaultMark) -> Void, _ real: @Sendable () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    if let hold {
      mark(FaultMark(hold.name, isDelay: true))
      try await hold.wait()
    }
    switch deed {
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
