import ForeignText
import AppState
import Catalogue
import Faults
import Screens
import SharedValues

/// The faults of this phone as the app knows them, and where the user is in their menu. What happens to a request is decided at
/// the edge; here stands what was switched on, and what was told of it.
public struct FaultBench: Hashable, Sendable {
  /// How deep in the menu.
  public enum Level: Hashable, Sendable {
    /// What is on, the presets and the endpoints.
    case top
    case defects(FaultEndpoint)
    case times(FaultEndpoint, FaultDefect)
  }

  public var standing = FaultStanding()
  public var level = Level.top
  /// The chosen row of the level.
  public var selected = 0
  /// What is looked for in the whole menu; `nil`: nobody searches.
  public var search: String?
  /// What is called so, the best first: looked for once for each change of ``search``, because every picture asks for it many times.
  var found: [FaultRow] = []
  /// What the edge has done since the last message of the browser or the keystore: it belongs to the next one.
  var marks: [FaultMark] = []
  /// The last message before the first of these marks.
  var lastBeforeMarks = 0

  public init(_ standing: FaultStanding = FaultStanding()) { self.standing = standing }
}

/// A row of the menu.
public enum FaultRow: Hashable, Sendable {
  /// One that is on, or used up: pressed, it is switched off.
  case on(FaultStanding.Entry)
  case allOff
  case preset(FaultPresets.Preset)
  case endpoint(FaultEndpoint)
  case defect(FaultEndpoint, FaultDefect)
  /// The fault as a whole, with how often.
  case times(FaultRule)
}

/// Switching faults, and what comes of them.
public enum FaultAction: ToolAction {
  /// These and no others.
  case use(FaultPlan)
  case add(FaultRule)
  case remove(Int)
  case removeAll
  // The menu.
  case select(Int)
  case press(Int)
  case back
  case beginSearch
  case editSearch(TextChange)
  case endSearch
  // The edge.
  /// The edge has counted a fault that happened.
  case counted(FaultStanding)
  /// A fault has touched what passes between app and browser, or app and keystore: its words are ``FaultRule/summary``.
  case touched(FaultMark)
}

extension AppState {
  /// Nothing of a flow changes here: a fault acts when the next request leaves, and where one hangs in it, the edge lets it go.
  mutating func changeFaults(_ action: FaultAction) -> [Effect] {
    switch action {
    case .use(let plan): faults.standing.use(plan)
    case .add(let rule): faults.standing.add(rule)
    case .remove(let id): faults.standing.remove(id)
    case .removeAll: faults.standing.removeAll()
    case .select(let row):
      faults.selected = max(0, min(row, faultRows.count - 1))
      return []
    case .press(let row): return pressFault(row)
    case .back:
      goBackInFaults()
      return []
    case .beginSearch:
      (faults.level, faults.selected, faults.search) = (.top, 0, "")
      return []
    case .editSearch(let change):
      faults.search?.apply(change, limit: 60)
      (faults.selected, faults.found) = (0, faultsFound)
      return []
    case .endSearch:
      (faults.search, faults.selected) = (nil, 0)
      return []
    case .counted(let standing):
      faults.standing.adoptCounts(of: standing)
      return []
    case .touched(let mark) where mark.words.hasPrefix(bytes: FaultEndpoint.browser.rawValue + ":"):
      messages.markLastStart(mark)
      return []
    case .touched(let mark):
      // What nobody asks for is not kept for ever.
      if faults.marks.isEmpty { faults.lastBeforeMarks = messages.lastNumber }
      if faults.marks.count < 8 { faults.marks.append(mark) }
      return []
    }
    faults.selected = max(0, min(faults.selected, faultRows.count - 1))
    return [.faults(.set(faults.standing))]
  }

  /// Steps farther than the list is long lead to its end.
  mutating func lookAtFaults(_ step: Int) {
    let count = faultRows.count
    faults.selected = max(0, min(faults.selected + max(-count, min(step, count)), count - 1))
  }

  // MARK: The menu

  /// How often, as the menu offers it.
  static let faultTimes: [FaultTimes] = [.once, .times(2), .times(3), .times(5), .times(10), .always]

  /// What there is to choose from.
  public var faultRows: [FaultRow] {
    switch faults.level {
    case .top:
      guard faults.search?.isEmpty ?? true else { return faults.found }
      let on = faults.standing.entries.map(FaultRow.on)
      return on + (on.isEmpty ? [] : [.allOff]) + presetRows + faultEndpoints.map(FaultRow.endpoint)
    case .defects(let endpoint): return endpoint.offers(under: faultConditions).map { .defect(endpoint, $0) }
    case .times(let endpoint, let defect): return AppState.faultTimes.map { .times(FaultRule(endpoint, defect, $0)) }
    }
  }

  /// What cannot happen here comes last, and says why.
  private var presetRows: [FaultRow] {
    let conditions = faultConditions
    let isPossible = Dictionary(grouping: FaultPresets.all) { $0.plan.isPossible(under: conditions) }
    return (isPossible[true, default: []] + isPossible[false, default: []]).map(FaultRow.preset)
  }

  private var faultEndpoints: [FaultEndpoint] {
    FaultEndpoint.allCases.filter { !$0.offers(under: faultConditions).isEmpty }
  }

  private var faultsFound: [FaultRow] {
    guard let search = faults.search, !search.isEmpty else { return [] }
    let defects = faultEndpoints.flatMap { endpoint in
      [.endpoint(endpoint)] + endpoint.offers(under: faultConditions).map { FaultRow.defect(endpoint, $0) }
    }
    let look = Look(catalogue: Catalogue(language))
    let ranked = (presetRows + defects).enumerated().compactMap { place, row in
      FuzzySearch.rank(of: search, in: FaultWords.row(row, self, look).left).map { (($0, place), row) }
    }
    return ranked.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// `nil`: nothing is called what is looked for.
  public var selectedFaultRow: FaultRow? {
    let rows = faultRows
    return rows.isEmpty ? nil : rows[min(faults.selected, rows.count - 1)]
  }

  /// What of the configuration decides which faults can happen. A server that takes pushed requests alone gets them, asked for or not.
  var faultConditions: Set<FaultCondition> {
    let keys = settings.keys
    let pushes = keys.pushedAuthorization || keyDemands.pushedAuthorization
    let login: Set<FaultCondition> = signsInElsewhere ? [.deviceCode] : [.browser, pushes ? .pushed : .inBrowser]
    var conditions = login.union([keys.privateKey ? .privateKey : .secret])
    if keys.privateKey || keys.dpop { conditions.insert(.keys) }
    if keys.dpop { conditions.insert(.dpop) }
    if keys.privateKey && keys.userPresence { conditions.insert(.userPresence) }
    if settings.authorizationParameters.maxAge != nil { conditions.insert(.maxAge) }
    return conditions
  }

  private mutating func pressFault(_ index: Int) -> [Effect] {
    guard faultRows.indices.contains(index) else { return [] }
    faults.selected = index
    let row = faultRows[index]
    if case .preset(let preset) = row, faultsCannot(preset.plan) != nil { return [] }
    faults.search = nil
    switch row {
    case .on(let entry): return changeFaults(.remove(entry.id))
    case .allOff:
      faults.selected = 0
      return changeFaults(.removeAll)
    case .preset(let preset):
      let effects = changeFaults(faults.standing.isOn(preset.plan) ? .removeAll : .use(preset.plan))
      choose(row)
      return effects
    case .endpoint(let endpoint): (faults.level, faults.selected) = (.defects(endpoint), 0)
    case .defect(let endpoint, let defect): (faults.level, faults.selected) = (.times(endpoint, defect), 0)
    case .times(let rule):
      faults.level = .top
      let effects = changeFaults(.add(rule))
      faults.selected = max(0, faults.standing.entries.count - 1)
      return effects
    }
    return []
  }

  private mutating func goBackInFaults() {
    switch faults.level {
    case .top: break
    case .defects(let endpoint):
      faults.level = .top
      choose(.endpoint(endpoint))
    case .times(let endpoint, let defect):
      faults.level = .defects(endpoint)
      choose(.defect(endpoint, defect))
    }
  }

  private mutating func choose(_ row: FaultRow) { faults.selected = faultRows.firstIndex(of: row) ?? 0 }
}

/// What the tool **Faults** wants done.
public enum FaultEffect: ToolEffect {
  /// These faults from now on; whatever hangs in another one goes on. Answered by ``FaultAction/counted(_:)`` as they happen.
  case set(FaultStanding)

  public var name: String {
    switch self {
    case .set: "set faults"
    }
  }
}

extension Effect { public static func faults(_ effect: FaultEffect) -> Effect { .tool(ToolOrder(effect)) } }

extension FaultAction { public func apply(to app: inout AppState) -> [Effect] { app.changeFaults(self) } }

extension Action { public static func faults(_ action: FaultAction) -> Action { .tool(ToolEvent(action)) } }

extension FaultBench: Tool {
  public init() { self.init(FaultStanding()) }
  public mutating func look(backFrom present: FaultBench) { self = present }
  public static var tabs: [PanelTab] { [.faults] }
  public static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) { app.lookAtFaults(step) }
  public static func turnAway(_ app: inout AppState) { app.faults.search = nil }

  /// Marks what the browser or the keystore has said since a fault has touched it.
  public static func observe(_ app: inout AppState, _ change: PhoneChange) -> [Effect] {
    guard !app.faults.marks.isEmpty else { return [] }
    for number in app.faults.lastBeforeMarks..<app.messages.lastNumber {
      guard let message = app.messages.message(number + 1) else { continue }
      if case .exchange = message.content { continue }
      app.messages.mark(message.id, app.faults.marks)
      app.faults.marks = []
      break
    }
    return []
  }
}

extension AppState {
  /// What goes wrong on purpose.
  public var faults: FaultBench {
    get { tools[FaultBench.self] }
    set { tools[FaultBench.self] = newValue }
  }
}

extension PanelTab { public static let faults = PanelTab("faults", at: 7, key: "F", .tabFaults, .keyFaults) }
