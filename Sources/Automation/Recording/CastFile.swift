import Programs
import Glibc
import Catalogue
import SmallFiles

/// A recording's file, readable only for its owner. Every line is written when it happens, so the file can be played however this program ends.
package final class CastFile {
  package let path: String
  /// Why writing stopped, in the system's words. The file ends with a whole line.
  package private(set) var failure: String?
  private let descriptor: Int32
  private let isRegular: Bool
  private var size: off_t = 0

  /// - Parameter force: replaces an existing file; replaces a link itself, not its target. Writes to a device, a pipe or a standard stream
  ///   (``SmallFile/openStream(_:)``).
  /// - Throws: `recording_exists`, `recording_unwritable`.
  package init(_ path: String, force: Bool) throws(CommandError) {
    self.path = path
    let stream: Int32?
    do { stream = force ? try SmallFile.openStream(path) : nil } catch {
      throw CommandError(.recordingUnwritable, path: path, error)
    }
    isRegular = stream == nil
    if let stream {
      descriptor = stream
    } else if force {
      try SmallFile.replace(path, by: "", orThrow: .recordingUnwritable)
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
    } else {
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o600)
    }
    guard descriptor >= 0 else {
      if errno == EEXIST { throw CommandError(.recordingExists, ["path": path]) }
      throw CommandError(.recordingUnwritable, path: path)
    }
    // The path may lead to another file since it was examined.
    var info = stat()
    let isKnown = fstat(descriptor, &info) == 0
    guard isKnown, !isRegular || info.st_mode & S_IFMT == S_IFREG && info.st_size == 0 else {
      throw CommandError(.recordingUnwritable, path: path, SystemError(number: EEXIST))
    }
    // Another user could read everything from their pipe. A device belongs to the system.
    guard info.st_uid == geteuid() || info.st_mode & S_IFMT == S_IFCHR else {
      let owner = AccountName.of(info.st_uid)
      throw CommandError(.recordingUnwritable, path: path, Catalogue()(.fileOfAnother, ["user": owner]))
    }
  }

  // Runs also when the initializer fails.
  deinit { close(descriptor) }

  /// - Parameter line: ends with a line feed.
  package func append(_ line: String) {
    guard failure == nil else { return }
    do {
      try SystemFileOperations().write(Array(line.utf8), to: descriptor)
      size += off_t(line.utf8.count)
    } catch {
      failure = error.message
      if isRegular { ftruncate(descriptor, size) }
    }
  }
}
