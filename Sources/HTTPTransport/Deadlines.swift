/// How long the transport waits. A connection that is not up in time is ``TransportFailure/Code/connectTimeout``,
/// an exchange that has not ended in time is ``TransportFailure/Code/timeout``.
public struct Deadlines: Hashable, Sendable {
  /// The limit for connecting, including the TLS handshake.
  public var connect: Duration
  /// The limit for an exchange, from the call to the last byte of the body, including connecting.
  public var exchange: Duration

  public init(connect: Duration = .seconds(5), exchange: Duration = .seconds(15)) {
    (self.connect, self.exchange) = (connect, exchange)
  }
}

/// Limits on what the transport reads from any server.
public enum TransportLimits {
  /// Bytes of one response body: 1 MiB.
  public static let body = 1 << 20
}
