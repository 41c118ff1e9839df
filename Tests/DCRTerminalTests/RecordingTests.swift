import Asciicast
import Catalogue
import Foundation
import TerminalUI
import Testing

@testable import AppConfiguration
@testable import Automation
@testable import DCRTerminal
@testable import Edge

@Suite struct RecordingTests {
  /// The words of the command line, the file, and the words that `run` receives.
  private static let lines: [(String, String, String)] = [
    ("a.cast", "a.cast", ""),
    ("a.cast --device tablet --ascii", "a.cast", "--device tablet --ascii"),
    ("--device tablet a.cast --force", "a.cast", "--device tablet"),
    ("--force --idle-limit 2 --lang=de a.cast", "a.cast", "--lang=de"),
    ("--idle-limit=2 a.cast --plain", "a.cast", "--plain"),
    ("--device x x --plain", "x", "--device x --plain"),
    ("x --device x", "x", "--device x"),
    ("--device x --config y x", "x", "--device x --config y"),
  ]

  /// The file may stand anywhere in the line, and its name may equal an option's value.
  @Test(arguments: lines)
  func theAppGetsItsOwnOptions(_ line: String, _ file: String, _ expected: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let command = try #require(QuickStart.command(["record"] + words) as? RecordCommand)
    #expect(command.file == file)
    let rest = RecordCommand.wordsOfRun(words, file: file)
    #expect(rest == expected.split(separator: " ").map(String.init))
    let run = try #require(QuickStart.command(["run", "--presenter"] + rest) as? RunCommand)
    #expect(run.global.device == command.app.global.device)
    #expect(run.look.plain == command.app.look.plain)
    #expect(run.presenter)
  }

  @Test(
    arguments: [
      ("q", [.quit]),
      (" .+-g", [.playback(.pause), .playback(.step), .playback(.faster), .playback(.slower), .playback(.restart)]),
      ("\u{1B}[C\u{1B}OC", [.playback(.step), .playback(.step)]), ("\u{1B}[A\u{1B}[1;5D", []),
      ("\u{1B}[1;5Cq", [.playback(.step), .quit]),
      ("\u{3}\u{1A}\u{C}\r", [.interrupt, .suspend, .redraw, .confirm]), ("\u{1B}", []), ("\u{1B}q", [.quit]),
      ("xyz", []),
    ] as [(String, [PlayerKey])])
  func keysOfThePlayer(_ typed: String, _ keys: [PlayerKey]) {
    #expect(PlayerKey.read(Array(typed.utf8)) == keys)
  }

  /// Otherwise anyone who may write into the folder could lead a recording over another file.
  @Test func forceReplacesALinkAndNotItsTarget() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "mine".write(toFile: folder + "/other", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: folder + "/a.cast", withDestinationPath: folder + "/other")
    let cast = try CastFile(folder + "/a.cast", force: true)
    cast.append("line\n")
    #expect(cast.failure == nil)
    #expect(try String(contentsOfFile: folder + "/other", encoding: .utf8) == "mine")
    #expect(try String(contentsOfFile: folder + "/a.cast", encoding: .utf8) == "line\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.cast", "other"])
    // A device is not a file that can be replaced.
    try CastFile("/dev/null", force: true).append("x\n")
    var info = stat()
    #expect(stat("/dev/null", &info) == 0 && info.st_mode & S_IFMT == S_IFCHR)
    // Nor is standard error, wherever it leads.
    try #require(symlink("/proc/self/fd/2", folder + "/stderr") == 0)
    _ = try? CastFile(folder + "/stderr", force: true)
    #expect(lstat(folder + "/stderr", &info) == 0 && info.st_mode & S_IFMT == S_IFLNK)
  }

  /// A pipe that another user placed there would give that user the whole recording.
  @Test(.enabled(if: geteuid() == 0, "only root makes pipes of others"))
  func thePipeOfAnotherUserIsRefused() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.cast"
    try #require(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    try CastFile(path, force: true).append("x\n")
    try #require(chown(path, 65_534, 65_534) == 0)
    let error = #expect(throws: CommandError.self) { try CastFile(path, force: true) }
    #expect(error?.code.rawValue == "recording_unwritable" && error?["detail"]?.contains("nobody") == true)
  }

  @Test func aFileIsPrivateAndKeptWithoutForce() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cast-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/a.cast"
    try CastFile(path, force: false).append("line\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "line\n")
    #expect(
      #expect(throws: CommandError.self) { try CastFile(path, force: false) }?.code.rawValue == "recording_exists")
    chmod(path, 0o644)
    try CastFile(path, force: true).append("x\n")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "x\n")
    var info = stat()
    #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600)
    let code = #expect(throws: CommandError.self) { try CastFile(folder, force: true) }?.code.rawValue
    #expect(code == "recording_unwritable")
  }

  /// The program has the pseudo-terminal as its controlling terminal, in its size and with its modes.
  @Test func aProgramHasThePseudoTerminalAsItsOwn() async throws {
    let pseudo = try PseudoTerminal(Size(101, 27), modes: nil)
    let terminal = ChildProcess.Stream.terminal(pseudo.path)
    let child = try ChildProcess(
      "/bin/sh", ["-c", "stty size; stty size </dev/tty; read word; echo \"got $word\""], input: terminal,
      output: terminal,
      errors: terminal, isDetached: true)
    pseudo.isTaken()
    pseudo.write(Array("hello\n".utf8))
    var output: [UInt8] = []
    var ready = pollfd(fd: pseudo.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&ready, 1, 20_000) > 0, let bytes = pseudo.read() { output += bytes }
    #expect(await child.exit() == .code(0))
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.filter { $0 == "27 101" }.count == 2)
    #expect(lines.last == "got hello")
  }

  @Test(arguments: CastError.Reason.allCases)
  func everyReasonIsReported(_ reason: CastError.Reason) throws {
    #expect(!CastSource.words(reason, "x").isEmpty)
  }
}
