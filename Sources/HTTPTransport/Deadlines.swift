/// How long the transport waits. A connection that is not up in time is ``TransportFailure/Code/connectTimeout``,
/// an exchange that has not ended in time is ``TransportFailure/Code/timeout``.
package struct Deadlines: Hashable, Sendable {
  /// The limit for connecting, including the TLS handshake.
  package var connect: Duration
  /// The limit for an exchange, from the call to the last byte of the body, including connecting.
  package var exchange: Duration

  package init(connect: Duration = .seconds(5), exchange: Duration = .seconds(15)) {
    (self.connect, self.exchange) = (connect, exchange)
  }
}

/// Limits on what the transport reads from any server.
package enum TransportLimits {
  /// Bytes of one response body: 1 MiB.
  package static let body = 1 << 20
}
