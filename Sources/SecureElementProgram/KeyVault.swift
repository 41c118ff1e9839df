import Glibc
import OpenSSLCrypto
import SharedValues
import SmallFiles

/// The keys of one device on disk: `keys` in the element's folder, readable only by this user (0600 in 0700).
///
/// The file stands for a chip's memory that cannot be read from outside. Here only its permissions protect it, and they do not keep out other
/// programs of the same user. A change replaces the whole file, under a lock, so that two elements of one device do not lose each other's changes. A
/// damaged file is never overwritten; only ``erase()`` removes it.
final class KeyVault {
  static let fileName = "keys"
  private static let lockName = "keys.lock"
  /// How long another element may hold the lock, in seconds: a change takes milliseconds.
  private static let patience = 5.0

  private let folder: String
  private var known: (version: Version, keys: [StoredKey])?

  /// The file is replaced and never modified, so that these values identify a version.
  private struct Version: Equatable {
    var device: dev_t
    var inode: ino_t
    var seconds, nanoseconds, size: Int

    init(_ status: stat) {
      (device, inode, size) = (status.st_dev, status.st_ino, Int(status.st_size))
      (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
  }

  /// - Parameter folder: its path. The folder need not exist yet.
  init(folder: String) { self.folder = folder }

  private var path: String { folder + "/" + KeyVault.fileName }
  /// A fixed name: the next write removes what an interrupted one left.
  private var temporaryPath: String { folder + "/." + KeyVault.fileName + ".tmp" }

  func prepare() throws(SecureElementError) {
    let parent = folder.lastIndex(ofScalar: "/").map { String(folder[..<$0]) } ?? "."
    for path in [parent, folder] where mkdir(path, 0o700) != 0 {
      let failure = SystemError.last
      guard failure.number == EEXIST else { throw .unwritable(detail: "\(path): \(failure.message)") }
    }
  }

  /// - Throws: `damaged`.
  func keys() throws(SecureElementError) -> [StoredKey] {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      let failure = SystemError.last
      guard failure.number == ENOENT else { throw .damaged(detail: "\(path): \(failure.message)") }
      known = nil
      return []
    }
    if let known, known.version == Version(status) { return known.keys }
    known = nil
    let read = try load()
    known = read
    return read.keys
  }

  /// Replaces the keys by the result of `change`.
  /// - Throws: `damaged`, `unwritable`, `unavailable` when another program holds the lock; what `change` throws. The keys are then unchanged.
  func change(_ change: (inout [StoredKey]) throws(SecureElementError) -> Void) throws(SecureElementError) {
    let lock = try lock()
    defer { close(lock) }
    var keys = try keys()
    try change(&keys)
    try save(keys)
  }

  func erase() throws(SecureElementError) {
    let lock = try lock()
    defer { close(lock) }
    known = nil
    for path in [temporaryPath, path] {
      guard unlink(path) == 0 || errno == ENOENT else {
        throw .unwritable(detail: "\(path): \(SystemError.last.message)")
      }
    }
  }

  private func load() throws(SecureElementError) -> (version: Version, keys: [StoredKey]) {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { throw .damaged(detail: "\(path): \(SystemError.last.message)") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { throw .damaged(detail: "\(path) is no file of this user alone") }
    // Read in one piece: a buffer that grows leaves copies of its bytes in memory.
    var bytes = [UInt8](repeating: 0, count: KeyFileFormat.maximumLength + 1)
    defer { wipe(&bytes) }
    let count = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw .damaged(detail: "\(path): \(SystemError.last.message)") }
    do throws(SecureElementError) {
      return (Version(status), try KeyFileFormat.decode(bytes[..<count]))
    } catch { throw .damaged(detail: "\(path): \(error.detail)") }
  }

  private func save(_ keys: [StoredKey]) throws(SecureElementError) {
    do {
      var bytes = try KeyFileFormat.encode(keys)
      defer { wipe(&bytes) }
      let writer = try AtomicWriter(path, mode: 0o600, temporary: temporaryPath)
      try writer.write(bytes)
      try writer.commit(.required)
    } catch let error as SystemError {
      throw .unwritable(detail: "\(path): \(error.message)")
    } catch { throw .unavailable(detail: "\(error)") }
    known = nil
  }

  /// A descriptor that holds the lock until it is closed. The file stays, because a lock on a deleted file would exclude no other program.
  private func lock() throws(SecureElementError) -> Int32 {
    let path = folder + "/" + KeyVault.lockName
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .unwritable(detail: "\(path): \(SystemError.last.message)") }
    for _ in 0..<Int(KeyVault.patience * 50) {
      if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
      usleep(20_000)
    }
    close(file)
    throw .unavailable(detail: "another program has kept \(path) for \(Int(KeyVault.patience)) s")
  }
}
