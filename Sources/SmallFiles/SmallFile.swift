import Glibc
import SharedValues

/// Reads and writes whole files by path.
package enum SmallFile {
  /// The beginning of a regular file: at most `count` bytes.
  /// - Throws: also when the file was opened but cannot be read.
  package static func read(
    _ path: String, in folder: Int32 = AT_FDCWD, upTo count: Int, follows: Bool = true
  ) throws(RegularFile.Refusal) -> [UInt8] {
    let file = try RegularFile.open(path, in: folder, follows: follows)
    do { return try file.bytes(upTo: count) } catch { throw .unopened(error) }
  }

  /// All bytes of a regular file; `nil` when it cannot be read or has more than `limit` bytes.
  package static func whole(_ path: String, limit: Int, follows: Bool = true) -> [UInt8]? {
    guard let bytes = try? read(path, upTo: limit + 1, follows: follows), bytes.count <= limit else { return nil }
    return bytes
  }

  /// The beginning of a file named on the command line: at most `count` bytes. A pipe (`<(…)`, `/dev/stdin`) is read as well, and waited for.
  package static func readNamed(_ path: String, upTo count: Int) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try SystemFileOperations().contents(of: descriptor, named: path, upTo: count)
  }

  /// Replaces a whole file: after an interruption it has either the old content or the new one. See ``AtomicWriter``.
  package static func replace(_ path: String, by bytes: [UInt8], mode: mode_t = 0o600) throws(SystemError) {
    let writer = try AtomicWriter(path, mode: mode)
    try writer.write(bytes)
    try writer.commit(.attempted)
  }
}

/// A regular file, open for reading. A device, a pipe or a folder under its name is refused, and never waited for.
///
/// Callers judge owner, mode and size by ``status``, which belongs to the open file: the file cannot be exchanged between the check and the reading.
package struct RegularFile: ~Copyable {
  package enum Refusal: Error, Hashable {
    case unopened(SystemError)
    /// The kind of the file that was found (`S_IFDIR` and so on).
    case notRegular(kind: mode_t)

    /// The reason, in the system's words, a folder's as well; `other` for anything else that is not a regular file.
    package func reason(notRegular other: Term) -> Term {
      switch self {
      case .unopened(let error): error.term
      case .notRegular(S_IFDIR): SystemError(number: EISDIR).term
      case .notRegular: other
      }
    }
  }

  package let descriptor: Int32
  package let status: stat
  private let name: String
  private let operations: any FileOperations

  private init(_ descriptor: Int32, _ status: stat, _ name: String, _ operations: any FileOperations) {
    (self.descriptor, self.status, self.name, self.operations) = (descriptor, status, name, operations)
  }

  /// - Parameters:
  ///   - name: within `folder`, an open descriptor; without a folder, any path.
  ///   - follows: whether the file may be a symbolic link. If not, a link is refused with `ELOOP`.
  package static func open(
    _ name: String, in folder: Int32 = AT_FDCWD, follows: Bool, operations: any FileOperations = SystemFileOperations()
  ) throws(Refusal) -> RegularFile {
    let descriptor: Int32
    do { descriptor = try operations.open(name, in: folder, follows: follows) } catch { throw .unopened(error) }
    let status: stat
    do { status = try operations.status(of: descriptor, named: name) } catch {
      close(descriptor)
      throw .unopened(error)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notRegular(kind: status.st_mode & S_IFMT)
    }
    return RegularFile(descriptor, status, name, operations)
  }

  /// The beginning of the file, at most `count` bytes. A caller that reads one byte more than its limit detects a file that is too large, even one
  /// that grows meanwhile.
  package func bytes(upTo count: Int) throws(SystemError) -> [UInt8] {
    try operations.contents(of: descriptor, named: name, upTo: count)
  }

  deinit { close(descriptor) }
}
