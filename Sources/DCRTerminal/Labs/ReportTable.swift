import ForeignText
import SharedValues

/// A table in the forms that people and programs read.
struct ReportTable: Sendable {
  /// For people.
  private(set) var columns: [String]
  private(set) var cells: [[String]] = []
  /// For programs.
  let members: [String]
  private var records: [[JSON]] = []

  init(columns: [String], members: [String]) { (self.columns, self.members) = (columns, members) }

  /// - Parameters:
  ///   - cells: as many as there are columns.
  ///   - record: as many as there are members; texts, numbers, `true`, `false` and `null`.
  mutating func add(_ cells: [String], _ record: [JSON]) {
    self.cells.append(cells)
    records.append(record)
  }

  /// With one more column for people, before all others.
  func with(_ column: String, _ values: [String]) -> ReportTable {
    var table = self
    table.columns.insert(column, at: 0)
    table.cells = zip(values, cells).map { [$0] + $1 }
    return table
  }

  static func part(_ count: Int, of all: Int) -> String { all == 0 ? "-" : "\(count) of \(all)" }

  // MARK: Forms

  func text(orElse nothing: String) -> String { cells.isEmpty ? nothing : Columns.text([columns] + cells) }

  /// A line for each row, quoted as RFC 4180 has it. What a spreadsheet would take for a formula is text.
  var csv: String {
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

  var json: JSON { .array(records.map { .object(zip(members, $0).map { JSON.Member($0, $1) }) }) }
}

extension JSON {
  static func count(_ number: Int) -> JSON { .number("\(number)") }
}
