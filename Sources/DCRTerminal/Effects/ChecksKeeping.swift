import AppState

/// Carries out what the tool **Test plan** wants done.
@MainActor
protocol ChecksKeeping: Sendable {
  func run(_ effect: ChecksEffect, _ report: @escaping @Sendable (ChecksAction) -> Void)
  /// Waits for what is being written.
  func stop() async
}

/// For sessions that nobody tests by hand.
struct NoChecks: ChecksKeeping {
  nonisolated init() {}
  func run(_ effect: ChecksEffect, _ report: @escaping @Sendable (ChecksAction) -> Void) {}
  func stop() async {}
}
