import Glibc
import Catalogue
import Workshop
import FoundationEssentials

/// The file that a recording is written to, for its owner alone. Every line goes to it when it happens, so that whatever ends this program leaves a
/// file that can be played.
final class CastFile {
  let path: String
  /// Why nothing more is written, as `strerror` says it. What was written before is whole lines.
  private(set) var failure: String?
  private let descriptor: Int32
  private let isRegular: Bool
  private var size: off_t = 0

  /// - Parameter force: a file that is there is replaced, a link as well, and not what it leads to. A device or a pipe is
  ///   written to.
  /// - Throws: `recording_exists`, `recording_unwritable`.
  init(_ path: String, force: Bool) throws(CommandError) {
    self.path = path
    if !force {
      descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0o600)
      isRegular = true
    } else if CastFile.isDevice(path) {
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
      isRegular = false
    } else {
      do throws(ExportProblem) { try ExportWriter.save("", to: path) } catch {
        throw CommandError(.recordingUnwritable, ["path": path, "detail": error.detail])
      }
      descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW)
      isRegular = true
    }
    guard descriptor >= 0 else {
      if errno == EEXIST { throw CommandError(.recordingExists, ["path": path]) }
      throw CommandError(.recordingUnwritable, ["path": path, "detail": String(cString: strerror(errno))])
    }
    // Another file may have been put there since it was looked at.
    var info = stat()
    let isExpected = fstat(descriptor, &info) == 0 && (info.st_mode & S_IFMT == S_IFREG) == isRegular
    guard isExpected, !isRegular || info.st_size == 0 else {
      close(descriptor)
      throw CommandError(.recordingUnwritable, ["path": path, "detail": String(cString: strerror(EEXIST))])
    }
    // Another user's pipe would tell that one everything. A device is the system's.
    guard info.st_uid == geteuid() || info.st_mode & S_IFMT == S_IFCHR else {
      close(descriptor)
      let detail = Catalogue()(.fileOfAnother, ["user": AccountName.of(info.st_uid)])
      throw CommandError(.recordingUnwritable, ["path": path, "detail": detail])
    }
  }

  /// Anything that is there and neither a file nor a folder.
  private static func isDevice(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && ![S_IFREG, S_IFDIR].contains(info.st_mode & S_IFMT)
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
