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
      "id": result.script.id, "title": result.script.title, "seconds": ScriptReport.seconds(result.seconds, 1),
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
    let time = ScriptReport.seconds(results.reduce(0) { $0 + $1.seconds }, 3)
    let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\" time=\"\(time)\""
    let cases = results.map(ScriptReport.testCase).joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
      <testsuite name="dcr-terminal script" \(counts)>
      \(cases)</testsuite>
      </testsuites>

      """
  }

  private static func testCase(_ result: ScriptResult) -> String {
    let head =
      "<testcase classname=\"\(XMLText.escaped(result.script.id))\" name=\"\(XMLText.escaped(result.script.title))\" "
      + "file=\"\(XMLText.escaped(result.script.path))\" time=\"\(seconds(result.seconds, 3))\""
    guard let failure = result.failure else { return head + "/>\n" }
    let message = XMLText.escaped(CommandError.line("\(failure.place): \(failure.expected)"))
    return head + ">\n<failure type=\"expectation\" message=\"\(message)\">\(XMLText.escaped(failure.text))</failure>\n"
      + "</testcase>\n"
  }

  private static func seconds(_ seconds: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), seconds)
  }
}
