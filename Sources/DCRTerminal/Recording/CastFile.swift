import Asciicast
import Foundation

/// The file that a recording is written to, for its owner alone. Every line goes to it when it happens, so that whatever ends this program leaves a
/// file that can be played.
final class CastFile {
  let path: String
  /// Why nothing more is written, as `strerror` says it. What was written before is whole lines.
  private(set) var failure: String?
  private let descriptor: Int32
  private let isRegular: Bool
  private var size: off_t = 0

  /// - Parameter force: a file that is there is written over.
  /// - Throws: `recording_exists`, `recording_unwritable`.
  init(_ path: String, force: Bool) throws(CommandError) {
    self.path = path
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY | (force ? O_TRUNC : O_EXCL)
    descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { throw CommandError("recording_exists", ["path": path]) }
      throw CommandError("recording_unwritable", ["path": path, "detail": String(cString: strerror(errno))])
    }
    var info = stat()
    isRegular = fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    // One that was there keeps the mode that it had.
    if isRegular { fchmod(descriptor, 0o600) }
  }

  deinit { close(descriptor) }

  /// - Parameter line: with its line feed.
  func append(_ line: String) {
    guard failure == nil else { return }
    var rest = Array(line.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        failure = String(cString: strerror(errno))
        if isRegular { ftruncate(descriptor, size) }
        return
      }
      rest = rest.dropFirst(count)
    }
    size += off_t(line.utf8.count)
  }
}
