import FoundationEssentials
import Glibc
import Logging
import SmallFiles

/// A log file that only this user can read (0600). Lines are written whole, so two processes may share it.
package final class LogFile: Sendable {
  private let descriptor: Int32

  /// Appends to the file, which is made if it is missing. Symbolic links, other kinds of files, and the files of other users, who could read along,
  /// are refused.
  /// - Throws: `log_file_unwritable`, `log_file_foreign`. Nothing has been written then.
  package init(path: String) throws(CommandError) {
    // Opening must not wait for a pipe without a reader.
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o600)
    guard file >= 0 else { throw CommandError(.logFileUnwritable, path: path) }
    do throws(CommandError) { try LogFile.protect(file, path) } catch {
      close(file)
      throw error
    }
    descriptor = file
  }

  deinit { close(descriptor) }

  private static func protect(_ file: Int32, _ path: String) throws(CommandError) {
    var info = stat()
    guard fstat(file, &info) == 0 else { throw CommandError(.logFileUnwritable, path: path) }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw CommandError(.logFileUnwritable, path: path, "it is not a file")
    }
    guard info.st_uid == geteuid() else {
      throw CommandError(.logFileForeign, ["path": path, "received": AccountName.of(info.st_uid)])
    }
    // There is no log if the file cannot be made private, as on a file system without modes.
    guard fchmod(file, 0o600) == 0 else { throw CommandError(.logFileUnwritable, path: path) }
  }

  /// A logger that writes to the file at this path; `nil`: one that writes nothing.
  /// - Throws: `log_file_unwritable`, `log_file_foreign`.
  package static func logger(
    _ label: String, _ path: String?, _ level: GlobalOptions.LogLevel
  ) throws(CommandError) -> Logger {
    guard let path else { return Logger(label: label) { _ in SwiftLogNoOpLogHandler() } }
    let file = try LogFile(path: path)
    return Logger(label: label) { FileLogHandler(label: $0, file: file, logLevel: level.level) }
  }

  package func write(_ line: String) { Descriptor.write(line + "\n", to: descriptor) }
}

/// Writes `2026-01-01T12:00:00.000Z info runner: message key=value other="two words"`: one event on each line, values as in logfmt.
package struct FileLogHandler: LogHandler {
  package let label: String
  package let file: LogFile
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]

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
