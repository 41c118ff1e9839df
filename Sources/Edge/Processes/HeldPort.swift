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
      switch HeldPort.bind(isIPv6: isIPv6, port, kind) {
      case .success(let descriptor): held.append(descriptor)
      case .failure(.taken): isTaken = true
      case .failure(.noSuchAddress): break
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

  private enum Refusal: Error { case taken, noSuchAddress }

  private static func bind(isIPv6: Bool, _ port: Int, _ kind: Int32) -> Result<Int32, Refusal> {
    let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
    // Without IPv6, which is often switched off, there is no such address.
    guard descriptor >= 0 else { return .failure(.noSuchAddress) }
    if bindToLoopback(descriptor, isIPv6: isIPv6, port: port) == 0 { return .success(descriptor) }
    let reason = errno
    close(descriptor)
    return .failure(reason == EADDRNOTAVAIL ? .noSuchAddress : .taken)
  }
}
