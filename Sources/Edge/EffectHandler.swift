// What most files of this room speak of is exported to all of them. Every room that may know this one may know it, too.
@_exported import Programs
@_exported import SharedValues
import AppState

/// Carries out the effects of one tool. In a session without a handler of the tool, its effects do nothing.
@MainActor package protocol EffectHandler: AnyObject, Sendable {
  associatedtype Handled: ToolEffect

  func run(_ effect: Handled, _ report: @escaping @Sendable (Action) -> Void)
  /// Returns when all effects so far affect what the phone does next.
  func settle() async
  /// Cancels work that may be cut short, and waits for the rest.
  func stop() async
}

extension EffectHandler {
  package func settle() async {}
  package func stop() async {}

  package func run(any effect: any ToolEffect, _ report: @escaping @Sendable (Action) -> Void) {
    if let effect = effect as? Handled { run(effect, report) }
  }
}

@MainActor package final class SerialQueue {
  private var last: Task<Void, Never>?

  package nonisolated init() {}

  package func add(_ work: @escaping @Sendable () async -> Void) {
    last = Task { [before = last] in
      await before?.value
      await work()
    }
  }

  package func finish() async { await last?.value }
}

/// Carries out the effects of one tool with a function, which puts those that must not overlap into the queue. ``stop()`` waits for the queue.
@MainActor package final class QueueingEffectHandler<Handled: ToolEffect>: EffectHandler {
  package typealias Work = @MainActor (Handled, SerialQueue, @escaping @Sendable (Action) -> Void) -> Void

  private let work: Work
  private let queue = SerialQueue()

  package init(_ work: @escaping Work) { self.work = work }
  package func run(_ effect: Handled, _ report: @escaping @Sendable (Action) -> Void) { work(effect, queue, report) }
  package func stop() async { await queue.finish() }
}
