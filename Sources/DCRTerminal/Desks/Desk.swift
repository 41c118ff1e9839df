import AppState

/// Carries out the effects of one tool. In a session without the tool's desk, its effects do nothing.
/// do nothing.
@MainActor
protocol Desk: AnyObject, Sendable {
  associatedtype Order: ToolEffect

  func run(_ order: Order, _ report: @escaping @Sendable (Action) -> Void)
  /// Returns when all orders so far affect what the phone does next.
  func settle() async
  /// Cancels work that may be cut short, and waits for the rest.
  func stop() async

  /// Problems in the tool's files, for `doctor`. They keep nothing else from working.
  nonisolated static func findings(in data: DataDirectory) -> [Finding]
}

extension Desk {
  nonisolated static func findings(in data: DataDirectory) -> [Finding] { [] }
  func settle() async {}
  func stop() async {}

  /// Runs the order if it belongs to the desk's tool.
  func run(any order: any ToolEffect, _ report: @escaping @Sendable (Action) -> Void) {
    if let order = order as? Order { run(order, report) }
  }
}

/// Does one task after another, in the order in which they were added.
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

  /// Returns when all added tasks are done.
  func finish() async { await last?.value }
}
