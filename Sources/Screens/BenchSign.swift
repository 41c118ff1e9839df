import AppState

/// Says in the phone's status bar that something on the bench is not as it would be: nobody is to take a moved clock for
/// the time. In words, at every size.
enum BenchSign {
  /// `nil`: everything is as it would be.
  static func text(_ state: AppState, _ look: Look) -> String? {
    let signs = [ClockWords.sign(state, look)].compactMap { $0 }
    return signs.isEmpty ? nil : signs.joined(separator: ", ")
  }
}
