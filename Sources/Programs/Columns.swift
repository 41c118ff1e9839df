import SharedValues
import TerminalUI

/// Tables and blocks of text for standard output, without control characters.
package enum Columns {
  /// JSON for people, one member on each line.
  package static func block(_ json: JSON) -> String {
    json.pretty.lines.map(shown).joined(separator: "\n")
  }

  package static func text(_ rows: [[String]]) -> String {
    let cells = rows.map { $0.map { CommandError.line($0) } }
    let widths = (0..<(cells.first?.count ?? 0)).map { column in cells.map { TextLayout.width($0[column]) }.max() ?? 0 }
    return cells.map { row in
      let padded = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - TextLayout.width($0))) }
      return shown(padded.joined(separator: "  "))
    }.joined(separator: "\n")
  }

  /// The line sanitised, without trailing spaces.
  private static func shown(_ line: some StringProtocol) -> String {
    var text = TextLayout.clip(String(line), to: 2000)
    while text.last == " " { text.removeLast() }
    return text
  }
}
