import Foundation
import Logging
import TestSupport
import Testing

@testable import DCRTerminal
@testable import Programs

/// The log file: one event a line, whatever its values hold; only its owner may read it.
@Suite struct FileLogTests {
  @Test func aLineIsOneEventWithEachValueApart() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/log"
    let file = try LogFile(path: path)
    let logger = Logger(label: "idsvr") { FileLogHandler(label: $0, file: file, logLevel: .info) }
    logger.info(
      "request", metadata: ["b": "two words", "a": "1", "c": "x=\"y\"", "d": "", "e": "line\nstatus=200 \u{1B}[2J"])
    logger.debug("below the level")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 2)
    let line = try #require(lines.first)
    #expect(line.contains(" info idsvr: request a=1 b=\"two words\" c=\"x=\\\"y\\\"\" d=\"\" e=\"line\\nstatus=200 "))
    #expect(!text.contains("\u{1B}"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  /// Another user who created the file, in a folder that everybody may write to, could read the log.
  @Test(.enabled(if: geteuid() == 0, "only root makes files of others"))
  func theFileOfAnotherUserIsRefused() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/log"
    folder.write("log", "before\n")
    try #require(chown(path, 65_534, 65_534) == 0 && chmod(path, 0o666) == 0)
    let error = #expect(throws: CommandError.self) { try LogFile(path: path) }
    #expect(error?.code.rawValue == "log_file_foreign" && error?["received"] == "nobody")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "before\n")
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o666, "the mode of another user's file is unchanged")
  }

  @Test func pipesLinksAndDevicesAreRefusedAtOnce() throws {
    let folder = TemporaryFolder()
    let (pipe, link) = (folder.path + "/pipe", folder.path + "/link")
    try #require(mkfifo(pipe, 0o600) == 0 && symlink(folder.path + "/elsewhere", link) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let device = folder.path + "/null"
    // Like /dev/null; only root can make it.
    let hasDevice = mknod(device, S_IFCHR | 0o666, 1 << 8 | 3) == 0 && chmod(device, 0o666) == 0
    for path in [pipe, link, folder.path] + (hasDevice ? [device] : []) {
      let error = #expect(throws: CommandError.self, "\(path)") { try LogFile(path: path) }
      #expect(error?.code.rawValue == "log_file_unwritable", "\(path)")
    }
    var info = stat()
    #expect(!hasDevice || stat(device, &info) == 0 && info.st_mode & 0o777 == 0o666, "the mode is unchanged")
  }
}
