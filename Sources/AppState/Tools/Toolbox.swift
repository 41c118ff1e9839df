/// The tools around one phone, each with its state.
public struct Toolbox: Hashable, Sendable {
  /// The tools observe and intercept in this order.
  package let kinds: [any Tool.Type]
  private var states: [any Tool]
  /// Every tab of the panel, in the order of their places.
  public let tabs: [PanelTab]

  package init(_ kinds: [any Tool.Type]) {
    self.kinds = kinds
    states = kinds.map { $0.init() }
    tabs = kinds.flatMap { $0.tabs }.sorted { $0.place < $1.place }
  }

  /// The state of one tool. A tool that is not in this box has its initial state, and setting it has no effect.
  public subscript<Wanted: Tool>(_: Wanted.Type) -> Wanted {
    get {
      if let index = index(of: Wanted.self), let state = states[index] as? Wanted { return state }
      return Wanted()
    }
    set { if let index = index(of: Wanted.self) { states[index] = newValue } }
  }

  private func index(of wanted: any Tool.Type) -> Int? { kinds.firstIndex { $0 == wanted } }

  func kind(of tab: PanelTab?) -> (any Tool.Type)? { kinds.first { kind in kind.tabs.contains { $0 == tab } } }
  mutating func startOver() { for index in states.indices { states[index].startOver() } }
  mutating func receive(_ event: PhoneEvent) { for index in states.indices { states[index].receive(event) } }
  mutating func tick() { for index in states.indices { states[index].tick() } }

  /// The user comes from another phone: each tool keeps its part of the old state.
  mutating func arrive(from old: Toolbox) {
    for (index, one) in old.states.enumerated() { states[index].arrive(fromAny: one) }
  }

  /// An earlier picture is shown: each tool takes over the present state of what acts at once.
  package mutating func look(backFrom present: Toolbox) {
    for (index, one) in present.states.enumerated() { states[index].look(backFromAny: one) }
  }

  public static func == (one: Toolbox, other: Toolbox) -> Bool {
    one.states.count == other.states.count && zip(one.states, other.states).allSatisfy { $0.equals($1) }
  }

  public func hash(into hasher: inout Hasher) { for state in states { state.hash(into: &hasher) } }
}

extension AppState { public subscript<Known: Tool>(_: Known.Type) -> Known { tools[Known.self] } }
