import Glibc

/// Reads and writes whole files by path.
package enum SmallFile {
  /// The beginning of a regular file: at most `count` bytes.
  ///
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
