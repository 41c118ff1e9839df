import Glibc

/// The process at the other end of a connected socket, by the kernel's record (SO_PEERCRED, unix(7)): for a client the listener, for a
/// listener the client. It cannot be forged.
public struct Peer: Hashable, Sendable {
  public let process: pid_t
  public let user: uid_t

  /// `nil` when the kernel does not know.
  public init?(of socket: Int32) {
    // struct ucred: pid, uid, gid.
    var credentials: (Int32, UInt32, UInt32) = (0, UInt32.max, UInt32.max)
    var length = socklen_t(MemoryLayout.size(ofValue: credentials))
    guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return nil }
    (process, user) = (credentials.0, credentials.1)
  }

  /// Whether it runs as the same user as this process.
  public var isSameUser: Bool { user == geteuid() }
}

/// Calls a socket function that takes a `sockaddr`.
public func withSocketAddress(
  _ address: sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// A socket that other programs do not inherit, or a negative number.
public func unixSocket(nonBlocking: Bool) -> Int32 {
  let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  return socket(AF_UNIX, nonBlocking ? flags | Int32(SOCK_NONBLOCK.rawValue) : flags, 0)
}
