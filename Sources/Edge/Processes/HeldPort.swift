import Glibc
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
    for bind in [HeldPort.bindFour, HeldPort.bindSix] {
      let kind = Int32(SOCK_STREAM.rawValue) | (outlives ? 0 : Int32(SOCK_CLOEXEC.rawValue))
      switch bind(UInt16(clamping: port).bigEndian, kind) {
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

  private static func bindFour(_ port: UInt16, _ kind: Int32) -> Result<Int32, Refusal> {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    address.sin_port = port
    return bind(AF_INET, &address, socklen_t(MemoryLayout<sockaddr_in>.size), kind)
  }

  private static func bindSix(_ port: UInt16, _ kind: Int32) -> Result<Int32, Refusal> {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    address.sin6_port = port
    return bind(AF_INET6, &address, socklen_t(MemoryLayout<sockaddr_in6>.size), kind)
  }

  private static func bind(
    _ family: Int32, _ address: UnsafeRawPointer, _ length: socklen_t, _ kind: Int32
  ) -> Result<Int32, Refusal> {
    let descriptor = socket(family, kind, 0)
    // Without IPv6, which is often switched off, there is no such address.
    guard descriptor >= 0 else { return .failure(.noSuchAddress) }
    if Glibc.bind(descriptor, address.assumingMemoryBound(to: sockaddr.self), length) == 0 {
      return .success(descriptor)
    }
    let reason = errno
    close(descriptor)
    return .failure(reason == EADDRNOTAVAIL ? .noSuchAddress : .taken)
  }
}
