import Glibc
import SharedValues

/// A system error number (errno).
package struct SystemError: Error, Hashable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The error of the call that just failed, from `errno`.
  package static var last: SystemError { SystemError(number: errno) }

  /// A full disk, or a quota that is used up.
  package var isNoSpace: Bool { number == ENOSPC || number == EDQUOT }

  /// The system's message, in lower case; another one where a link is not followed.
  package var message: String {
    // The system's “too many levels of symbolic links” is not true of the one link that a program refuses to follow.
    if number == ELOOP { return "is a symbolic link" }
    var text = [CChar](repeating: 0, count: 200)
    guard strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
    return text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }.lowercased()
  }
}

/// The system's message is translated where the catalogue knows it.
extension SystemError: TermConvertible { package var term: Term { .english(message) } }

/// Each step of changing or reading a small file, so that a test or an injected fault can make any one fail.
///
/// Names lie within `folder`, an open descriptor. A name of a single component is never followed out of it.
package protocol FileOperations: Sendable {
  /// Mode 0700. Succeeds when the folder already exists.
  func makeFolder(_ name: String, in folder: Int32) throws(SystemError)
  /// Creates a file and opens it for writing. Fails when the name exists.
  func createFile(_ name: String, mode: mode_t, in folder: Int32) throws(SystemError) -> Int32
  func write(_ bytes: [UInt8], to file: Int32) throws(SystemError)
  /// Makes a file's bytes, or a folder's names, durable.
  func sync(_ descriptor: Int32) throws(SystemError)
  /// Renames `old` to `new`, replacing a file of that name in one step.
  func rename(_ old: String, to new: String, in folder: Int32) throws(SystemError)
  /// False when the file did not exist.
  func remove(_ name: String, in folder: Int32) throws(SystemError) -> Bool
  /// Opens a file for reading. Returns at once, even for a device or a pipe.
  func open(_ name: String, in folder: Int32, follows: Bool) throws(SystemError) -> Int32
  func status(of file: Int32, named name: String) throws(SystemError) -> stat
  /// The first `count` bytes of a file, or all if it has fewer.
  func contents(of file: Int32, named name: String, upTo count: Int) throws(SystemError) -> [UInt8]
  /// Locks the file unless another program has locked it (flock(2)), which returns false.
  func lock(_ file: Int32, exclusively: Bool) throws(SystemError) -> Bool
}

/// Reading and locking by the system's calls.
extension FileOperations {
  package func open(_ name: String, in folder: Int32, follows: Bool) throws(SystemError) -> Int32 {
    let file = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW))
    guard file >= 0 else { throw .last }
    return file
  }

  package func status(of file: Int32, named name: String) throws(SystemError) -> stat {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last }
    return status
  }

  package func contents(of file: Int32, named name: String, upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(count, 64 * 1024))
    while bytes.count < count {
      let length = Glibc.read(file, &piece, min(piece.count, count - bytes.count))
      if length < 0, errno == EINTR { continue }
      guard length >= 0 else { throw .last }
      if length == 0 { break }
      bytes += piece[..<length]
    }
    return bytes
  }

  package func lock(_ file: Int32, exclusively: Bool) throws(SystemError) -> Bool {
    if flock(file, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 { return true }
    guard errno == EWOULDBLOCK || errno == EINTR else { throw .last }
    return false
  }
}

/// The system's own calls.
package struct SystemFileOperations: FileOperations {
  package init() {}

  package func makeFolder(_ name: String, in folder: Int32) throws(SystemError) {
    guard mkdirat(folder, name, 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  package func createFile(_ name: String, mode: mode_t, in folder: Int32) throws(SystemError) -> Int32 {
    let file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { throw .last }
    return file
  }

  package func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .last
      }
      rest = rest.dropFirst(count)
    }
  }

  package func sync(_ descriptor: Int32) throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  package func rename(_ old: String, to new: String, in folder: Int32) throws(SystemError) {
    guard renameat(folder, old, folder, new) == 0 else { throw .last }
  }

  package func remove(_ name: String, in folder: Int32) throws(SystemError) -> Bool {
    if unlinkat(folder, name, 0) == 0 { return true }
    guard errno == ENOENT else { throw .last }
    return false
  }
}
