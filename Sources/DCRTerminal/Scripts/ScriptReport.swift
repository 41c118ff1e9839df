import Catalogue
import Foundation
import TerminalUI

/// What became of one script.
struct ScriptResult {
  var script: Script
  var seconds: Double
  var failure: ScriptFailure?
}

/// The results in lines, and as JUnit XML.
struct ScriptReport {
  private(set) var results: [ScriptResult] = []
  private let catalogue = Catalogue()

  var failures: Int { results.filter { $0.failure != nil }.count }

  /// The lines of one result.
  mutating func add(_ result: ScriptResult) -> String {
    results.append(result)
    let values = [
      "id": CommandError.line(result.script.id), "title": CommandError.line(result.script.title),
      "seconds": ScriptReport.seconds(result.seconds, 1),
    ]
    guard let failure = result.failure else { return catalogue(.scriptPassed, values) }
    return catalogue(.scriptFailed, values) + "\n" + failure.text
  }

  var summary: String {
    let seconds = results.reduce(0) { $0 + $1.seconds }
    return catalogue(
      .scriptSummary,
      [
        "passed": "\(results.count - failures)", "failed": "\(failures)", "seconds": ScriptReport.seconds(seconds, 1),
      ])
  }

  /// One test case a script; a failure holds the screen.
  var junit: String {
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

  private static func seconds(_ seconds: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), seconds)
  }
}
