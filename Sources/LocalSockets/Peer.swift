import Glibc

/// The process at the other end of a connected socket, by the kernel's record (SO_PEERCRED, unix(7)): for a client the listener, for a
/// listener the client. It cannot be forged.
package struct Peer: Hashable, Sendable {
  package let process: pid_t
  package let user: uid_t

  /// `nil` when the kernel does not know.
  package init?(of socket: Int32) {
    // struct ucred: pid, uid, gid.
    var credentials: (Int32, UInt32, UInt32) = (0, UInt32.max, UInt32.max)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    (process, user) = (credentials.0, credentials.1)
  }

  /// Whether it runs as the same user as this process.
  package var isSameUser: Bool { user == geteuid() }
}

/// Calls a socket function that takes a `sockaddr`.
func withSocketAddress<Address>(_ address: Address, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<Address>.size)) }
  }
}

/// Binds a socket to a port of 127.0.0.1 or, a socket for IPv6, of ::1. Returns what `bind` does.
package func bindToLoopback(_ descriptor: Int32, isIPv6: Bool, port: Int) -> Int32 {
  if isIPv6 {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(clamping: port).bigEndian
    address.sin6_addr = in6addr_loopback
    return withSocketAddress(address) { bind(descriptor, $0, $1) }
  }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(clamping: port).bigEndian
  address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
  return withSocketAddress(address) { bind(descriptor, $0, $1) }
}

/// A socket that other programs do not inherit, or a negative number.
func unixSocket(nonBlocking: Bool) -> Int32 {
  let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  return socket(AF_UNIX, nonBlocking ? flags | Int32(SOCK_NONBLOCK.rawValue) : flags, 0)
}
