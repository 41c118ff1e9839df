#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open device folder. Sockets in it are named through its descriptor, so that neither a long path (a socket's has at
/// most 107 bytes) nor a folder that is exchanged meanwhile makes a difference.
struct DeviceDirectory {
  let descriptor: Int32

  /// Why a folder is not used.
  enum Flaw: Error {
    case missing
    /// `detail` says what is wrong with it.
    case unsafe(detail: String)

    /// The error with which a listener does not start in such a folder.
    var refusal: URIDispatchError {
      switch self {
      case .missing: URIDispatchError(.unsafeDirectory, "missing")
      case .unsafe(let detail): URIDispatchError(.unsafeDirectory, detail)
      }
    }
  }

  /// Refuses symbolic links, folders of others, and folders that others may write to.
  init(_ path: String) throws(Flaw) {
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unsafe(detail: systemError()) }
    var status = stat()
    let isOurs = fstat(descriptor, &status) == 0 && status.st_uid == geteuid()
    guard isOurs, status.st_mode & 0o022 == 0 else {
      close(descriptor)
      throw .unsafe(detail: isOurs ? "writable for others" : "somebody else's")
    }
  }

  func shut() { close(descriptor) }

  /// The socket's address for `bind` and `connect`.
  var socketAddress: sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = "/proc/self/fd/\(descriptor)/\(URIDispatchAddress.socketName)"
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
    return address
  }

  /// The file that stands at the socket's name, symbolic links not followed.
  func entry() -> stat? {
    var status = stat()
    return fstatat(descriptor, URIDispatchAddress.socketName, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  func removeEntry() { unlinkat(descriptor, URIDispatchAddress.socketName, 0) }

  /// Runs `body` while no other listener of this folder is being opened or closed.
  func locked<Result>(_ body: () throws(URIDispatchError) -> Result) throws(URIDispatchError) -> Result {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }
}

func systemError() -> String { String(cString: strerror(errno)) }

/// Calls a socket function that wants a `sockaddr`.
func withSocketAddress(_ address: sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
  withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
}

/// Whether the process at the other end runs as the same user.
func peerIsOurs(_ socket: Int32) -> Bool {
  // struct ucred: pid, uid, gid.
  var credentials: (Int32, UInt32, UInt32) = (0, UInt32.max, UInt32.max)
  var length = socklen_t(MemoryLayout.size(ofValue: credentials))
  guard getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { return false }
  return credentials.1 == geteuid()
}

func unixSocket(nonBlocking: Bool) -> Int32 {
  let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  return socket(AF_UNIX, nonBlocking ? flags | Int32(SOCK_NONBLOCK.rawValue) : flags, 0)
}
