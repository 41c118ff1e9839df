import AppState
import Catalogue
import Faults
import Screens
import SharedValues

/// The faults of the embedded server, as the menu shows them: the last reading, and whether the menu is about them.
///
/// They belong to the server: every client meets them, and they stay on when this app ends. So they are read again each second while the menu
/// can be seen, and as long as one is known to be on.
package struct FaultsAtServer: Hashable, Sendable {
  package var entries: [ActiveServerFault] = []
  /// Why the last reading or change failed.
  package var problem: ServerProblem?
  /// Whether the menu is about the server.
  package var isShown = false
  var isWatched = false
  var isDue = false
  /// An effect has not been answered yet.
  var isBusy = false

  package var count: Int { entries.count { $0.left != 0 } }
  var needsReading: Bool { isWatched || count > 0 }

  /// Runs after each action: one reading at a time.
  mutating func watch() -> [Effect] {
    guard needsReading, isDue, !isBusy else { return [] }
    (isDue, isBusy) = (false, true)
    return [.tool(ServerFaultEffect.read)]
  }
}

/// What the menu asks of the server's administration. ``FaultAction/server(_:)`` answers each with the faults that are on then.
package enum ServerFaultEffect: ToolEffect {
  case read
  /// - file: a fault file, for everybody.
  case on(file: String, name: String)
  /// By name or number; `nil`: all.
  case off(String?)

  package var name: String { if case .read = self { "read server faults" } else { "set server faults" } }
}

extension FaultRow {
  /// Whether pressing it only leads deeper into the menu.
  var leadsOn: Bool {
    switch self {
    case .endpoint, .defect: true
    case .on, .allOff, .preset, .atServer, .times: false
    }
  }
}

extension Phone<FaultsTool> {
  /// Whether the menu can be about the server: only this product's own commits faults.
  var hasSides: Bool { state.settings.embeddedServer && own.level == .top && own.search == nil }

  mutating func apply(atServer action: FaultAction) -> [Effect] {
    switch action {
    case .side(let side):
      guard state.settings.embeddedServer else { break }
      (own.server.isShown, own.server.isDue) = (side == .server, true)
      (own.level, own.search, own.selected) = (.top, nil, 0)
    case .watched(let isSeen):
      own.server.isWatched = isSeen && state.settings.embeddedServer
      own.server.isDue = own.server.isWatched
    case .server(let result):
      own.server.isBusy = false
      let row = selectedRow
      switch result {
      case .success(let entries): (own.server.entries, own.server.problem) = (entries, nil)
      // Before the first start of a server there is nothing to read, and no fault is on.
      case .failure(let problem) where problem.code == .databaseMissing && !own.server.isShown: own.server.entries = []
      case .failure(let problem): own.server.problem = problem
      }
      // Rows that come or go above do not move the selection.
      select(row.flatMap { rows.firstIndex(of: $0) } ?? own.selected)
    case .switchOffAtServer(let name): return change(.off(name))
    default: break
    }
    return []
  }

  mutating func pressAtServer(_ row: FaultRow) -> [Effect] {
    switch row {
    case .atServer(let fault): return change(.off(String(fault.number)))
    case .allOff: return change(.off(nil))
    case .preset(let preset):
      guard !isOnAtServer(preset) else { return change(.off(preset.name)) }
      return change(.on(file: preset.plan.json.compact, name: preset.name))
    case .times(let rule):
      own.level = .top
      own.selected = 0
      return change(.on(file: FaultPlan([rule]).json.compact, name: rule.summary))
    case .on, .endpoint, .defect: return []
    }
  }

  var listsNone: Bool { own.server.isShown ? own.server.entries.isEmpty : own.active.isEmpty }

  var shownCount: Int { own.server.isShown ? own.server.count : own.active.count }

  func isOnAtServer(_ preset: FaultPresets.Preset) -> Bool {
    own.server.entries.contains { $0.name == preset.name && $0.left != 0 }
  }

  private mutating func change(_ effect: ServerFaultEffect) -> [Effect] {
    own.server.isBusy = true
    return [.tool(effect)]
  }
}

extension FaultWords {
  /// By the name that the server gives them. It leaves out the value of a wrong member.
  private static let rules: [String: FaultRule] = {
    let offered = FaultEndpoint.allCases.flatMap { endpoint in endpoint.offers.map { FaultRule(endpoint, $0) } }
    let named = (FaultPresets.all.flatMap(\.plan.rules) + offered).filter {
      if case .wrongMember = $0.defect { false } else { true }
    }
    return Dictionary(named.map { ($0.summary, $0) }) { first, _ in first }
  }()

  /// The fault, in the spelling of fault files if the menu has no words for it, and how often it will still happen.
  static func atServer(_ fault: ActiveServerFault, _ look: Look) -> (left: String, right: String) {
    let target = fault.target == "everybody" ? "" : " (\(fault.target))"
    let mark = fault.left == 0 ? look.marks.done : look.marks.warning
    // A wrong certificate has no endpoint.
    let certificate = Phrase.faultDefect(fault.fault).map { look.catalogue($0) }
    let name = rules[fault.fault].map { rule($0, look) } ?? certificate ?? fault.fault
    return ("\(mark) \(name)\(target)", left(fault.left, fault.hits, look))
  }
}
