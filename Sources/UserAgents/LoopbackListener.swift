import Glibc
import LocalSockets
import Dispatch
import OAuthClient
import SmallFiles

/// Receives the redirect at a port of this machine (RFC 8252 §7.3): an HTTP/1.1 server for one answer.
///
/// Guarantees: it listens only on the address of the redirect URI; the first redirect that is accepted closes the port; no other request, however
/// slow, broken or large, ends the server or blocks the redirect: when all places are taken, the oldest connection is closed. A connection has its
/// place until it is closed. When this process runs out of descriptors, the listener pauses instead of spinning.
final class LoopbackListener: @unchecked Sendable {
  let port: Int

  // Everything below is used only on `queue`, which makes `@unchecked` true.
  private let queue = DispatchQueue(label: "loopback-redirect")
  private let request: LoopbackRequest
  private let deadline: DispatchTimeInterval
  private let linger: DispatchTimeInterval
  private let receive: @Sendable (String) -> Bool
  private var source: ConnectionSource?
  private var connections: [LoopbackConnection] = []

  static let places = 32

  /// - Parameters:
  ///   - host: `127.0.0.1` or `[::1]`.
  ///   - port: `nil` takes a free one.
  ///   - linger: milliseconds that a peer may take to read the answer before its connection is closed.
  ///   - receive: called with each redirect, on the listener's queue, until it returns `true`: the redirect was the awaited one.
  /// - Throws: `redirect_port_in_use`, `redirect_cannot_listen`.
  init(
    host: String, port: Int?, redirect: RedirectURI, deadline milliseconds: Int = 5000, linger: Int = 1000,
    acceptNext: @escaping @Sendable (Int32) -> Int32 = ConnectionSource.accept,
    receive: @escaping @Sendable (String) -> Bool
  ) throws(UserAgentFailure) {
    let listening: Int32
    (listening, self.port) = try LoopbackSocket.listen(isIPv6: host == "[::1]", port: port ?? 0)
    request = LoopbackRequest(for: redirect.listening(at: self.port).text)
    deadline = .milliseconds(milliseconds)
    self.linger = .milliseconds(linger)
    self.receive = receive
    queue.sync {
      source = ConnectionSource(
        listening, on: queue, acceptNext: acceptNext,
        // The oldest connection is closed to free its descriptor.
        exhausted: { [weak self] in if let self, !connections.isEmpty { connections.removeFirst().abandon() } },
        connected: { [weak self] in self?.add($0) })
    }
  }

  /// Closes the port. An answer that is on its way is still sent. May be called again.
  func close() { queue.sync { stop() } }

  deinit { stop() }

  private func stop() {
    guard let source else { return }
    self.source = nil
    source.close()
    for connection in connections where !connection.isAnswered { connection.abandon() }
    connections = []
  }

  private func add(_ descriptor: Int32) {
    if connections.count >= LoopbackListener.places { connections.removeFirst().abandon() }
    connections.append(
      LoopbackConnection(
        descriptor, on: queue, deadline: deadline, linger: linger,
        done: { [weak self] connection, head in self?.respond(to: connection, head) },
        closed: { [weak self] connection in self?.connections.removeAll { $0 === connection } }))
  }

  private func respond(to connection: LoopbackConnection, _ head: LoopbackConnection.Head) {
    switch head {
    case .ended: connection.abandon()
    case .tooLong: connection.respond(LoopbackPage.refusal(431, Catalogue()))
    case .complete(let bytes):
      let catalogue = Catalogue(Language.of(readers: LoopbackRequest.languages(bytes)))
      switch request.judge(bytes) {
      case .refused(let status): connection.respond(LoopbackPage.refusal(status, catalogue))
      case .redirect(let uri):
        guard source != nil else { return connection.abandon() }
        // `receive` comes before the page: otherwise a browser that closes with its page would count as closed by the user.
        guard receive(uri) else { return connection.respond(LoopbackPage.refusal(400, catalogue)) }
        connections.removeAll { $0 === connection }
        stop()
        connection.respond(LoopbackPage.farewell(catalogue))
      }
    }
  }
}

extension RedirectURI {
  /// This URI, or the one with the other loopback address if this machine only has that: an app should support both (RFC 8252 §7.3, §8.3).
  package func whereItCanArrive(_ hasAddress: (_ isIPv6: Bool) -> Bool = LoopbackSocket.hasAddress) -> RedirectURI {
    guard case .loopback(let host, _) = kind, host != "localhost" else { return self }
    let isIPv6 = host == "[::1]"
    return !hasAddress(isIPv6) && hasAddress(!isIPv6) ? withOtherLiteral : self
  }
}

enum LoopbackSocket {
  static func hasAddress(isIPv6: Bool) -> Bool {
    guard let (descriptor, _) = try? listen(isIPv6: isIPv6, port: 0) else { return false }
    Glibc.close(descriptor)
    return true
  }

  static func listen(isIPv6: Bool, port: Int) throws(UserAgentFailure) -> (descriptor: Int32, port: Int) {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
    guard descriptor >= 0 else { throw failure(errno, port) }
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    if isIPv6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size) }
    // A fixed port has to be free again while old connections linger; on Linux this option cannot take a port from a program that listens.
    if port != 0 { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size) }
    let bound = bindToLoopback(descriptor, isIPv6: isIPv6, port: port)
    guard bound == 0, Glibc.listen(descriptor, 64) == 0, let real = boundPort(descriptor) else {
      let reason = errno
      Glibc.close(descriptor)
      throw failure(reason, port)
    }
    return (descriptor, real)
  }

  private static func failure(_ number: Int32, _ port: Int) -> UserAgentFailure {
    let values: [String: any TermConvertible] = ["received": port, "detail": SystemError(number: number)]
    return UserAgentFailure(number == EADDRINUSE ? .redirectPortInUse : .redirectCannotListen, values)
  }
}
