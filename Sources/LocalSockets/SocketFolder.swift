import Glibc

/// An open folder and the name of a socket in it. The socket is reached through the folder's descriptor, so that neither a long path (a socket's has
/// at most 107 bytes) nor a folder that is exchanged meanwhile matters.
package struct SocketFolder: Sendable {
  let descriptor: Int32
  let name: String

  /// Refuses symbolic links, folders of other users, and folders that others may write to.
  /// - Parameter name: the socket's name, a single component of at most 60 bytes.
  /// - Throws: `unsafe_directory`; `nobody_listening` for a missing folder, without which no listener can exist.
  package init(_ path: String, socket name: String) throws(LocalSocketError) {
    self.name = name
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? LocalSocketError(.nobodyListening) : LocalSocketError(.unsafeFolder, systemError())
    }
    var status = stat()
    let isOurs = fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
    guard isOurs, status.st_mode & 0o022 == 0 else {
      close(descriptor)
      throw LocalSocketError(.unsafeFolder, isOurs ? "writable for others" : "somebody else's")
    }
  }

  package func shut() { close(descriptor) }

  package var socketAddress: sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = "/proc/self/fd/\(descriptor)/\(name)"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return address
  }

  /// The file with the socket's name, without following symbolic links.
  func entry() -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  func removeEntry() { unlinkat(descriptor, name, 0) }

  /// Runs `body` while no other listener of this folder is being opened or closed.
  func locked<Result>(_ body: () throws(LocalSocketError) -> Result) throws(LocalSocketError) -> Result {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Removes the socket if its listener has ended without doing so.
  package func removeIfStale() { try? locked { () throws(LocalSocketError) in try removeStaleSocket() } }

  /// The same for a caller that holds the lock: without it, a socket that is about to listen looks like a stale one.
  /// - Throws: `in_use` when a listener is there; `cannot_listen` when another kind of file has that name.
  func removeStaleSocket() throws(LocalSocketError) {
    guard let entry = entry() else { return }
    guard entry.st_mode & S_IFMT == S_IFSOCK else { throw LocalSocketError(.cannotListen, "not a socket") }
    let probe = unixSocket()
    guard probe >= 0 else { throw LocalSocketError(.cannotListen, systemError()) }
    defer { close(probe) }
    let answer = withSocketAddress(socketAddress) { connect(probe, $0, $1) }
    guard answer != 0, errno == ECONNREFUSED else { throw LocalSocketError(.inUse) }
    removeEntry()
  }
}

/// By the kernel's record (SO_PEERCRED, unix(7)), which cannot be forged: for a client the listener, for a listener the client.
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

  package var isSameUser: Bool { user == geteuid() }
}

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

/// The port of a socket, or that which `ask` finds; `nil`: the system does not say.
package func boundPort(
  _ descriptor: Int32,
  _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32 = { getsockname($0, $1, $2) }
) -> Int? {
  var address = sockaddr_in6()
  var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
  return withUnsafeMutablePointer(to: &address) { pointer in
    // Both kinds of address store the port at the same offset.
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &length) }
  } == 0 ? Int(UInt16(bigEndian: address.sin6_port)) : nil
}

/// A non-blocking socket that other programs do not inherit, or a negative number.
func unixSocket() -> Int32 {
  socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
}

/// Why two programs on this machine could not talk through a Unix socket.
package struct LocalSocketError: Error, Hashable, Sendable {
  package enum Code: String, Hashable, Sendable {
    /// No listener is there, or it has ended.
    case nobodyListening = "nobody_listening"
    /// The app refused the URI; `detail` is its reason.
    case refused
    /// A listener is there, but does not answer as it should, or not in time.
    case unreachable
    /// The URI is longer than ``URIDispatch/limit``, or the answer longer than the reader allows.
    case tooLong = "too_long"
    /// Another listener is there already.
    case inUse = "in_use"
    /// The folder is missing, a symbolic link, owned by another user, or open to others.
    case unsafeFolder = "unsafe_directory"
    /// The system refused the socket.
    case cannotListen = "cannot_listen"
  }

  package var code: Code
  /// What went wrong, in a few words, for the log and the details view. Never holds a URI.
  package var detail: String

  package init(_ code: Code, _ detail: String = "") { (self.code, self.detail) = (code, detail) }
}

func systemError() -> String { String(cString: strerror(errno)).lowercased() }
