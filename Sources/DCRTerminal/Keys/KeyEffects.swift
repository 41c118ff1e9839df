/// The runner's effects that need the secure element.
@MainActor
final class KeyEffects {
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
      inbox(.keysPrepared(id, .success(keys)))
    } catch { if !Task.isCancelled { inbox(.keysPrepared(id, .failure(error))) } }
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
      if !Task.isCancelled { inbox(.notSigned(id, reply, error)) }
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
