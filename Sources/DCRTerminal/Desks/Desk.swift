import AppState

/// Carries out what one tool of the workshop wants done, and nothing else: where a session has no such desk, the tool's effects
/// do nothing.
@MainActor
protocol Desk: AnyObject, Sendable {
  associatedtype Order: ToolEffect

  func run(_ order: Order, _ report: @escaping @Sendable (Action) -> Void)
  /// Returns when what was asked for so far counts for what the phone does next.
  func settle() async
  /// Ends what may be cut short, and waits for the rest.
  func stop() async

  /// What is wrong with the tool's files, for `doctor`. None of it keeps anything else from working.
  nonisolated static func findings(in data: DataDirectory) -> [Finding]
}

extension Desk {
  nonisolated static func findings(in data: DataDirectory) -> [Finding] { [] }
  func settle() async {}
  func stop() async {}

  /// Runs it if it is of its tool.
  func run(any order: any ToolEffect, _ report: @escaping @Sendable (Action) -> Void) {
    if let order = order as? Order { run(order, report) }
  }
}

/// Does one thing after another, in the order in which they were asked for.
@MainActor
final class SerialQueue {
  private var last: Task<Void, Never>?

  nonisolated init() {}

  func add(_ work: @escaping @Sendable () async -> Void) {
    last = Task { [before = last] in
      await before?.value
      await work()
    }
  }

  /// Returns when all that was added has been done.
  func finish() async { await last?.value }
}
