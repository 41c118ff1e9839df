import FoundationEssentials
import Glibc
import Logging
import SharedValues

/// A log file that only this user can read (0600). Lines are written whole, so two processes may share it.
final class LogFile: Sendable {
  private let descriptor: Int32

  /// Appends to the file and makes it where it does not exist. A symbolic link is refused.
  init(path: String) throws(CommandError) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw CommandError(.logFileUnwritable, ["path": path, "detail": String(cString: strerror(errno))])
    }
    fchmod(descriptor, 0o600)
  }

  deinit { close(descriptor) }

  func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// `2026-01-01T12:00:00.000Z info runner: message key=value other="two words"`: one event a line, values as logfmt has them.
struct FileLogHandler: LogHandler {
  let label: String
  let file: LogFile
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  init(label: String, file: LogFile, logLevel: Logger.Level) {
    (self.label, self.file, self.logLevel) = (label, file, logLevel)
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let values = metadata.merging(event.metadata ?? [:]) { $1 }
    let pairs = values.sorted { $0.key < $1.key }.map { " \($0.key)=\(FileLogHandler.quoted("\($0.value)"))" }.joined()
    let time = TimeSource.system.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    file.write("\(time) \(event.level) \(label): \(CommandError.line("\(event.message)\(pairs)"))")
  }

  /// A value that cannot be taken for another key: in quotes when it holds more than one word.
  private static func quoted(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "=" }) else { return value }
    return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
