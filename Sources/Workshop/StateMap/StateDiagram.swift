import AppState
import SharedValues

/// The layout of states and arrows: three columns, and a row for arrows between two rows of states.
///
/// The arrows are the transitions of the main job. All other transitions are listed below the diagram, from the same table.
enum StateDiagram {
  struct Arrow: Hashable {
    var transition: PhaseTransition
    var x: Int
    var y: Int
    var text: String

    /// The canvas turns the rest into ASCII.
    var ascii: String { text.replacingBytes(of: "╰", with: "'").replacingBytes(of: "╯", with: "'") }
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

  static let places: [(phase: Phase, x: Int, y: Int)] = rows.enumerated().flatMap { row, phases in
    phases.enumerated().map { column, phase in (phase, column * (box + gap), row * 2) }
  }

  private static func centre(_ column: Int) -> Int { column * (box + gap) + box / 2 }
  private static func right(_ column: Int) -> Int { column * (box + gap) + box }

  static let arrows: [Arrow] = [
    arrow(.opening, .noClient, x: right(0), y: 0, "───▶"),
    arrow(.noClient, .registering, x: right(1), y: 0, "───▶"),
    arrow(.unauthenticated, .loggingIn, x: right(1), y: 2, "───▶"),
    arrow(.fetchingToken, .authenticated, x: right(1), y: 4, "◀───"),
    arrow(.loggingIn, .fetchingToken, x: centre(2), y: 3, "▼"),
    arrow(.opening, .locked, x: centre(0) - 5, y: 1, "▼"),
    arrow(.locked, .opening, x: centre(0) - 4, y: 1, "▲"),
    arrow(.authenticated, .refreshing, x: centre(1) - 5, y: 5, "▼"),
    arrow(.refreshing, .authenticated, x: centre(1) - 4, y: 5, "▲"),
    elbow(.opening, .unauthenticated, from: centre(0), to: centre(1) - 4, y: 1),
    elbow(.registering, .unauthenticated, from: centre(2), to: centre(1) + 4, y: 1),
    elbow(.authenticated, .signingOut, from: centre(1) + 2, to: centre(2), y: 5),
  ]

  private static func arrow(_ from: Phase, _ to: Phase, x: Int, y: Int, _ text: String) -> Arrow {
    Arrow(transition: PhaseTransition(from: from, to: to), x: x, y: y, text: text)
  }

  /// An arrow down from one column to another, within the space between two rows of states.
  private static func elbow(_ from: Phase, _ to: Phase, from start: Int, to end: Int, y: Int) -> Arrow {
    let line = String(repeating: "─", count: max(0, abs(end - start) - 1))
    return start < end
      ? arrow(from, to, x: start, y: y, "╰" + line + "▼") : arrow(from, to, x: end, y: y, "▼" + line + "╯")
  }
}

struct PhaseTransition: Hashable, Sendable {
  var from: Phase
  var to: Phase
}

/// Every transition that ``update(_:_:now:)`` makes, in the one table that the panel draws. A test compares it with the app's
/// behaviour in both directions.
enum PhaseTransitions {
  static let table: [Phase: [Phase]] = namedRows(of: "transitions.txt")

  /// The phases that can follow this one, in the order of ``Phase``.
  static func from(_ phase: Phase) -> [Phase] {
    Phase.allCases.filter { table[phase]?.contains($0) == true }
  }
}
