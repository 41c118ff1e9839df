import Programs
import SharedValues

/// A table in forms for people and for programs.
package struct ReportTable: Sendable {
  typealias Column<Row> = (name: String, cell: (Row) -> String)
  typealias Member<Row> = (name: String, value: (Row) -> JSON)

  /// For people.
  let columns: [String]
  let cells: [[String]]
  /// For programs.
  private let members: [String]
  private let records: [[JSON]]

  /// - Parameter members: texts, numbers, `true`, `false` and `null`.
  init<Row>(_ rows: [Row], first: [Column<Row>] = [], columns: [Column<Row>], members: [Member<Row>]) {
    let columns = first + columns
    (self.columns, self.members) = (columns.map { $0.name }, members.map { $0.name })
    cells = rows.map { row in columns.map { $0.cell(row) } }
    records = rows.map { row in members.map { $0.value(row) } }
  }

  static func part(_ count: Int, of all: Int) -> String { all == 0 ? "-" : "\(count) of \(all)" }
  package func text(orElse nothing: String) -> String { cells.isEmpty ? nothing : Columns.text([columns] + cells) }

  /// One line for each row, quoted as in RFC 4180. A text that a spreadsheet would take for a formula stays text.
  package var csv: String {
    let fields = records.map { $0.map { $0 == .null ? "" : $0.stringValue ?? $0.compact } }
    return ([members] + fields).map { $0.map(Escape.csvField).joined(separator: ",") }.joined(separator: "\n")
  }

  package var json: JSON { .array(records.map { .object(zip(members, $0).map { JSON.Member($0, $1) }) }) }
}

extension JSON { static func count(_ number: Int) -> JSON { .number("\(number)") } }
