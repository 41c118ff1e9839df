import Automation
import SharedValues
import Workshop

/// A run as JUnit XML: a suite for each area, a test case for each case. Blocked and untried cases are reported as skipped, with the reason.
extension TestReport {
  package var junit: String {
    let suites = areas.map { area in
      JUnitDocument.Suite(
        name: area, timestamp: run.started, properties: heads, cases: rows.filter { $0.area == area }.map(junitCase))
    }
    return JUnitDocument(name: title, suites: suites).xml
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
    let attached = (row.result?.attachments ?? []).filter(TestReportFiles.isLinked).map {
      "[[ATTACHMENT|\(TestReportFiles.folder)/\($0)]]"
    }
    let remarks = row.mark == .fail ? [] : [row.mark == .pass && !note.isEmpty ? note : nil, ticket].compactMap { $0 }
    let said = remarks + attached
    return JUnitDocument.Case(
      classname: row.area, name: row.name, outcome: outcome, output: said.isEmpty ? nil : said.joined(separator: "\n"))
  }
}

/// A run for a spreadsheet: one line for each case (RFC 4180). A text that a spreadsheet would take for a formula stays
/// text.
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
