import Programs
import SharedValues
import TerminalUI

/// Why a script failed: what was expected, what happened instead, and the whole screen.
package struct ScriptFailure: Error {
  package var path: String
  package var step: ScriptStep
  package var expected: String
  /// A sentence; `nil`: the facts of the last picture say it.
  package var actual: String?
  /// What the app wrote to standard error.
  var complaints = ""
  /// Texts that are not on the screen.
  package var missing: [String] = []
  package var snapshot: ScriptTerminal.Snapshot?
  package var isInterruption = false

  package static let interrupted = ScriptFailure(
    path: "", step: ScriptStep(line: 0, text: "", action: .quit), expected: "", isInterruption: true)

  /// One line: `path:12: expect screen registration`.
  package var place: String { "\(path):\(step.line): \(step.text)" }

  /// The failed step, what was expected, what the screen shows, and the screen in a frame.
  package var text: String {
    var lines = [place, "  expected: \(expected)", "  actual:   \(seen)"]
    let near = missing.compactMap { text in snapshot.flatMap { NearMiss(of: text, on: $0.canvas) } }
    for miss in near { lines.append("  nearest:  row \(miss.row + 1), column \(miss.column + 1): “\(miss.text)”") }
    if let snapshot {
      lines += ScriptFailure.framed(snapshot.canvas, marking: Set(near.map(\.row)))
    } else {
      lines.append("  The app has shown nothing yet.")
    }
    let said = complaints.withoutEdgeLines
    if !said.isEmpty {
      lines += said.lines.filter { !$0.isEmpty }.prefix(20).map { "  | \(CommandError.line(String($0)))" }
    }
    return lines.joined(separator: "\n")
  }

  package var seen: String {
    if let actual { return actual.withoutEdgeLines }
    guard let snapshot else { return "nothing is shown yet" }
    let order = ["screen", "page", "sheet", "error", "state", "panel", "notice", "focus"]
    let facts = order.compactMap { kind in snapshot.facts[kind].map { "\(kind) \($0)" } }
    return ([snapshot.program.rawValue] + facts).joined(separator: ", ")
  }

  /// The whole screen in a frame; `>` marks rows that nearly match.
  package static func framed(_ canvas: Canvas, marking rows: Set<Int> = []) -> [String] {
    let size = "\(canvas.size.width)x\(canvas.size.height)"
    let rule = String(repeating: "─", count: max(0, canvas.size.width - size.count - 3))
    var lines = ["  ┌─ \(size) \(rule)┐"]
    for y in 0..<canvas.size.height {
      let text = (0..<canvas.size.width).map { canvas[$0, y].text }.joined()
      lines.append("\(rows.contains(y) ? "> " : "  ")│\(text)│")
    }
    return lines + ["  └" + String(repeating: "─", count: canvas.size.width) + "┘"]
  }
}

/// The text on a screen that comes nearest to the expected one.
struct NearMiss: Hashable {
  var row: Int
  var column: Int
  var text: String

  /// The part of a row that becomes the text with the fewest changes; `nil` if more than a third of the text has to change.
  init?(of wanted: String, on canvas: Canvas) {
    let wanted = Array(wanted)
    var best: (cost: Int, row: Int, end: Int)?
    for y in 0..<canvas.size.height {
      let line = Array(canvas.row(y))
      // Sellers' algorithm: a match may begin and end anywhere.
      var costs = Array(0...wanted.count)
      for (x, character) in line.enumerated() {
        var corner = costs[0]
        for i in wanted.indices {
          let above = costs[i + 1]
          costs[i + 1] = min(costs[i] + 1, above + 1, corner + (wanted[i] == character ? 0 : 1))
          corner = above
        }
        let cost = costs[wanted.count]
        // Of equally good matches in a row, the longest counts.
        if cost < best?.cost ?? .max || (cost == best?.cost && y == best?.row) { best = (cost, y, x + 1) }
      }
    }
    guard let best, best.cost > 0, best.cost * 3 <= wanted.count else { return nil }
    let line = Array(canvas.row(best.row))
    let start = max(0, best.end - wanted.count)
    (row, column, text) = (best.row, start, String(line[start..<best.end]))
  }
}
