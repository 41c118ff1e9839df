import Automation
import SharedValues
import Workshop

/// The content of a report, independent of its format: each case of the plan and each result of the run, once.
package struct TestReport {
  package struct Row {
    package var id: TestCase.ID
    package var title: String
    package var area: String
    /// `nil`: the case was marked but is no longer in the plan.
    package var testCase: TestCase?
    package var result: TestRun.Result?
    package var change: TestRunComparison.Change?

    package var mark: TestMark? { result?.mark }
    /// `nil`: there is none.
    var ticket: String? { result.flatMap { $0.ticket.isEmpty ? nil : $0.ticket } }
    package var name: String { id + " " + title }
    var attachments: [String] { result?.attachments ?? [] }
    func attachments(_ ending: String) -> [String] { attachments.filter { $0.hasSuffix(bytes: ending) } }
  }

  package let run: TestRun
  package let comparison: TestRunComparison?
  /// The rows in the plan's order, then results of cases that are no longer in the plan.
  package let rows: [Row]
  let isOfAnotherPlan: Bool
  /// The content of the attachment with this name; `nil`: the file is missing.
  package let attachment: (String) -> [UInt8]?

  package init(
    _ run: TestRun, _ plan: TestPlan, comparedWith earlier: TestRun? = nil,
    attachment: @escaping (String) -> [UInt8]? = { _ in nil }
  ) {
    let comparison = earlier.map { TestRunComparison(run, with: $0) }
    let changes = Dictionary(
      (comparison?.entries ?? []).map { ($0.id, $0.change) }, uniquingKeysWith: { first, _ in first })
    let known = Set(plan.cases.map(\.id))
    (self.run, self.comparison, self.attachment) = (run, comparison, attachment)
    isOfAnotherPlan = run.planDigest != plan.digest
    rows =
      plan.cases.map {
        Row(id: $0.id, title: $0.title, area: $0.area, testCase: $0, result: run.results[$0.id], change: changes[$0.id])
      }
      + run.results.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }.map {
        Row(id: $0.key, title: $0.value.title, area: $0.value.area, result: $0.value, change: changes[$0.key])
      }
  }

  package var counts: TestCounts { rows.reduce(into: TestCounts()) { $0.add($1.mark) } }

  package var areas: [String] {
    rows.reduce(into: []) { areas, row in if !areas.contains(row.area) { areas.append(row.area) } }
  }

  var heads: [NamedValue] {
    let facts = [
      NamedValue("Tester", run.tester), NamedValue("Started", TestPlanWords.time(run.started)),
      NamedValue("Finished", run.finished.map(TestPlanWords.time) ?? "not finished"),
      NamedValue("Plan", "\(run.planTitle) (\(run.planDigest))"),
    ]
    return facts.dropFirst(run.tester.isEmpty ? 1 : 0) + run.facts
  }

  package var title: String { "\(run.planTitle): run \(run.id)" }

  /// The results that differ from the other run's; empty without a comparison.
  package var changes: [TestRunComparison.Entry] { (comparison?.entries ?? []).filter { $0.change != .same } }
}

/// A run as JUnit XML: a suite for each area, a test case for each case. Blocked and untried cases are reported as skipped, with the reason.
extension TestReport {
  package var junit: String {
    let suites = areas.map { area in (name: area, cases: rows.filter { $0.area == area }.map(junitCase)) }
    return JUnitDocument(name: title, started: run.started, facts: heads, suites: suites).xml
  }

  private func junitCase(_ row: Row) -> JUnitDocument.Case {
    let outcome: JUnitDocument.Outcome
    let note = row.result?.note ?? ""
    let ticket = row.ticket.map { "Ticket: " + $0 }
    switch row.mark {
    case .pass: outcome = .passed
    case .fail:
      let expected = row.testCase?.expected.map { "- " + $0 }.joined(separator: "\n") ?? ""
      let message = note.lines.first { !$0.isEmpty }.map(String.init) ?? TestPlanWords.mark(.fail)
      outcome = .failed(
        kind: row.change?.rawValue ?? TestMark.fail.rawValue, message: message,
        text: [note, ticket ?? "", "Expected:\n" + expected].filter { !$0.isEmpty }.joined(separator: "\n\n"))
    case .blocked:
      let mark = TestPlanWords.mark(.blocked)
      outcome = .skipped(message: note.isEmpty ? mark : mark + ": " + note)
    case nil: outcome = .skipped(message: TestPlanWords.mark(nil))
    }
    // The form that Jenkins' plug-in for attachments reads.
    let attached = row.attachments.filter(TestReportFiles.isLinked).map {
      "[[ATTACHMENT|\(TestReportFiles.folder)/\($0)]]"
    }
    let remarks = row.mark == .fail ? [] : [row.mark == .pass && !note.isEmpty ? note : nil, ticket].compactMap { $0 }
    let said = remarks + attached
    return JUnitDocument.Case(
      classname: row.area, name: row.name, outcome: outcome, output: said.isEmpty ? nil : said.joined(separator: "\n"))
  }
}

/// A run for a spreadsheet: one line for each case (RFC 4180). A text that a spreadsheet would take for a formula stays text.
extension TestReport {
  package var csv: String {
    let head = ["id", "area", "title", "mark", "ticket", "note", "time", "tester", "change"]
    let lines = rows.map { row in
      [
        row.id, row.area, row.title, TestPlanWords.mark(row.mark), row.result?.ticket ?? "", row.result?.note ?? "",
        row.result.map { TestPlanWords.time($0.time) } ?? "", row.result == nil ? "" : run.tester,
        row.change?.rawValue ?? "",
      ]
    }
    return ([head] + lines).map { $0.map(Escape.csvField).joined(separator: ",") + "\n" }.joined()
  }
}
