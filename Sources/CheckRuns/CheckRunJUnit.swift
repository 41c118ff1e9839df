import Automation
import SharedValues

/// A run as JUnit XML: a suite for each group of checks, a test case for each check.
///
/// What could not be judged is reported as skipped, with the reason. A warning is a success with an output, unless warnings fail.
extension CheckRunReport {
  var junit: String {
    let suites = run.groups.map { group in
      (name: group, cases: run.verdicts.filter { $0.definition.group == group }.map(testCase))
    }
    return JUnitDocument(name: run.title, started: run.started, facts: run.heads, suites: suites).xml
  }

  private func testCase(_ verdict: CheckedVerdict) -> JUnitDocument.Case {
    let definition = verdict.definition
    let outcome: JUnitDocument.Outcome
    var output: String?
    switch verdict.outcome {
    case _ where verdict.isFailure(strict: strict):
      let lines =
        [
          verdict.saying, "careful: " + definition.careful, "careless: " + definition.careless,
          "source: \(definition.source ?? "good practice") (\(definition.level.rawValue))",
        ] + run.exchanges(of: verdict).map { ExchangeLineText($0).text }
      outcome = .failed(
        kind: verdict.outcome.rawValue, message: verdict.evidence, text: lines.joined(separator: "\n"))
    case .passed, .failed, .warning:
      outcome = .passed
      output = verdict.outcome == .warning ? "warning: " + verdict.saying : verdict.saying
    case .notSeen, .notApplicable, .needsPerson:
      outcome = .skipped(message: "\(verdict.outcome.words): \(verdict.evidence)")
    }
    return JUnitDocument.Case(
      classname: "\(run.kind.rawValue).\(definition.group)", name: "\(verdict.id) \(definition.about)",
      outcome: outcome, output: output)
  }
}
