import AppState
import SharedValues

/// Waits for the user's word on a key that signs for nobody else. One question at a time: the flow is the lock.
@MainActor
final class PresenceDesk {
  private let limit: Duration
  private var waiting: CheckedContinuation<PresenceAnswer.Verdict?, Never>?
  private var deadline: Task<Void, Never>?

  /// - Parameter limit: how long a question stands; as long as a phone shows Face ID.
  init(limit: Duration = .seconds(PresenceAnswer.patience)) { self.limit = limit }

  /// - Returns: what the user said; `nil` where nobody said anything in time, cancelled where the flow was given up.
  func ask(_ show: () -> Void) async -> PresenceAnswer.Verdict? {
    answer(.cancelled)
    show()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting = continuation
        deadline = Task { [weak self, limit = self.limit] in
          try? await Task.sleep(for: limit)
          if !Task.isCancelled { self?.answer(nil) }
        }
      }
    } onCancel: {
      Task { @MainActor in self.answer(.cancelled) }
    }
  }

  func answer(_ answer: PresenceAnswer.Verdict?) {
    deadline?.cancel()
    let asked = waiting
    (deadline, waiting) = (nil, nil)
    asked?.resume(returning: answer)
  }
}
