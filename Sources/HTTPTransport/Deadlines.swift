/// How long the transport waits. A connection that is not up in time is ``TransportFailure/Code/connectTimeout``, an
/// exchange that has not ended in time is ``TransportFailure/Code/timeout``.
public struct Deadlines: Hashable, Sendable {
  /// How long connecting may take, TLS handshake included.
  public var connect: Duration
  /// How long an exchange may take from the call to the last byte of the body, connecting included.
  public var exchange: Duration

  public init(connect: Duration = .seconds(5), exchange: Duration = .seconds(15)) {
    (self.connect, self.exchange) = (connect, exchange)
  }
}

/// The most that the transport reads, whatever a server sends.
public enum TransportLimits {
  /// Bytes of one response body: 1 MiB.
  public static let body = 1 << 20
}
