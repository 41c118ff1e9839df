import AppState

/// The way back to an unused phone: the device forgets first, then the browser.
package enum StartingOver: Hashable, Sendable {
  case forgetting, clearing

  /// The next part, when this one has ended.
  ///
  /// - Returns: `nil` where the device could not be forgotten; the phone shows why.
  func next(_ state: AppState) -> (way: StartingOver, effects: [Effect])? {
    switch self {
    case .forgetting: state.hasSomethingToForget ? nil : (.clearing, [.clearBrowserData])
    // Continues when the browser's data has been cleared.
    case .clearing: (.clearing, [])
    }
  }
}
