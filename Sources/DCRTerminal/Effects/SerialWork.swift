/// Work that is done one piece after another, in the order in which it was added. No piece is ever cancelled.
@MainActor
final class SerialWork {
  private var last: Task<Void, Never>?

  nonisolated init() {}

  /// Work that blocks is given without an actor, and then runs off the main one.
  func add(_ work: @escaping @isolated(any) @Sendable () async -> Void) {
    last = Task { [last] in
      await last?.value
      await work()
    }
  }

  /// Waits for all that was added so far.
  func finish() async { await last?.value }
}
