import ForeignText
import FoundationEssentials
import Glibc
import Logging
import SharedValues

/// A log file that only this user can read (0600). Lines are written whole, so two processes may share it.
package final class LogFile: Sendable {
  private let descriptor: Int32

  /// Appends to the file and makes it where it does not exist. A symbolic link is refused.
  package init(path: String) throws(CommandError) {
    descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw CommandError(.logFileUnwritable, ["path": path, "detail": String(cString: strerror(errno))])
    }
    fchmod(descriptor, 0o600)
  }

  deinit { close(descriptor) }

  /// A logger into the file of this path, otherwise nowhere.
  /// - Throws: `log_file_unwritable`.
  package static func logger(
    _ label: String, _ path: String?, _ level: GlobalOptions.LogLevel
  ) throws(CommandError) -> Logger {
    guard let path else { return Logger(label: label) { _ in SwiftLogNoOpLogHandler() } }
    let file = try LogFile(path: path)
    return Logger(label: label) { FileLogHandler(label: $0, file: file, logLevel: level.level) }
  }

  package func write(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}

/// `2026-01-01T12:00:00.000Z info runner: message key=value other="two words"`: one event a line, values as logfmt has them.
package struct FileLogHandler: LogHandler {
  package let label: String
  package let file: LogFile
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]

  package init(label: String, file: LogFile, logLevel: Logger.Level) {
    (self.label, self.file, self.logLevel) = (label, file, logLevel)
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let values = metadata.merging(event.metadata ?? [:]) { $1 }
    let pairs = values.sorted { $0.key < $1.key }.map { " \($0.key)=\(Escape.logfmtValue("\($0.value)"))" }.joined()
    let time = TimeSource.system.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    file.write("\(time) \(event.level) \(label): \(CommandError.line("\(event.message)\(pairs)"))")
  }
}
