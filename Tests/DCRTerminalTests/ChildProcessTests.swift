import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DCRTerminal
@testable import Edge

struct ChildProcessTests {
  @Test func itTellsHowTheProgramEnded() async throws {
    #expect(await (try ChildProcess("/bin/sh", ["-c", "exit 77"])).exit() == .code(77))
    #expect(await (try ChildProcess("/bin/sh", ["-c", "kill -9 $$"])).exit() == .signal(9))
  }

  @Test func aProgramThatIsNotThereIsAnError() {
    let error = #expect(throws: CommandError.self) { try ChildProcess("/nonexistent/program", []) }
    #expect(error?.code.rawValue == "program_not_started")
  }

  @Test func itEndsWhenItsInputCloses() async throws {
    let child = try ChildProcess("/bin/cat", [], input: .pipe)
    #expect(child.isRunning)
    child.closeInput()
    #expect(await child.exit() == .code(0))
    #expect(!child.isRunning)
  }

  @Test func aProgramThatIgnoresTerminationIsKilled() async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "trap '' TERM; echo ready; read never"], input: .pipe, output: .pipe)
    let (lines, feed) = AsyncStream.makeStream(of: String?.self)
    child.readLines { feed.yield($0) }
    #expect(await lines.first { _ in true } == "ready")
    await child.end(after: .milliseconds(10))
    #expect(await child.exit() == .signal(SIGKILL))
  }

  @Test func outputAndErrorsArriveSeparately() async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "echo one; echo bad >&2; printf two"], output: .pipe, errors: .pipe)
    let (lines, feed) = AsyncStream.makeStream(of: String.self)
    child.readLines { line in if let line { feed.yield(line) } else { feed.finish() } }
    #expect(await child.readErrors() == "bad\n")
    // The last line has no line break, so it is not complete.
    #expect(await lines.reduce(into: []) { $0.append($1) } == ["one"])
  }

  @Test func itInheritsNothingButItsThreeStreams() async throws {
    let open = Foundation.open("/dev/null", O_RDONLY)
    defer { close(open) }
    let child = try ChildProcess("/bin/ls", ["/proc/self/fd"], output: .pipe)
    let (lines, feed) = AsyncStream.makeStream(of: String.self)
    child.readLines { line in if let line { feed.yield(line) } else { feed.finish() } }
    let seen = await lines.reduce(into: []) { $0.append($1) }
    // The fourth is the folder that `ls` itself opens.
    #expect(seen.compactMap { Int($0) }.filter { $0 > 2 }.count == 1)
  }

  /// A text that must not show in the arguments comes through a descriptor: complete, ended, with nothing else open.
  @Test(arguments: [0, 40, 1 << 16, 1_000_000]) func aTextArrivesThroughADescriptor(_ count: Int) async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "wc -c <&3; exec 3<&-; ls /proc/self/fd"], output: .pipe, errors: .pipe,
      handing: String(repeating: "x", count: count))
    let (lines, feed) = AsyncStream.makeStream(of: String.self)
    child.readLines { line in if let line { feed.yield(line) } else { feed.finish() } }
    let seen = await lines.reduce(into: []) { $0.append($1) }
    #expect(seen.first == "\(count)")
    #expect(seen.dropFirst().compactMap { Int($0) }.filter { $0 > 2 }.count == 1)
  }

  @Test func aTextThatIsTooLongIsAnError() {
    let error = #expect(throws: CommandError.self) {
      try ChildProcess("/bin/true", [], handing: String(repeating: "x", count: (1 << 20) + 1))
    }
    #expect(error?.code.rawValue == "program_not_started")
  }

  /// Also a program that ignores the signal, and whose leader ends at once. The output ends when nobody has it open any more.
  @Test(.timeLimit(.minutes(1))) func aGroupEndsAsAWhole() async throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "(trap '' TERM; echo ready; sleep 600) & wait"], output: .pipe, isDetached: true)
    let (lines, feed) = AsyncStream.makeStream(of: String?.self)
    child.readLines { line in
      feed.yield(line)
      if line == nil { feed.finish() }
    }
    var rest = lines.makeAsyncIterator()
    #expect(await rest.next() == "ready")
    await child.endGroup(after: .seconds(10))
    #expect(await child.exit() == .signal(SIGTERM))
    #expect(await rest.next() == .some(nil))
  }

  @Test func outputIsAppendedToAPrivateFile() async throws {
    let path = TemporaryFolder().path + "-log"
    defer { unlink(path) }
    for word in ["one", "two"] {
      let stream = ChildProcess.Stream.file(path)
      let child = try ChildProcess("/bin/sh", ["-c", "echo \(word); echo bad >&2"], output: stream, errors: stream)
      #expect(await child.exit() == .code(0))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\nbad\ntwo\nbad\n")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func aLongLineArrivesWholeWhereItMay() async throws {
    let child = try ChildProcess("/bin/sh", ["-c", "head -c 200000 /dev/zero | tr '\\0' x; echo"], output: .pipe)
    let (lines, feed) = AsyncStream.makeStream(of: String?.self)
    child.readLines(limit: 1 << 20) { feed.yield($0) }
    let line = await lines.first { _ in true }
    #expect(line??.utf8.count == 200_000)
  }
}
