import Programs
import SharedValues
import Workshop
import FoundationEssentials

/// Results as JUnit XML, as Jenkins, GitLab and GitHub's actions read it (the schema junit-10.xsd). Characters that XML cannot contain are dropped.
package struct JUnitDocument {
  package enum Outcome {
    case passed
    case failed(kind: String, message: String, text: String)
    case skipped(message: String)
  }

  package struct Case {
    var classname: String
    var name: String
    var outcome: Outcome
    var file: String?
    var seconds: Double
    /// The content of `system-out`.
    var output: String?

    package init(
      classname: String, name: String, outcome: Outcome, file: String? = nil, seconds: Double = 0, output: String? = nil
    ) {
      (self.classname, self.name, self.outcome, self.file, self.seconds) = (classname, name, outcome, file, seconds)
      self.output = output
    }
  }

  package typealias Suite = (name: String, cases: [Case])

  package var name: String
  /// The begin and the facts of the run, which each suite repeats.
  package var started: Date?
  package var facts: [NamedValue] = []
  package var suites: [Suite]

  package init(name: String, started: Date? = nil, facts: [NamedValue] = [], suites: [Suite]) {
    (self.name, self.started, self.facts, self.suites) = (name, started, facts, suites)
  }

  package var xml: String {
    let all = suites.flatMap { $0.cases }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<testsuites\(attribute("name", name))\(JUnitDocument.counts(all))>\n"
      + suites.map(suite).joined() + "</testsuites>\n"
  }

  private func suite(_ suite: Suite) -> String {
    var text = "<testsuite\(attribute("name", suite.name))\(JUnitDocument.counts(suite.cases))"
    // UTC without a time zone, as the schema demands.
    if let started { text += attribute("timestamp", String(started.formatted(.iso8601).dropLast())) }
    text += ">\n"
    if !facts.isEmpty {
      let properties = facts.map { "<property\(attribute("name", $0.name))\(attribute("value", $0.value))/>\n" }
      text += "<properties>\n\(properties.joined())</properties>\n"
    }
    return text + suite.cases.map(testCase).joined() + "</testsuite>\n"
  }

  private func testCase(_ result: Case) -> String {
    var text = "<testcase\(attribute("classname", result.classname))\(attribute("name", result.name))"
    if let file = result.file { text += attribute("file", file) }
    text += attribute("time", FixedPoint.text(result.seconds, digits: 3))
    var inside = ""
    switch result.outcome {
    case .passed: break
    case .failed(let kind, let message, let body):
      inside += "<failure\(attribute("type", kind))\(attribute("message", message))>\(Escape.xml(body))</failure>\n"
    case .skipped(let message): inside += "<skipped\(attribute("message", message))/>\n"
    }
    if let output = result.output { inside += "<system-out>\(Escape.xml(output))</system-out>\n" }
    return inside.isEmpty ? text + "/>\n" : text + ">\n" + inside + "</testcase>\n"
  }

  private static func counts(_ cases: [Case]) -> String {
    let failures = cases.count { if case .failed = $0.outcome { true } else { false } }
    let skipped = cases.count { if case .skipped = $0.outcome { true } else { false } }
    let time = FixedPoint.text(cases.reduce(0) { $0 + $1.seconds }, digits: 3)
    return " tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" time=\"\(time)\""
  }

  /// On one line, because readers turn an attribute's line feeds into spaces.
  private func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(Escape.xmlAttribute(CommandError.line(value)))\""
  }
}
