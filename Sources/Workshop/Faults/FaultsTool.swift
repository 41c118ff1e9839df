import AppState
import Catalogue
import Faults
import Screens
import SharedValues

/// The faults that were switched on for this phone, what the edge reported about them, and the user's place in the menu. The edge
/// decides what happens to a request.
package struct FaultsTool: Hashable, Sendable {
  package enum Level: Hashable, Sendable {
    case top
    case defects(FaultEndpoint)
    case times(FaultEndpoint, FaultDefect)
  }

  package var active = ActiveFaults()
  package var level = Level.top
  package var selected = 0
  /// The text to search the whole menu for; `nil`: no search.
  package var search: String?
  /// The rows that match ``search``, best first. Computed once per change, because each drawing reads them many times.
  var found: [FaultRow] = []
  /// Faults that happened since the last message of the browser or the keystore; they mark the next one.
  var marks: [FaultMark] = []
  /// The last message before the first of these marks.
  var lastBeforeMarks = 0
  package var server = FaultsAtServer()

  package init(_ active: ActiveFaults = ActiveFaults()) { self.active = active }

  /// The choices of how many times a fault happens.
  static let times: [FaultTimes] = [.once, .times(2), .times(3), .times(5), .times(10), .always]
}

package enum FaultRow: Hashable, Sendable {
  /// An active or used-up fault; pressing it switches it off.
  case on(ActiveFaults.Entry)
  case allOff
  case preset(FaultPresets.Preset)
  case endpoint(FaultEndpoint)
  case defect(FaultEndpoint, FaultDefect)
  /// A fault at the server; pressing it switches it off there.
  case atServer(ActiveServerFault)
  /// The complete fault, with how many times it happens.
  case times(FaultRule)
}

/// Switches faults on and off, and reports what they did.
package enum FaultAction: ToolAction {
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
  // Faults at the server.
  /// Who is to commit the faults that the menu lists.
  case side(FaultSide)
  case watched(Bool)
  /// By name or number; `nil`: all.
  case switchOffAtServer(String?)
  // From the edge.
  case server(Result<[ActiveServerFault], ServerProblem>)
  case counted(ActiveFaults)
  /// A fault changed what passed between app and browser, or app and keystore; the mark's words are ``FaultRule/summary``.
  case touched(FaultMark)

  package func apply(to phone: inout Phone<FaultsTool>) -> [Effect] { phone.apply(self) }
}

extension Phone<FaultsTool> {
  mutating func apply(_ action: FaultAction) -> [Effect] {
    switch action {
    case .use(let plan): return change { $0.use(plan) }
    case .add(let rule): return change { $0.add(rule) }
    case .remove(let id): return change { $0.remove(id) }
    case .removeAll: return change { $0.removeAll() }
    case .press(let row): return press(row)
    case .select(let row): select(row)
    case .back: goBack()
    case .beginSearch: (own.level, own.selected, own.search) = (.top, 0, "")
    case .editSearch(let change):
      own.search?.apply(change, limit: 60)
      (own.selected, own.found) = (0, found)
    case .endSearch: (own.search, own.selected) = (nil, 0)
    case .side, .watched, .switchOffAtServer, .server: return apply(atServer: action)
    case .counted(let active): own.active.adoptCounts(of: active)
    case .touched(let mark) where mark.words.hasPrefix(bytes: FaultEndpoint.browser.rawValue + ":"):
      markLastStart(changedBy: mark)
    case .touched(let mark):
      // Marks that no message takes are bounded.
      if own.marks.isEmpty { own.lastBeforeMarks = state.lastMessage }
      if own.marks.count < 8 { own.marks.append(mark) }
    }
    return []
  }

  /// Changes no flow: a fault acts when the next request leaves, and a request that a fault holds is released by the edge.
  private mutating func change(_ change: (inout ActiveFaults) -> Void) -> [Effect] {
    change(&own.active)
    select(own.selected)
    return [.tool(FaultEffect.set(own.active))]
  }

  /// Selects the row, or the nearest one that exists.
  mutating func select(_ row: Int) { own.selected = max(0, min(row, rows.count - 1)) }

  package var rows: [FaultRow] {
    switch own.level {
    case .top:
      guard own.search?.isEmpty ?? true else { return own.found }
      let on = own.server.isShown ? own.server.entries.map(FaultRow.atServer) : own.active.entries.map(FaultRow.on)
      return on + (on.isEmpty ? [] : [.allOff]) + presetRows + endpoints.map(FaultRow.endpoint)
    case .defects(let endpoint): return offers(endpoint).map { .defect(endpoint, $0) }
    case .times(let endpoint, let defect): return FaultsTool.times.map { .times(FaultRule(endpoint, defect, $0)) }
    }
  }

  /// Presets that are impossible here come last, with the reason.
  private var presetRows: [FaultRow] {
    guard !own.server.isShown else { return FaultPresets.all.filter(\.plan.isPossibleAtServer).map(FaultRow.preset) }
    let conditions = conditions
    let isPossible = Dictionary(grouping: FaultPresets.all) { $0.plan.isPossible(under: conditions) }
    return (isPossible[true, default: []] + isPossible[false, default: []]).map(FaultRow.preset)
  }

  private var endpoints: [FaultEndpoint] { FaultEndpoint.allCases.filter { !offers($0).isEmpty } }

  /// The endpoint's defects that the chosen side, the app or the server, can commit.
  func offers(_ endpoint: FaultEndpoint) -> [FaultDefect] {
    guard own.server.isShown else { return endpoint.offers(under: conditions) }
    return endpoint.offers.filter { FaultRule(endpoint, $0).isPossibleAtServer }
  }

  private var found: [FaultRow] {
    guard let search = own.search, !search.isEmpty else { return [] }
    let defects = endpoints.flatMap { endpoint in
      [.endpoint(endpoint)] + offers(endpoint).map { FaultRow.defect(endpoint, $0) }
    }
    let look = Look(catalogue: Catalogue(state.language))
    let ranked = (presetRows + defects).enumerated().compactMap { place, row in
      FuzzySearch.rank(of: search, in: FaultWords.row(row, self, look).left).map { (($0, place), row) }
    }
    return ranked.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// `nil`: nothing matches the search.
  package var selectedRow: FaultRow? {
    let rows = rows
    return rows.isEmpty ? nil : rows[min(own.selected, rows.count - 1)]
  }

  /// What in the configuration decides which faults can happen. A server that requires pushed requests gets them even when they are not configured.
  var conditions: Set<FaultCondition> {
    let keys = state.settings.keys
    let pushes = keys.pushedAuthorization || state.keyRequirements.pushedAuthorization
    let login: Set<FaultCondition> = state.signsInElsewhere ? [.deviceCode] : [.browser, pushes ? .pushed : .inBrowser]
    var conditions = login.union([keys.privateKey ? .privateKey : .secret])
    if keys.privateKey || keys.dpop { conditions.insert(.keys) }
    if keys.dpop { conditions.insert(.dpop) }
    if keys.privateKey && keys.userPresence { conditions.insert(.userPresence) }
    if state.settings.authorizationParameters.maxAge != nil { conditions.insert(.maxAge) }
    return conditions
  }

  private mutating func press(_ index: Int) -> [Effect] {
    guard rows.indices.contains(index) else { return [] }
    own.selected = index
    let row = rows[index]
    guard obstacle(to: row) == nil else { return [] }
    own.search = nil
    if own.server.isShown, !row.leadsOn { return pressAtServer(row) }
    switch row {
    case .on(let entry): return apply(.remove(entry.id))
    case .allOff:
      own.selected = 0
      return apply(.removeAll)
    case .preset(let preset):
      let effects = apply(own.active.isOn(preset.plan) ? .removeAll : .use(preset.plan))
      choose(row)
      return effects
    case .endpoint(let endpoint): (own.level, own.selected) = (.defects(endpoint), 0)
    case .defect(let endpoint, let defect): (own.level, own.selected) = (.times(endpoint, defect), 0)
    case .atServer: break
    case .times(let rule):
      own.level = .top
      let effects = apply(.add(rule))
      own.selected = max(0, own.active.entries.count - 1)
      return effects
    }
    return []
  }

  private mutating func goBack() {
    switch own.level {
    case .top: break
    case .defects(let endpoint):
      own.level = .top
      choose(.endpoint(endpoint))
    case .times(let endpoint, let defect):
      own.level = .defects(endpoint)
      choose(.defect(endpoint, defect))
    }
  }

  private mutating func choose(_ row: FaultRow) { own.selected = rows.firstIndex(of: row) ?? 0 }
}

package enum FaultEffect: ToolEffect {
  /// Sets the faults from now on and releases requests that earlier ones hold. ``FaultAction/counted(_:)`` reports each that happens.
  case set(ActiveFaults)

  package var name: String { "set faults" }
}

extension Action { package static func faults(_ action: FaultAction) -> Action { .tool(AnyToolAction(action)) } }

extension FaultsTool: Tool {
  package init() { self.init(ActiveFaults()) }
  package mutating func look(backFrom present: FaultsTool) { self = present }
  package static var tabs: [PanelTab] { [.faults] }
  package mutating func turnAway() { search = nil }

  package static func select(_ step: Int, in tab: PanelTab, _ phone: inout Phone<FaultsTool>) {
    phone.select(phone.rows.place(step, from: phone.own.selected))
  }

  package static func observe(_ phone: inout Phone<FaultsTool>, _ change: PhoneChange) -> [Effect] {
    markNextMessage(&phone)
    return phone.own.server.watch()
  }

  package static func needsTicks(_ phone: Phone<FaultsTool>) -> Bool { phone.own.server.needsReading }
  package mutating func tick() { server.isDue = server.needsReading }

  /// Marks the first message of the browser or the keystore after a fault changed it.
  private static func markNextMessage(_ phone: inout Phone<FaultsTool>) {
    let (marks, last) = (phone.own.marks, phone.own.lastBeforeMarks)
    let next = phone.recentMessages.first { message in
      if case .exchange = message.content { false } else { message.id > last }
    }
    guard !marks.isEmpty, let next else { return }
    phone.mark(message: next.id, changedBy: marks)
    phone.own.marks = []
  }
}

extension PanelTab {
  package static let faults = PanelTab("faults", at: 7, key: "F", isBench: true, .tabFaults, .keyFaults)
}
