import Workshop
import AppState

/// Lets a show go on by itself after a while.
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
