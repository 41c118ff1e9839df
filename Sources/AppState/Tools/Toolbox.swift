/// The tools that stand around one phone, each with its state.
public struct Toolbox: Hashable, Sendable {
  /// They observe and intercept in this order.
  package let kinds: [any Tool.Type]
  private var states: [any Tool]

  package init(_ kinds: [any Tool.Type]) {
    self.kinds = kinds
    states = kinds.map { $0.init() }
  }

  /// Every tab of the panel, in the order of their places.
  public var tabs: [PanelTab] { kinds.flatMap { $0.tabs }.sorted { $0.place < $1.place } }

  /// The state of one tool. One that is not in this box is as at its start, and cannot be changed.
  public subscript<Wanted: Tool>(_: Wanted.Type) -> Wanted {
    get {
      for state in states where type(of: state) == Wanted.self { if let state = state as? Wanted { return state } }
      return Wanted()
    }
    set {
      for index in states.indices where type(of: states[index]) == Wanted.self { states[index] = newValue }
    }
  }

  package func kind(of tab: PanelTab?) -> (any Tool.Type)? { kinds.first { kind in kind.tabs.contains { $0 == tab } } }

  package mutating func startOver() { for index in states.indices { states[index].startOver() } }

  package mutating func tick() { for index in states.indices { states[index].tick() } }

  /// These tools come to another phone: what each keeps of the one before.
  mutating func arrive(from old: Toolbox) {
    func arrive<Known: Tool>(_ state: Known, _ old: any Tool) -> any Tool {
      var state = state
      if let old = old as? Known { state.arrive(from: old) }
      return state
    }
    for (index, one) in old.states.enumerated() { states[index] = arrive(states[index], one) }
  }

  /// These tools are of a picture of the past: what acts at once is as it is now.
  package mutating func look(backFrom present: Toolbox) {
    func look<Known: Tool>(_ state: Known, _ present: any Tool) -> any Tool {
      var state = state
      if let present = present as? Known { state.look(backFrom: present) }
      return state
    }
    for (index, one) in present.states.enumerated() { states[index] = look(states[index], one) }
  }

  public static func == (one: Toolbox, other: Toolbox) -> Bool {
    func isEqual<Known: Tool>(_ known: Known, _ other: any Tool) -> Bool { known == other as? Known }
    for (mine, theirs) in zip(one.states, other.states) where !isEqual(mine, theirs) { return false }
    return one.states.count == other.states.count
  }

  public func hash(into hasher: inout Hasher) { for state in states { state.hash(into: &hasher) } }
}
