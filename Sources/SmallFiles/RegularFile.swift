import Glibc
import SharedValues

/// A regular file, open for reading. A device, a pipe or a folder under its name is refused, and never waited for.
///
/// Callers judge owner, mode and size by ``status``, which belongs to the open file: the file cannot be exchanged between the check and the reading.
package struct RegularFile: ~Copyable {
  package enum Refusal: Error, Hashable {
    case unopened(SystemError)
    /// The kind of the file that was found (`S_IFDIR` and so on).
    case notRegular(kind: mode_t)

    /// The reason, in the system's words; `other` for a file that is not regular.
    package func reason(notRegular other: Term) -> Term {
      if case .unopened(let error) = self { .value(String(cString: strerror(error.number))) } else { other }
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
