import Testing

@testable import Asciicast

/// Recordings may come from strangers: valid ones are read, and every error names the line.
@Suite struct CastReaderTests {
  private static let header = #"{"version":2,"width":80,"height":24}"#

  private func read(_ text: String) throws(CastError) -> Cast { try CastReader.read(Array(text.utf8)) }

  @Test func readsWhatAsciinemaWrites() throws {
    let cast = try read(
      #"{"version": 2, "width": 118, "height": 32, "timestamp": 1504467315, "duration": 12.5, "idle_time_limit": 2.5, "#
        + #""command": "/bin/zsh", "title": "Demo", "env": {"TERM": "xterm-256color", "SHELL": "/bin/zsh"}, "#
        + #""theme": {"fg": 7}}"# + "\n"
        + #"[0.248848, "o", "\u001b[1;31mHello \u001b[32mWorld!\u001b[0m\n"]"# + "\r\n"
        + "[1.001376, \"i\", \"secret\"]\n\n"
        + #"[2, "r", "100x50"]"# + "\n" + #"[2.0, "m", "a step"]"# + "\n" + #"[3e0, "x", "later versions"]"# + "\n")
    #expect(
      cast.header
        == CastHeader(
          width: 118, height: 32, timestamp: 1_504_467_315, title: "Demo", term: "xterm-256color", idleLimit: 2.5))
    #expect(
      cast.events == [
        CastEvent(0.248848, .output("\u{1B}[1;31mHello \u{1B}[32mWorld!\u{1B}[0m\n")), CastEvent(1.001376, .other),
        CastEvent(2, .resize(width: 100, height: 50)), CastEvent(2, .marker("a step")), CastEvent(3, .other),
      ])
    #expect(cast.size == (118, 50))
  }

  private func reason(_ bytes: [UInt8]) -> CastError? {
    do throws(CastError) {
      _ = try CastReader.read(bytes)
      return nil
    } catch { return error }
  }

  /// Text, expected reason, expected line.
  private static let wrong: [(String, CastError.Reason, Int)] = [
    ("", .empty, 1),
    ("hello", .noHeader, 1),
    ("[0,\"o\",\"x\"]", .noHeader, 1),
    ("{\"width\":80,\"height\":24}", .noHeader, 1),
    ("{\n\"version\":1,\"width\":80,\"height\":24,\"stdout\":[]}", .noHeader, 1),
    (#"{"version":1,"width":80,"height":24,"duration":1,"stdout":[[0.1,"x"]]}"#, .version, 1),
    (#"{"version":3,"term":{"cols":80,"rows":24}}"#, .version, 1),
    (#"{"version":"2","width":80,"height":24}"#, .version, 1),
    (#"{"version":2,"width":80}"#, .size, 1),
    (#"{"version":2,"width":0,"height":24}"#, .size, 1),
    (#"{"version":2,"width":80,"height":2001}"#, .size, 1),
    (#"{"version":2,"width":80.5,"height":24}"#, .size, 1),
    (#"{"version":2,"width":99999999999999999999,"height":24}"#, .size, 1),
    (#"{"version":2,"version":2,"width":80,"height":24}"#, .noHeader, 1),
    (#"{"version":2,"width":80,"height":24,"timestamp":"now"}"#, .member, 1),
    (#"{"version":2,"width":80,"height":24,"idle_time_limit":0}"#, .member, 1),
    (#"{"version":2,"width":80,"height":24,"idle_time_limit":1e39}"#, .member, 1),
    (#"{"version":2,"width":80,"height":24,"title":7}"#, .member, 1),
    (#"{"version":2,"width":80,"height":24,"env":[]}"#, .member, 1),
    (header + "\n[0,\"o\",\"a\"]\nhello\n", .event, 3),
    (header + "\n[0,\"o\"]\n", .event, 2),
    (header + "\n[0,\"o\",\"a\",\"b\"]\n", .event, 2),
    (header + "\n[\"0\",\"o\",\"a\"]\n", .event, 2),
    (header + "\n[0,\"o\",7]\n", .event, 2),
    (header + "\n[0,\"o\",\"a\u{7}\u{0}\"]\n", .event, 2),
    (header + "\n[0,\"o\",\"\\ud800\"]\n", .event, 2),
    (header + "\n{}\n", .event, 2),
    (header + "\n[-1,\"o\",\"a\"]\n", .time, 2),
    (header + "\n[1e999,\"o\",\"a\"]\n", .time, 2),
    (header + "\n[8640001,\"o\",\"a\"]\n", .time, 2),
    (header + "\n[NaN,\"o\",\"a\"]\n", .event, 2),
    (header + "\n[1,\"o\",\"a\"]\n[0.999,\"o\",\"b\"]\n", .backwards, 3),
    (header + "\n[1,\"i\",\"a\"]\n[0.5,\"m\",\"b\"]\n", .backwards, 3),
    (header + "\n[1,\"r\",\"80\"]\n", .resize, 2),
    (header + "\n[1,\"r\",\"80x24x1\"]\n", .resize, 2),
    (header + "\n[1,\"r\",\"+80x24\"]\n", .resize, 2),
    (header + "\n[1,\"r\",\"80x99999999999999999999\"]\n", .resize, 2),
    (header + "\n[1,\"r\",\"0x24\"]\n", .resize, 2),
  ]

  @Test(arguments: wrong)
  func errorsNameReasonAndLine(_ text: String, _ reason: CastError.Reason, _ line: Int) {
    let error = #expect(throws: CastError.self) { try CastReader.read(Array(text.utf8)) }
    #expect(error?.reason == reason)
    #expect(error?.line == line)
  }

  @Test func bytesThatAreNoUTF8AreNamed() {
    let bytes = Array((Self.header + "\n[0,\"o\",\"").utf8) + [0xC3, 0x28] + Array("\"]\n".utf8)
    #expect(throws: CastError(.event, line: 2)) { try CastReader.read(bytes) }
  }

  @Test func linesAndFilesHaveLimits() {
    for (count, error) in [
      (CastReader.longestLine - 10, nil), (CastReader.longestLine - 9, CastError(.longLine, line: 2)),
    ] {
      let line = "\n[0,\"o\",\"" + String(repeating: "a", count: count) + "\"]\n"
      #expect(reason(Array((Self.header + line).utf8)) == error)
    }
    #expect(throws: CastError(.longFile, line: 1)) {
      try CastReader.read([UInt8](repeating: 0x20, count: CastReader.largest + 1))
    }
  }

  /// The recorder was killed in the middle of a line: everything before that line can be played.
  @Test(arguments: ["[", "[1.5", "[1.5,\"o\",\"hel", "[1.5,\"o\",\"\\u00"])
  func anUnfinishedLastLineIsIgnored(_ rest: String) throws {
    let cast = try read(Self.header + "\n[1,\"o\",\"a\"]\n" + rest)
    #expect(cast.events == [CastEvent(1, .output("a"))])
    #expect(throws: CastError(.event, line: 3)) { try read(Self.header + "\n[1,\"o\",\"a\"]\n" + rest + "\n") }
  }
}
