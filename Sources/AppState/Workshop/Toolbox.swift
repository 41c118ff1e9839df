/// The states of all tools.
public struct Toolbox: Hashable, Sendable {
  /// Every tool there is. They observe and intercept in this order: those that begin a flow or drop messages by themselves come before those that
  /// look where the phone has got to, and step mode before the tour, which lets go what it has no caption for.
  public static let tools: [any Tool.Type] = [
    ServerInsight.self, KeystoreInsight.self, Lessons.self, Clocks.self, FaultBench.self, EvidenceBench.self,
    Checks.self, Show.self, MessagesTool.self, PhaseHistory.self, Stepping.self, GuidedTour.self,
  ]

  private var states: [any Tool] = Toolbox.tools.map { $0.init() }

  init() {}

  /// The state of one tool; that of one that is not in ``tools`` cannot be changed.
  subscript<Wanted: Tool>(_: Wanted.Type) -> Wanted {
    get {
      for state in states where type(of: state) == Wanted.self {
        if let state = state as? Wanted { return state }
      }
      return Wanted()
    }
    set {
      for index in states.indices where type(of: states[index]) == Wanted.self { states[index] = newValue }
    }
  }

  mutating func tick() { for index in states.indices { states[index].tick() } }

  public static func == (one: Toolbox, other: Toolbox) -> Bool {
    func isEqual<Known: Tool>(_ known: Known, _ other: any Tool) -> Bool { known == other as? Known }
    for (mine, theirs) in zip(one.states, other.states) where !isEqual(mine, theirs) { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) { for state in states { state.hash(into: &hasher) } }
}
