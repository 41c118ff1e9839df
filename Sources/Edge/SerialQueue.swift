/// Does one task after another, in the order in which they were added.
@MainActor
package final class SerialQueue {
  private var last: Task<Void, Never>?

  package nonisolated init() {}

  package func add(_ work: @escaping @Sendable () async -> Void) {
    last = Task { [before = last] in
      await before?.value
      await work()
    }
  }

  /// Returns when all added tasks are done.
  package func finish() async { await last?.value }
}
