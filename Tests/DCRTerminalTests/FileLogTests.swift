import Foundation
import Logging
import TestSupport
import Testing

@testable import DCRTerminal

/// The log file: one event a line, whatever its values hold, and nobody else may read it.
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
}
