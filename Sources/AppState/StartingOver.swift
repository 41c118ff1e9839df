/// The way back to a phone that nobody has used yet: the device forgets, then the browser does. Presenter and test plan go it.
public enum StartingOver: Hashable, Sendable {
  case forgetting, clearing
}

extension AppState {
  /// - Returns: nothing where the phone has nothing to forget; then the way goes on at once.
  package mutating func startOver() -> [Effect] { hasSomethingToForget ? begin(.forgetDevice) : [] }

  /// The next part, when the one before has ended.
  ///
  /// - Returns: `nil` where the device could not be forgotten; the phone says why.
  package func goOn(_ way: StartingOver) -> (way: StartingOver, effects: [Effect])? {
    switch way {
    case .forgetting: hasSomethingToForget ? nil : (.clearing, [.clearBrowserData])
    // Goes on when the browser has forgotten.
    case .clearing: (.clearing, [])
    }
  }

  /// The browser has forgotten, too.
  package mutating func hasStartedOver() {
    messages.removeAll()
    (notice, auth, droppedAnswers) = (nil, .idle, 0)
  }
}
