import Programs
import SharedValues

/// A table in forms for people and for programs.
package struct ReportTable: Sendable {
  /// For people.
  private(set) var columns: [String]
  private(set) var cells: [[String]] = []
  /// For programs.
  let members: [String]
  private var records: [[JSON]] = []
  init(columns: [String], members: [String]) { (self.columns, self.members) = (columns, members) }

  /// - Parameter record: one for each member; texts, numbers, `true`, `false` and `null`.
  mutating func add(_ cells: [String], _ record: [JSON]) {
    self.cells.append(cells)
    records.append(record)
  }

  /// The table with a further column for people in front.
  func with(_ column: String, _ values: [String]) -> ReportTable {
    var table = self
    table.columns.insert(column, at: 0)
    table.cells = zip(values, cells).map { [$0] + $1 }
    return table
  }

  static func part(_ count: Int, of all: Int) -> String { all == 0 ? "-" : "\(count) of \(all)" }
  package func text(orElse nothing: String) -> String { cells.isEmpty ? nothing : Columns.text([columns] + cells) }

  /// One line for each row, quoted as in RFC 4180. A text that a spreadsheet would take for a formula stays text.
  package var csv: String {
    ([members] + records.map { $0.map(ReportTable.plain) }).map { fields in
      fields.map(Escape.csvField).joined(separator: ",")
    }.joined(separator: "\n")
  }

  private static func plain(_ value: JSON) -> String {
    switch value {
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let isSo): isSo ? "true" : "false"
    case .null, .array, .object: ""
    }
  }

  package var json: JSON { .array(records.map { .object(zip(members, $0).map { JSON.Member($0, $1) }) }) }
}

extension JSON { static func count(_ number: Int) -> JSON { .number("\(number)") } }
