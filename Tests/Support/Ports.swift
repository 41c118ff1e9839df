import Foundation

/// A port that refuses connections for as long as this object lives: bound on both loopback addresses, so that no other program
/// can listen there, but not listening.
public final class ClosedPort: Sendable {
  public let port: Int
  private let descriptor: Int32

  public init() {
    (descriptor, port) = LoopbackPort.bind(0) ?? (-1, 0)
    precondition(port != 0, "no free port")
  }

  deinit { close(descriptor) }
}

/// A free port for a program that will listen on it.
public enum FreePort {
  /// Below the range that systems assign and above that of the pseudo-terminal tests, so that neither takes the port meanwhile.
  public static func find() -> Int {
    while true {
      guard let (descriptor, port) = LoopbackPort.bind(UInt16.random(in: 21_000..<32_000)) else { continue }
      close(descriptor)
      return port
    }
  }
}

/// One socket on `[::]`, which occupies the port in both address families.
private enum LoopbackPort {
  static func bind(_ port: UInt16) -> (descriptor: Int32, port: Int)? {
    let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var off: Int32 = 0
    setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &off, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Foundation.bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else {
      close(descriptor)
      return nil
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin6_port)))
  }
}
