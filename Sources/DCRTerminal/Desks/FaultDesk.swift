import Workshop
import AppState

/// Applies the faults that the tool sets.
@MainActor
final class FaultDesk: Desk {
  private let injector: FaultInjector

  nonisolated init(_ injector: FaultInjector) { self.injector = injector }

  func run(_ order: FaultEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch order {
    case .set(let standing): injector.adopt(standing)
    }
  }
}
