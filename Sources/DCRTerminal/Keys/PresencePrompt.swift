/// Waits for the user's permission to sign with a key. A flow asks one question at a time.
@MainActor
final class PresencePrompt {
  private let limit: Duration
  private var waiting: CheckedContinuation<PresenceAnswer.Verdict?, Never>?
  private var deadline: Task<Void, Never>?

  /// - Parameter limit: how long the question stays; as long as a phone shows Face ID.
  init(limit: Duration = .seconds(PresenceAnswer.patience)) { self.limit = limit }

  /// - Returns: the user's answer; `nil` without an answer in time, `cancelled` if the flow was cancelled.
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
