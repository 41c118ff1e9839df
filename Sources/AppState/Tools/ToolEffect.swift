/// What a tool of the workshop wants done: a value that its own desk at the edge carries out, and answers with actions.
///
/// Nobody but the tool and its desk knows what is in it; where there is no such desk, nothing happens.
public protocol ToolEffect: Hashable, Sendable {
  /// For the log: what is done, without with what.
  var name: String { get }
}

/// A tool's effect among the phone's.
public struct ToolOrder: Hashable, Sendable {
  public let effect: any ToolEffect

  public init(_ effect: some ToolEffect) { self.effect = effect }

  public static func == (one: Self, other: Self) -> Bool { AnyHashable(one.effect) == AnyHashable(other.effect) }

  public func hash(into hasher: inout Hasher) { effect.hash(into: &hasher) }
}

extension Effect {
  /// What it asks a tool's desk, if it is of that kind.
  public func of<Wanted: ToolEffect>(_: Wanted.Type) -> Wanted? {
    if case .tool(let order) = self { order.effect as? Wanted } else { nil }
  }
}
