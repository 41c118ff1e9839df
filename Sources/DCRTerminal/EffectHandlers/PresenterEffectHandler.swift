@MainActor final class PresenterEffectHandler: EffectHandler {
  nonisolated init() {}

  func run(_ effect: PresenterEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .turn(let number, let duration):
      Task {
        try? await Task.sleep(for: duration)
        report(.presenter(.due(number)))
      }
    }
  }
}
