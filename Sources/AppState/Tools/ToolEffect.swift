/// An effect of a workshop tool: a value that the tool's own effect handler at the edge carries out and answers with actions.
///
/// Only the tool and its effect handler know its content; without such a handler nothing happens.
public protocol ToolEffect: Hashable, Sendable {
  /// For the log: what is done, without its values.
  var name: String { get }
}

public struct AnyToolEffect: Hashable, Sendable {
  public let effect: any ToolEffect

  public init(_ effect: some ToolEffect) { self.effect = effect }

  public static func == (one: Self, other: Self) -> Bool { AnyHashable(one.effect) == AnyHashable(other.effect) }
  public func hash(into hasher: inout Hasher) { effect.hash(into: &hasher) }
}

extension Effect {
  package static func tool(_ effect: some ToolEffect) -> Effect { .tool(AnyToolEffect(effect)) }

  public func of<Wanted: ToolEffect>(_: Wanted.Type) -> Wanted? {
    if case .tool(let tool) = self { tool.effect as? Wanted } else { nil }
  }
}
