import Edge
import Workshop
import AppState

/// Applies the faults that the tool sets.
@MainActor
final class FaultEffectHandler: EffectHandler {
  private let injector: FaultInjector

  nonisolated init(_ injector: FaultInjector) { self.injector = injector }

  func run(_ effect: FaultEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .set(let active): injector.adopt(active)
    }
  }
}
