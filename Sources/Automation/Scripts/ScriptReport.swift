import FoundationEssentials
import Programs
import SharedValues
import SmallFiles
import TerminalUI
import Workshop

/// The result of one script.
package struct ScriptResult {
  package var script: Script
  package var seconds: Double
  package var failure: ScriptFailure?
}

/// The results as lines of text and as JUnit XML.
package struct ScriptReport {
  package private(set) var results: [ScriptResult] = []

  package init() {}

  package var failures: Int { results.filter { $0.failure != nil }.count }

  /// Adds a result and returns its lines.
  package mutating func add(_ result: ScriptResult) -> String {
    results.append(result)
    let (script, seconds) = (result.script, FixedPoint.text(result.seconds, digits: 1))
    let line = "\(CommandError.line(script.id)): \(CommandError.line(script.title)) (\(seconds) s)"
    return result.failure.map { "FAIL  \(line)\n\($0.text)" } ?? "ok    \(line)"
  }

  package var summary: String {
    let seconds = results.reduce(0) { $0 + $1.seconds }
    return "\(results.count - failures) passed, \(failures) failed, in \(FixedPoint.text(seconds, digits: 1)) s"
  }

  /// Each script is one test case; a failure contains the screen.
  package var junit: String {
    let name = "dcr-terminal script"
    return JUnitDocument(name: name, suites: [.init(name: name, cases: results.map(ScriptReport.testCase))]).xml
  }

  private static func testCase(_ result: ScriptResult) -> JUnitDocument.Case {
    let outcome =
      result.failure.map { failure in
        JUnitDocument.Outcome.failed(
          kind: "expectation", message: "\(failure.place): \(failure.expected)", text: failure.text)
      } ?? .passed
    return JUnitDocument.Case(
      classname: result.script.id, name: result.script.title, outcome: outcome, file: result.script.path,
      seconds: result.seconds)
  }
}

/// Writes the pictures of scripts: a folder for each script, each picture as text and as SVG.
package struct ScriptPictures {
  package let folder: String

  package init(folder: String) { self.folder = folder }

  /// - Throws: `script_unwritable`.
  package func write(_ canvas: Canvas, of script: Script, name: String) throws(CommandError) {
    let own = "\(folder)/\(script.id)"
    try AbsolutePath.makeFolder(own, orThrow: .scriptUnwritable)
    try SmallFile.replace("\(own)/\(name).txt", by: canvas.text + "\n", orThrow: .scriptUnwritable)
    let svg = CanvasPicture(canvas).svg(PictureStyle.all[0], title: "\(script.title): \(name)")
    try SmallFile.replace("\(own)/\(name).svg", by: svg, orThrow: .scriptUnwritable)
  }
}
