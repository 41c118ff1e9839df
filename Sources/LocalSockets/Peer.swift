#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Who is at the other end of a connected socket, as the kernel says (SO_PEERCRED, unix(7)): of one that listened, who listened; of
/// one that connected, who connected. Nobody can pretend to be another.
public struct Peer: Hashable, Sendable {
  public let process: pid_t
  public let user: uid_t

  /// `nil` when the kernel does not say.
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

/// Calls a socket function that wants a `sockaddr`.
public func withSocketAddress(
  _ address: sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// A socket that no other program inherits, or a negative number.
public func unixSocket(nonBlocking: Bool) -> Int32 {
  let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  return socket(AF_UNIX, nonBlocking ? flags | Int32(SOCK_NONBLOCK.rawValue) : flags, 0)
}
