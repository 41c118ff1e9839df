import AppState
import SharedValues

/// Waits for the user's word on a key that signs for nobody else. One question at a time: the flow is the lock.
@MainActor
final class PresenceDesk {
  /// As long as a phone shows Face ID.
  static let limit: Duration = .seconds(PresenceAnswer.patience)

  private var waiting: CheckedContinuation<PresenceAnswer.Verdict?, Never>?
  private var deadline: Task<Void, Never>?

  /// - Returns: what the user said; `nil` where nobody said anything in time, cancelled where the flow was given up.
  func ask(_ show: () -> Void) async -> PresenceAnswer.Verdict? {
    answer(.cancelled)
    show()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting = continuation
        deadline = Task { [weak self] in
          try? await Task.sleep(for: PresenceDesk.limit)
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
