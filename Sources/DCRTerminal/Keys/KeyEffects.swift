@MainActor final class KeyEffects {
  private let provider: KeyProvider
  /// Whether a user can be asked; a script has no user.
  private let hasUser: Bool
  private let inbox: AppStore.Inbox
  private let presence = PresencePrompt()

  init(_ provider: KeyProvider, hasUser: Bool, inbox: @escaping AppStore.Inbox) {
    (self.provider, self.hasUser, self.inbox) = (provider, hasUser, inbox)
  }

  func prepare(_ id: FlowID, _ needs: KeyNeeds) async {
    do throws(KeyFailure) {
      let (keys, operations) = try await provider.prepare(needs)
      guard !Task.isCancelled else { return }
      if !operations.isEmpty { inbox(.usedKeys(id, operations)) }
      inbox(.answered(id, .keys(.success(keys))))
    } catch {
      if !Task.isCancelled { inbox(.answered(id, .keys(.failure(error)))) }
    }
  }

  /// - Returns: the request as it is sent; `nil`: it must not be sent, which the flow has been told.
  func signed(_ id: FlowID, _ request: HTTPRequest, _ reply: Reply) async -> HTTPRequest? {
    guard !request.proofs.isEmpty else { return request }
    do throws(KeyFailure) {
      let (signed, operations) = try await provider.sign(request) { use in await self.ask(id, use) }
      guard !Task.isCancelled else { return nil }
      inbox(.usedKeys(id, operations))
      return signed
    } catch {
      if !Task.isCancelled { inbox(.answered(id, .notSigned(reply, error))) }
      return nil
    }
  }

  func retire(keeping thumbprint: String?) async { await provider.retire(keeping: thumbprint) }
  func answer(_ isConfirmed: Bool) { presence.answer(isConfirmed ? .confirmed : .refused) }

  private func ask(_ id: FlowID, _ use: KeyUse) async -> PresenceAnswer.Verdict? {
    guard hasUser else { return .refused }
    return await presence.ask { inbox(.presenceAsked(PresenceQuestion(flow: id, use: use))) }
  }
}

/// Waits for the user's permission to sign with a key. A flow asks one question at a time.
@MainActor final class PresencePrompt {
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
