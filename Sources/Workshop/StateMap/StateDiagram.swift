import AppState

/// The layout of states and arrows: three columns, and a row for arrows between two rows of states.
///
/// The arrows are the transitions of the main job. All other transitions are listed below the diagram, from the same table.
enum StateDiagram {
  struct Arrow: Hashable {
    var transition: PhaseTransition
    var x: Int
    var y: Int
    var text: String
    var ascii: String
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
    arrow(.opening, .noClient, x: right(0), y: 0, "───▶", "--->"),
    arrow(.noClient, .registering, x: right(1), y: 0, "───▶", "--->"),
    arrow(.unauthenticated, .loggingIn, x: right(1), y: 2, "───▶", "--->"),
    arrow(.fetchingToken, .authenticated, x: right(1), y: 4, "◀───", "<---"),
    arrow(.loggingIn, .fetchingToken, x: centre(2), y: 3, "▼", "v"),
    arrow(.opening, .locked, x: centre(0) - 5, y: 1, "▼", "v"),
    arrow(.locked, .opening, x: centre(0) - 4, y: 1, "▲", "^"),
    arrow(.authenticated, .refreshing, x: centre(1) - 5, y: 5, "▼", "v"),
    arrow(.refreshing, .authenticated, x: centre(1) - 4, y: 5, "▲", "^"),
    elbow(.opening, .unauthenticated, from: centre(0), to: centre(1) - 4, y: 1),
    elbow(.registering, .unauthenticated, from: centre(2), to: centre(1) + 4, y: 1),
    elbow(.authenticated, .signingOut, from: centre(1) + 2, to: centre(2), y: 5),
  ]

  private static func arrow(_ from: Phase, _ to: Phase, x: Int, y: Int, _ text: String, _ ascii: String) -> Arrow {
    Arrow(transition: PhaseTransition(from, to), x: x, y: y, text: text, ascii: ascii)
  }

  /// An arrow down from one column to another, within the space between two rows of states.
  private static func elbow(_ from: Phase, _ to: Phase, from start: Int, to end: Int, y: Int) -> Arrow {
    let length = max(0, abs(end - start) - 1)
    let line = String(repeating: "─", count: length)
    let dashes = String(repeating: "-", count: length)
    return start < end
      ? arrow(from, to, x: start, y: y, "╰" + line + "▼", "'" + dashes + "v")
      : arrow(from, to, x: end, y: y, "▼" + line + "╯", "v" + dashes + "'")
  }
}

struct PhaseTransition: Hashable, Sendable {
  var from: Phase
  var to: Phase

  init(_ from: Phase, _ to: Phase) { (self.from, self.to) = (from, to) }
}

/// Every transition that ``update(_:_:now:)`` makes, in the one table that the panel draws. A test compares it with the app's
/// behaviour in both directions.
enum PhaseTransitions {
  static let table: [Phase: Set<Phase>] = [
    .opening: [.noClient, .unauthenticated, .locked, .unusable, .refreshing, .deadRegistration],
    .locked: [.opening, .forgetting],
    .unusable: [.opening, .forgetting],
    .noClient: [.registering],
    .registering: [.unauthenticated, .failed, .cancelled, .authenticated],
    .unauthenticated: [.loggingIn, .registering, .signingOut, .managing, .forgetting, .deadRegistration],
    .pushing: [.loggingIn, .failed, .cancelled],
    .loggingIn: [.pushing, .fetchingToken, .authenticated, .failed, .cancelled, .deadRegistration],
    .fetchingToken: [.authenticated, .callingAPI, .failed, .cancelled, .deadRegistration],
    .authenticated: [
      .refreshing, .loggingIn, .callingAPI, .signingOut, .managing, .forgetting, .registering, .deadRegistration,
    ],
    .callingAPI: [.authenticated, .failed],
    .refreshing: [
      .authenticated, .unauthenticated, .failed, .cancelled, .signingOut, .forgetting, .managing, .registering,
      .deadRegistration,
    ],
    .signingOut: [.unauthenticated, .authenticated, .cancelled],
    .managing: [.unauthenticated, .authenticated, .failed, .cancelled, .deadRegistration],
    .forgetting: [.noClient, .authenticated, .failed, .cancelled, .unusable, .locked],
    .failed: [.noClient, .unauthenticated, .registering, .loggingIn, .managing, .forgetting, .deadRegistration],
    .cancelled: [.registering, .loggingIn, .managing, .forgetting, .deadRegistration],
    .deadRegistration: [.registering, .unauthenticated, .authenticated],
  ]

  /// The phases that can follow this one, in the order of ``Phase``.
  static func from(_ phase: Phase) -> [Phase] {
    Phase.allCases.filter { table[phase]?.contains($0) == true }
  }
}
