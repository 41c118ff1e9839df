import Glibc
import Workshop
import Catalogue
import AppState
import Dispatch
import FoundationEssentials
import OAuthClient

/// Receives the redirect at a port of this machine (RFC 8252 §7.3): an HTTP/1.1 server for one answer.
///
/// Guarantees: it listens only on the address of the redirect URI; the first redirect that is accepted closes the port; no other request, however
/// slow, broken or large, ends the server or blocks the redirect: when all places are taken, the oldest connection is closed. A connection has its
/// place until it is closed. When this process runs out of descriptors, the listener pauses instead of spinning.
final class LoopbackListener: @unchecked Sendable {
  /// The port that is listened on.
  let port: Int

  // Everything below is used only on `queue`, which makes `@unchecked` true.
  private let queue = DispatchQueue(label: "loopback-redirect")
  private let listening: Int32
  private let request: LoopbackRequest
  private let deadline: DispatchTimeInterval
  private let linger: DispatchTimeInterval
  private let acceptNext: @Sendable (Int32) -> Int32
  private let receive: @Sendable (String) -> Bool
  private var source: (any DispatchSourceRead)?
  private var isPaused = false
  private var connections: [LoopbackConnection] = []

  /// The largest number of connections at a time.
  static let places = 32
  /// Milliseconds until the listener tries again after a connection could not be accepted.
  static let pause = 50

  /// - Parameters:
  ///   - host: `127.0.0.1` or `[::1]`.
  ///   - port: `nil` takes a free one.
  ///   - milliseconds: how long a peer may take for its request.
  ///   - linger: milliseconds that a peer may take to read the answer before its connection is closed.
  ///   - acceptNext: accepts a connection; a negative result is an error number.
  ///   - receive: called with each redirect, on the listener's queue, until it returns `true`: the redirect was the awaited one.
  /// - Throws: `redirect_port_in_use`, `redirect_cannot_listen`.
  init(
    host: String, port: Int?, redirect: RedirectURI, deadline milliseconds: Int = 5000, linger: Int = 1000,
    acceptNext: @escaping @Sendable (Int32) -> Int32 = LoopbackSocket.accept,
    receive: @escaping @Sendable (String) -> Bool
  ) throws(UserAgentFailure) {
    (listening, self.port) = try LoopbackSocket.listen(isIPv6: host == "[::1]", port: port ?? 0)
    request = LoopbackRequest(for: redirect.listening(at: self.port).text)
    deadline = .milliseconds(milliseconds)
    self.linger = .milliseconds(linger)
    (self.acceptNext, self.receive) = (acceptNext, receive)
    queue.sync { start() }
  }

  /// Closes the port. An answer that is on its way is still sent. May be called again.
  func close() { queue.sync { stop() } }

  deinit { stop() }

  private func start() {
    let listening = listening
    let source = DispatchSource.makeReadSource(fileDescriptor: listening, queue: queue)
    source.setEventHandler { [weak self] in self?.accept() }
    source.setCancelHandler { Glibc.close(listening) }
    source.activate()
    self.source = source
  }

  private func stop() {
    guard let source else { return }
    resume()
    self.source = nil
    // From here on no connection is accepted, although the cancel handler runs later.
    shutdown(listening, Int32(SHUT_RDWR))
    source.cancel()
    for connection in connections where !connection.isAnswered { connection.abandon() }
    connections = []
  }

  private func accept() {
    while source != nil, !isPaused {
      let descriptor = acceptNext(listening)
      switch descriptor {
      case 0...: add(descriptor)
      case -EAGAIN: return
      // The peer has left, or a signal came.
      case -ECONNABORTED, -EINTR: continue
      default: pauseForDescriptors()
      }
    }
  }

  private func add(_ descriptor: Int32) {
    if connections.count >= LoopbackListener.places { connections.removeFirst().abandon() }
    connections.append(
      LoopbackConnection(
        descriptor, on: queue, deadline: deadline, linger: linger,
        done: { [weak self] connection, head in self?.respond(to: connection, head) },
        closed: { [weak self] connection in self?.connections.removeAll { $0 === connection } }))
  }

  /// Pauses when there is no free descriptor (`EMFILE`, `ENFILE`…). Waiting peers keep the source ready, so without a pause it would try again at
  /// once, for ever. The oldest connection is closed to free its descriptor.
  private func pauseForDescriptors() {
    guard let source else { return }
    if !connections.isEmpty { connections.removeFirst().abandon() }
    isPaused = true
    source.suspend()
    queue.asyncAfter(deadline: .now() + .milliseconds(LoopbackListener.pause)) { [weak self] in self?.resume() }
  }

  private func resume() {
    guard isPaused else { return }
    isPaused = false
    source?.resume()
  }

  /// - Parameter head: the request's head, or why there is none.
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

/// Opens listening sockets on a loopback address.
enum LoopbackSocket {
  /// Accepts the next connection, non-blocking and close-on-exec; a negative result is an error number.
  @Sendable static func accept(_ listening: Int32) -> Int32 {
    let descriptor = Glibc.accept(listening, nil, nil)
    guard descriptor >= 0 else { return -errno }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }

  /// Whether this machine has the loopback address of this family.
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
    // A fixed port has to be free again while connections of the last login linger; on Linux this option cannot take a port from a program that
    // listens.
    if port != 0 { setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size) }
    let bound = isIPv6 ? bindIPv6(descriptor, port) : bindIPv4(descriptor, port)
    guard bound == 0, Glibc.listen(descriptor, 64) == 0, let real = realPort(descriptor) else {
      let reason = errno
      Glibc.close(descriptor)
      throw failure(reason, port)
    }
    return (descriptor, real)
  }

  private static func failure(_ number: Int32, _ port: Int) -> UserAgentFailure {
    let values = ["received": "\(port)", "detail": String(cString: strerror(number))]
    return UserAgentFailure(number == EADDRINUSE ? .redirectPortInUse : .redirectCannotListen, values)
  }

  private static func bindIPv4(_ descriptor: Int32, _ port: Int) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return bind(descriptor, &address)
  }

  private static func bindIPv6(_ descriptor: Int32, _ port: Int) -> Int32 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(port).bigEndian
    address.sin6_addr = in6addr_loopback
    return bind(descriptor, &address)
  }

  private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }

  private static func realPort(_ descriptor: Int32) -> Int? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let known = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    guard known == 0 else { return nil }
    // Both families store the port at the same offset.
    return withUnsafeBytes(of: &address) { Int($0[2]) << 8 | Int($0[3]) }
  }
}
