import AppState

/// The layout of states and arrows: three columns, and a row for arrows between two rows of states.
///
/// The arrows are the transitions of the main job. All other transitions are listed below the diagram, from the same table.
enum StateDiagram {
  struct Place: Hashable {
    var x: Int
    var y: Int
  }

  struct Stroke: Hashable {
    var x: Int
    var y: Int
    var text: String
    var ascii: String
  }

  struct Arrow: Hashable {
    var transition: PhaseTransition
    var strokes: [Stroke]
  }

  /// The width of a state, including its brackets.
  static let box = 19
  private static let gap = 4
  static let width = 3 * box + 2 * gap
  static let height = 11

  static let rows: [[Phase]] = [
    [.opening, .noClient, .registering],
    [.locked, .unauthenticated, .loggingIn],
    [.unusable, .authenticated, .fetchingToken],
    [.managing, .refreshing, .signingOut],
    [.forgetting, .callingAPI, .pushing],
    [.failed, .cancelled, .deadRegistration],
  ]

  static let places: [(phase: Phase, place: Place)] = rows.enumerated().flatMap { row, phases in
    phases.enumerated().map { column, phase in (phase, Place(x: column * (box + gap), y: row * 2)) }
  }

  private static func centre(_ column: Int) -> Int { column * (box + gap) + box / 2 }
  private static func right(_ column: Int) -> Int { column * (box + gap) + box }

  static let arrows: [Arrow] = [
    across(.opening, .noClient, column: 0, row: 0),
    across(.noClient, .registering, column: 1, row: 0),
    across(.unauthenticated, .loggingIn, column: 1, row: 1),
    back(.fetchingToken, .authenticated, column: 1, row: 2),
    down(.loggingIn, .fetchingToken, x: centre(2), row: 1),
    down(.opening, .locked, x: centre(0) - 5, row: 0),
    up(.locked, .opening, x: centre(0) - 4, row: 0),
    down(.authenticated, .refreshing, x: centre(1) - 5, row: 2),
    up(.refreshing, .authenticated, x: centre(1) - 4, row: 2),
    elbow(.opening, .unauthenticated, from: centre(0), to: centre(1) - 4, row: 0),
    elbow(.registering, .unauthenticated, from: centre(2), to: centre(1) + 4, row: 0),
    elbow(.authenticated, .signingOut, from: centre(1) + 2, to: centre(2), row: 2),
  ]

  private static func across(_ from: Phase, _ to: Phase, column: Int, row: Int) -> Arrow {
    Arrow(
      transition: PhaseTransition(from, to),
      strokes: [Stroke(x: right(column), y: row * 2, text: "───▶", ascii: "--->")])
  }

  private static func back(_ from: Phase, _ to: Phase, column: Int, row: Int) -> Arrow {
    Arrow(
      transition: PhaseTransition(from, to),
      strokes: [Stroke(x: right(column), y: row * 2, text: "◀───", ascii: "<---")])
  }

  private static func down(_ from: Phase, _ to: Phase, x: Int, row: Int) -> Arrow {
    Arrow(transition: PhaseTransition(from, to), strokes: [Stroke(x: x, y: row * 2 + 1, text: "▼", ascii: "v")])
  }

  private static func up(_ from: Phase, _ to: Phase, x: Int, row: Int) -> Arrow {
    Arrow(transition: PhaseTransition(from, to), strokes: [Stroke(x: x, y: row * 2 + 1, text: "▲", ascii: "^")])
  }

  /// An arrow down from one column to another, within the space between two rows of states.
  private static func elbow(_ from: Phase, _ to: Phase, from start: Int, to end: Int, row: Int) -> Arrow {
    let (left, right) = (min(start, end), max(start, end))
    let line = String(repeating: "─", count: max(0, right - left - 1))
    let dashes = String(repeating: "-", count: max(0, right - left - 1))
    let text = start < end ? "╰" + line + "▼" : "▼" + line + "╯"
    let ascii = start < end ? "'" + dashes + "v" : "v" + dashes + "'"
    return Arrow(
      transition: PhaseTransition(from, to), strokes: [Stroke(x: left, y: row * 2 + 1, text: text, ascii: ascii)])
  }
}
