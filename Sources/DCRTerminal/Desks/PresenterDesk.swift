import Workshop
import AppState

/// Advances a presentation after a while.
@MainActor
final class PresenterDesk: Desk {
  nonisolated init() {}

  func run(_ order: PresenterEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch order {
    case .turn(let number, let duration):
      Task {
        try? await Task.sleep(for: duration)
        report(.presenter(.due(number)))
      }
    }
  }
}
