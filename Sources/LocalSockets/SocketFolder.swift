import Glibc

/// An open folder and the name of a socket in it. The socket is reached through the folder's descriptor, so that neither a long path (a socket's has
/// at most 107 bytes) nor a folder that is exchanged meanwhile matters.
package struct SocketFolder: Sendable {
  let descriptor: Int32
  let name: String

  /// Refuses symbolic links, folders of other users, and folders that others may write to.
  ///
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

  /// The socket's address for `bind` and `connect`.
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
    let probe = unixSocket(nonBlocking: true)
    guard probe >= 0 else { throw LocalSocketError(.cannotListen, systemError()) }
    defer { close(probe) }
    let answer = withSocketAddress(socketAddress) { connect(probe, $0, $1) }
    guard answer != 0, errno == ECONNREFUSED else { throw LocalSocketError(.inUse) }
    removeEntry()
  }
}
