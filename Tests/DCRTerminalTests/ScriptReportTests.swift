import Foundation
import ScreenMirror
import TerminalUI
import Testing

@testable import Automation
@testable import DCRTerminal

/// The report about a script that failed.
@MainActor @Suite struct ScriptReportTests {
  private static var canvas: Canvas {
    var canvas = Canvas(Size(30, 4))
    canvas.put("日本  Start Registration", at: Point(2, 1), Style(.text))
    return canvas
  }

  private func failure(_ expected: String) -> ScriptFailure {
    let snapshot = ScriptTerminal.Snapshot(program: .app, canvas: Self.canvas, facts: ["screen": "registration"])
    let step = ScriptStep(line: 5, text: "expect \"\(expected)\"", action: .expect(.texts([expected]), isMet: true))
    return ScriptFailure(
      path: "a.script", step: step, expected: "“\(expected)”", complaints: "dcr-terminal: it broke\n",
      missing: [expected], snapshot: snapshot)
  }

  @Test func showsExpectedActualAndTheWholeScreen() {
    let lines = failure("Start Registratoin").text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "a.script:5: expect \"Start Registratoin\"")
    #expect(lines[1] == "  expected: “Start Registratoin”")
    #expect(lines[2] == "  actual:   app, screen registration")
    #expect(lines[3].hasPrefix("  nearest:  row 2, column 7: “Start Registrat"))
    #expect(lines[4] == "  ┌─ 30x4 " + String(repeating: "─", count: 23) + "┐")
    #expect(lines[6] == "> │  日本  Start Registration    │")
    #expect(lines.last == "  | dcr-terminal: it broke")
  }

  @Test func aTextUnlikeAllOthersHasNoNearest() {
    #expect(!failure("Sign Out").text.contains("nearest"))
  }

  @Test func findsTextsByColumn() {
    #expect(Self.canvas.place(of: "Start") == Point(8, 1))
    #expect(Self.canvas.place(of: "日本") == Point(2, 1))
    #expect(Self.canvas.place(of: "start") == nil)
  }

  @Test func writesJUnitThatAnXMLParserReads() throws {
    var report = ScriptReport()
    let script = Script(id: "a-b", path: "a<b.script", title: "“Quoted” & <tagged>")
    _ = report.add(ScriptResult(script: script, seconds: 1.25, failure: nil))
    _ = report.add(ScriptResult(script: script, seconds: 0.5, failure: failure("x")))
    #expect(report.failures == 1)
    #expect(report.junit.contains("tests=\"2\" failures=\"1\""))
    #expect(report.junit.contains("time=\"1.250\"/>"))
    #expect(report.junit.contains("<failure type=\"expectation\""))
    let parser = XMLChecker()
    #expect(parser.accepts(report.junit))
  }
}

/// Looks at tags only, which is enough to find an unclosed tag or an unescaped character.
private struct XMLChecker {
  func accepts(_ text: String) -> Bool {
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      guard let end = rest[start...].firstIndex(of: ">") else { return false }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if tag.hasPrefix("?") { continue }
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter }
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { return false }
      } else if !tag.hasSuffix("/") {
        open.append(name)
      }
    }
    return open.isEmpty
  }
}
