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
    /// The attachments whose names have this ending.
    func attachments(_ ending: String) -> [String] {
      (result?.attachments ?? []).filter { $0.hasSuffix(bytes: ending) }
    }
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

  var heads: [TestFact] {
    let words: [(String, String?)] = [
      ("Tester", run.tester.isEmpty ? nil : run.tester),
      ("Started", TestPlanWords.time(run.started)),
      ("Finished", run.finished.map(TestPlanWords.time) ?? "not finished"),
      ("Plan", "\(run.planTitle) (\(run.planDigest))"),
    ]
    return words.compactMap { name, value in value.map { TestFact(name, $0) } } + run.facts
  }

  package var title: String { "\(run.planTitle): run \(run.id)" }

  /// The results that differ from the other run's; empty without a comparison.
  package var changes: [TestRunComparison.Entry] { (comparison?.entries ?? []).filter { $0.change != .same } }
}
