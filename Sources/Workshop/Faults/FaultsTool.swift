import ForeignText
import AppState
import Catalogue
import Faults
import Screens
import SharedValues

/// The faults that were switched on for this phone, what the edge reported about them, and the user's place in the menu. The edge
/// decides what happens to a request.
public struct FaultsTool: Hashable, Sendable {
  /// The level of the menu.
  public enum Level: Hashable, Sendable {
    /// Active faults, presets and endpoints.
    case top
    case defects(FaultEndpoint)
    case times(FaultEndpoint, FaultDefect)
  }

  public var active = ActiveFaults()
  public var level = Level.top
  /// The selected row of the level.
  public var selected = 0
  /// The text to search the whole menu for; `nil`: no search.
  public var search: String?
  /// The rows that match ``search``, best first. Computed once per change, because each drawing reads them many times.
  var found: [FaultRow] = []
  /// Faults that happened since the last message of the browser or the keystore; they mark the next one.
  var marks: [FaultMark] = []
  /// The last message before the first of these marks.
  var lastBeforeMarks = 0

  public init(_ active: ActiveFaults = ActiveFaults()) { self.active = active }
}

/// A row of the menu.
public enum FaultRow: Hashable, Sendable {
  /// An active or used-up fault; pressing it switches it off.
  case on(ActiveFaults.Entry)
  case allOff
  case preset(FaultPresets.Preset)
  case endpoint(FaultEndpoint)
  case defect(FaultEndpoint, FaultDefect)
  /// The complete fault, with how many times it happens.
  case times(FaultRule)
}

/// Switches faults on and off, and reports what they did.
public enum FaultAction: ToolAction {
  /// Replaces all faults with these.
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
  // From the edge.
  /// The edge counted a fault that happened.
  case counted(ActiveFaults)
  /// A fault changed what passed between app and browser, or app and keystore; the mark's words are ``FaultRule/summary``.
  case touched(FaultMark)
}

extension AppState {
  /// Changes no flow: a fault acts when the next request leaves, and a request that a fault holds is released by the edge.
  mutating func changeFaults(_ action: FaultAction) -> [Effect] {
    switch action {
    case .use(let plan): faults.active.use(plan)
    case .add(let rule): faults.active.add(rule)
    case .remove(let id): faults.active.remove(id)
    case .removeAll: faults.active.removeAll()
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
    case .counted(let active):
      faults.active.adoptCounts(of: active)
      return []
    case .touched(let mark) where mark.words.hasPrefix(bytes: FaultEndpoint.browser.rawValue + ":"):
      messages.markLastStart(mark)
      return []
    case .touched(let mark):
      // Marks that no message takes are bounded.
      if faults.marks.isEmpty { faults.lastBeforeMarks = messages.lastNumber }
      if faults.marks.count < 8 { faults.marks.append(mark) }
      return []
    }
    faults.selected = max(0, min(faults.selected, faultRows.count - 1))
    return [.faults(.set(faults.active))]
  }

  /// Moves the selection; stops at the ends of the list.
  mutating func lookAtFaults(_ step: Int) {
    let count = faultRows.count
    faults.selected = max(0, min(faults.selected + max(-count, min(step, count)), count - 1))
  }

  // MARK: The menu

  /// The choices of how many times a fault happens.
  static let faultTimes: [FaultTimes] = [.once, .times(2), .times(3), .times(5), .times(10), .always]

  /// The rows of the current level.
  public var faultRows: [FaultRow] {
    switch faults.level {
    case .top:
      guard faults.search?.isEmpty ?? true else { return faults.found }
      let on = faults.active.entries.map(FaultRow.on)
      return on + (on.isEmpty ? [] : [.allOff]) + presetRows + faultEndpoints.map(FaultRow.endpoint)
    case .defects(let endpoint): return endpoint.offers(under: faultConditions).map { .defect(endpoint, $0) }
    case .times(let endpoint, let defect): return AppState.faultTimes.map { .times(FaultRule(endpoint, defect, $0)) }
    }
  }

  /// Presets that are impossible here come last, with the reason.
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

  /// `nil`: nothing matches the search.
  public var selectedFaultRow: FaultRow? {
    let rows = faultRows
    return rows.isEmpty ? nil : rows[min(faults.selected, rows.count - 1)]
  }

  /// What in the configuration decides which faults can happen. A server that requires pushed requests gets them even when they are not configured.
  var faultConditions: Set<FaultCondition> {
    let keys = settings.keys
    let pushes = keys.pushedAuthorization || keyRequirements.pushedAuthorization
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
      let effects = changeFaults(faults.active.isOn(preset.plan) ? .removeAll : .use(preset.plan))
      choose(row)
      return effects
    case .endpoint(let endpoint): (faults.level, faults.selected) = (.defects(endpoint), 0)
    case .defect(let endpoint, let defect): (faults.level, faults.selected) = (.times(endpoint, defect), 0)
    case .times(let rule):
      faults.level = .top
      let effects = changeFaults(.add(rule))
      faults.selected = max(0, faults.active.entries.count - 1)
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

/// Effects of the tool **Faults**.
public enum FaultEffect: ToolEffect {
  /// Sets the faults from now on and releases requests that earlier ones hold. ``FaultAction/counted(_:)`` reports each that happens.
  case set(ActiveFaults)

  public var name: String {
    switch self {
    case .set: "set faults"
    }
  }
}

extension Effect { public static func faults(_ effect: FaultEffect) -> Effect { .tool(AnyToolEffect(effect)) } }

extension FaultAction { public func apply(to app: inout AppState) -> [Effect] { app.changeFaults(self) } }

extension Action { public static func faults(_ action: FaultAction) -> Action { .tool(AnyToolAction(action)) } }

extension FaultsTool: Tool {
  public init() { self.init(ActiveFaults()) }
  public mutating func look(backFrom present: FaultsTool) { self = present }
  public static var tabs: [PanelTab] { [.faults] }
  public static func select(_ step: Int, in tab: PanelTab, _ app: inout AppState) { app.lookAtFaults(step) }
  public static func turnAway(_ app: inout AppState) { app.faults.search = nil }

  /// Marks the first message of the browser or the keystore after a fault changed it.
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
  /// The faults of this phone.
  public var faults: FaultsTool {
    get { tools[FaultsTool.self] }
    set { tools[FaultsTool.self] = newValue }
  }
}

extension PanelTab { public static let faults = PanelTab("faults", at: 7, key: "F", .tabFaults, .keyFaults) }
