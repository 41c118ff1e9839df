import Foundation

extension IdentityServerConfiguration {
  /// The time limits of a connection and the number of connections. Each deadline covers its whole phase: a peer that
  /// sends one byte at a time does not extend it.
  package struct ConnectionLimits: Hashable, Sendable {
    package var head: Duration = .seconds(10)
    /// The time from the end of the head to the end of the body.
    package var body: Duration = .seconds(30)
    /// The time between two requests, and from the start of the connection to its first request, including the TLS handshake.
    package var idle: Duration = .seconds(30)
    /// The time from the end of a request to its answer. The push channel holds answers for up to 20 s.
    package var answer: Duration = .seconds(60)
    /// Connections on all ports together; one more closes the connection that has been idle longest.
    package var count = ConnectionLimits.fitting

    /// Logins that may wait for their turn: enough for a class, and at most a quarter of the connections.
    var logins: Int { max(8, min(400, count / 4)) }

    /// The number of connections that leaves this process enough descriptors for its files; at most 2048.
    package static var fitting: Int {
      var limit = rlimit()
      guard getrlimit(fileLimit, &limit) == 0 else { return 512 }
      return min(2048, max(32, Int(clamping: limit.rlim_cur) - 128))
    }

    /// Lets this process open up to 4096 files where the system allows it: the shell's soft limit of 1024 is too low for a classroom.
    package static func raiseFileLimit() {
      var limit = rlimit()
      guard getrlimit(fileLimit, &limit) == 0 else { return }
      limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 4096))
      setrlimit(fileLimit, &limit)
    }

    #if canImport(Glibc)
      private static var fileLimit: Int32 { Int32(RLIMIT_NOFILE.rawValue) }
    #else
      private static var fileLimit: Int32 { RLIMIT_NOFILE }
    #endif
  }
}
