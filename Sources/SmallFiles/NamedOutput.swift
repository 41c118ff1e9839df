import Glibc

/// Writing to a path that a person named on the command line.
extension SmallFile {
  /// Replaces a whole file (``replace(_:by:mode:)``), and writes into what must not be replaced (``openStream(_:)``).
  package static func writeNamed(_ path: String, by bytes: [UInt8]) throws(SystemError) {
    guard let stream = try openStream(path) else { return try replace(path, by: bytes) }
    defer { close(stream) }
    if let error = Descriptor.write(bytes, to: stream) { throw error }
  }

  /// Opens what must not be replaced: a character device, a pipe, or the file that standard output or standard error already writes to
  /// (`/dev/stdout`). The caller closes it.
  /// - Returns: `nil` for another regular file, or if there is nothing.
  /// - Throws: for everything else, such as a folder.
  package static func openStream(_ path: String) throws(SystemError) -> Int32? {
    guard let status = status(of: path) else { return nil }
    if let standard = standardStream(status) { return fcntl(standard, F_DUPFD_CLOEXEC, 0) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFCHR, S_IFIFO: break
    case S_IFDIR: throw SystemError(number: EISDIR)
    default: throw SystemError(number: ENOTSUP)
    }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Whether ``openStream(_:)`` opens this path. Never waits for the reader of a pipe.
  package static func isStream(_ path: String) -> Bool {
    guard let status = status(of: path) else { return false }
    return [S_IFCHR, S_IFIFO].contains(status.st_mode & S_IFMT) || standardStream(status) != nil
  }

  /// Whether both paths lead to one file that is there.
  package static func areOne(_ first: String, _ second: String) -> Bool {
    guard let first = status(of: first), let second = status(of: second) else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func status(of path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  private static func standardStream(_ status: stat) -> Int32? {
    [STDOUT_FILENO, STDERR_FILENO].first { descriptor in
      var own = stat()
      return fstat(descriptor, &own) == 0 && own.st_dev == status.st_dev && own.st_ino == status.st_ino
    }
  }
}
