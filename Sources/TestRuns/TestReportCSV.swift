import ForeignText
import Workshop

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
