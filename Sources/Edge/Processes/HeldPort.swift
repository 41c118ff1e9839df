import Glibc
import LocalSockets
import Synchronization

/// A loopback port that stays reserved between its choice and the moment when the server listens there.
///
/// Bound, not listening, and without `SO_REUSEADDR`, so that other programs cannot bind to it. Then ``letServerIn()``: Linux lets a second socket
/// with that option bind to an address where no socket listens (socket(7)), and the server's socket has it.
package final class HeldPort: Sendable {
  package let port: Int
  private let descriptors: Mutex<[Int32]>

  /// - Parameter outlives: keeps the port reserved for the program that replaces this one, too.
  /// - Returns: `nil`: the port is in use, on 127.0.0.1 or ::1.
  package init?(_ port: Int, outlives: Bool) {
    self.port = port
    var held: [Int32] = []
    var isTaken = false
    let kind = Int32(SOCK_STREAM.rawValue) | (outlives ? 0 : Int32(SOCK_CLOEXEC.rawValue))
    for isIPv6 in [false, true] {
      let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
      // Without IPv6, which is often switched off, there is no such address.
      guard descriptor >= 0 else { continue }
      if bindToLoopback(descriptor, isIPv6: isIPv6, port: port) == 0 {
        held.append(descriptor)
      } else {
        isTaken = isTaken || errno != EADDRNOTAVAIL
        close(descriptor)
      }
    }
    descriptors = Mutex(held)
    if isTaken || held.isEmpty {
      release()
      return nil
    }
  }

  /// The first of these ports that is free; `nil`: none is.
  package static func first(of ports: [Int], outlives: Bool = false) -> HeldPort? {
    ports.lazy.compactMap { HeldPort($0, outlives: outlives) }.first
  }

  deinit { release() }

  package func letServerIn() {
    descriptors.withLock { held in
      var yes: Int32 = 1
      for descriptor in held {
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
      }
    }
  }

  package func release() {
    descriptors.withLock { held in
      for descriptor in held { close(descriptor) }
      held = []
    }
  }
}

/// Whether something listens on a loopback port, found out by connecting to it.
package enum PortProbe {
  package enum Answer: Hashable {
    /// Every address refused the connection: nothing listens.
    case refused
    case open
    /// Within two seconds, no address accepted the connection, and at least one did not refuse it either.
    case silent
  }

  /// `localhost` stands for both loopback addresses. Blocks for at most two seconds for each address.
  package static func connect(host: String, port: Int) -> Answer {
    let answers = addresses(host).map { probe($0, port) }
    if answers.contains(.open) { return .open }
    return answers.contains(.silent) ? .silent : .refused
  }

  /// The one loopback address, as `[::1]:8443`, at which something listens while the other address refuses: it is not a server of this product, which
  /// needs both addresses and so cannot start. `nil`: the host has one address, or both answer the same.
  package static func onlyListener(host: String, port: Int) -> String? {
    let answers = addresses(host).map { ($0, probe($0, port)) }
    guard answers.contains(where: { $0.1 == .refused }), let found = answers.first(where: { $0.1 != .refused }) else {
      return nil
    }
    return (found.0.utf8.contains(0x3A) ? "[\(found.0)]" : found.0) + ":\(port)"
  }

  private static func addresses(_ host: String) -> [String] { host == "localhost" ? ["127.0.0.1", "::1"] : [host] }

  private static func probe(_ address: String, _ port: Int) -> Answer {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(UInt16(clamping: port))", &hints, &found) == 0, let found else { return .refused }
    defer { freeaddrinfo(found) }
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(found.pointee.ai_family, kind, 0)
    guard descriptor >= 0 else { return .refused }
    defer { close(descriptor) }
    if Glibc.connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0 {
      return meetsItself(descriptor) ? .refused : .open
    }
    guard errno == EINPROGRESS else { return .refused }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&waiting, 1, 2000) > 0 else { return .silent }
    var failure: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size)
    return failure == 0 && !meetsItself(descriptor) ? .open : .refused
  }

  /// Linux may choose the requested port as the local port, and then the socket is connected to itself.
  private static func meetsItself(_ descriptor: Int32) -> Bool {
    boundPort(descriptor) == boundPort(descriptor) { getpeername($0, $1, $2) }
  }
}
