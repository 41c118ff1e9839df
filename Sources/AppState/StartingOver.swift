/// The way back to an unused phone: the device forgets first, then the browser. Presenter and test plan use it.
public enum StartingOver: Hashable, Sendable {
  case forgetting, clearing
}

extension AppState {
  /// The next part, when the one before has ended.
  ///
  /// - Returns: `nil` where the device could not be forgotten; the phone shows why.
  package func goOn(_ way: StartingOver) -> (way: StartingOver, effects: [Effect])? {
    switch way {
    case .forgetting: hasSomethingToForget ? nil : (.clearing, [.clearBrowserData])
    // Continues when the browser's data has been cleared.
    case .clearing: (.clearing, [])
    }
  }

  /// The browser's data has been cleared, too.
  package mutating func hasStartedOver() {
    messages.removeAll()
    (notice, auth, droppedAnswers) = (nil, .idle, 0)
  }
}
