import Automation
import SharedValues
import Workshop

/// A run as Markdown (CommonMark with GitHub's tables): failures and changes in full, the rest as a table.
extension TestReport {
  var markdown: String {
    var parts = ["# " + md(title)]
    parts.append(heads.map { "- \(md($0.name)): \(md($0.value))" }.joined(separator: "\n"))
    if isOfAnotherPlan { parts.append("> " + TestPlanWords.planChanged) }
    parts.append("## Summary\n\n" + md(TestPlanWords.counts(counts)))
    parts.append(areaTable)
    if let comparison { parts.append(comparedPart(comparison)) }
    for mark in [TestMark.fail, .blocked] {
      let wanted = rows.filter { $0.mark == mark }
      guard !wanted.isEmpty else { continue }
      parts.append("## \(md(TestPlanWords.mark(mark))) (\(wanted.count))")
      parts += wanted.map(fullPart)
    }
    parts.append("## Case (\(rows.count))")
    let cells = rows.map { [$0.name, $0.area, TestPlanWords.mark($0.mark), $0.result?.note ?? ""] }
    parts.append(markdownTable(["Case", "Area", "Mark", "Note"], cells))
    return parts.joined(separator: "\n\n") + "\n"
  }

  private var areaTable: String {
    let marks: [TestMark?] = [.pass, .fail, .blocked, nil]
    return markdownTable(
      ["Area"] + marks.map { TestPlanWords.mark($0) },
      areas.map { area in [area] + marks.map { mark in "\(rows.count { $0.area == area && $0.mark == mark })" } })
  }

  private func comparedPart(_ comparison: TestRunComparison) -> String {
    var parts = ["## " + md("Since run \(comparison.earlier)")]
    if comparison.isOfAnotherPlan { parts.append("> " + TestPlanWords.planChangedBetween) }
    parts.append(md(TestPlanWords.compared(comparison)))
    let cells = changes.map {
      [$0.id + " " + $0.title, TestPlanWords.change($0.change)] + [$0.before, $0.now].map(TestPlanWords.mark)
    }
    if !cells.isEmpty { parts.append(markdownTable(TestPlanWords.comparedHead, cells)) }
    return parts.joined(separator: "\n\n")
  }

  private func fullPart(_ row: Row) -> String {
    var parts = ["### " + md(row.name)]
    if let note = row.result?.note, !note.isEmpty {
      parts.append(note.lines.map { "> " + md(String($0)) + "  " }.joined(separator: "\n"))
    }
    if let ticket = row.ticket { parts.append("Ticket: " + md(ticket)) }
    if let testCase = row.testCase {
      let given = TestPlanWords.precondition(testCase.precondition)
      if !given.isEmpty { parts.append(list(TestPlanWords.given, given, numbered: false)) }
      parts.append(list("Steps", testCase.steps, numbered: true))
      parts.append(list("Expected", testCase.expected, numbered: false))
      parts.append("Source: " + md(testCase.source))
    } else {
      parts.append(TestPlanWords.gone)
    }
    parts += row.attachments(".svg").map { "![\(md("Screen of \(row.id)"))](\(TestReportFiles.link($0)))" }
    let attached = row.attachments.map { name in
      TestReportFiles.isLinked(name) ? "[\(md(name))](\(TestReportFiles.link(name)))" : md(name)
    }
    if !attached.isEmpty { parts.append("Attached: " + attached.joined(separator: ", ")) }
    return parts.joined(separator: "\n\n")
  }

  private func list(_ head: String, _ items: [String], numbered: Bool) -> String {
    let lines = items.enumerated().map { (numbered ? "\($0 + 1). " : "- ") + md($1) }
    return head + ":\n\n" + lines.joined(separator: "\n")
  }

  private func md(_ text: String) -> String { Escape.markdown(text) }
}
