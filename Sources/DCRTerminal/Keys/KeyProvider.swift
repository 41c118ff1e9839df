/// Asks the secure element for the keys and signatures that the app's effects need.
/// Private keys never come here, and a signature goes only into the request for which it was made.
actor KeyProvider {
  /// Asks the user; `nil`: there was no answer in time.
  typealias Presence = @Sendable (KeyUse) async -> PresenceAnswer.Verdict?

  private let element: any SecureKeys
  private let time: TimeSource
  private let faults: (any SigningFaultInjecting)?

  init(_ element: any SecureKeys, time: TimeSource, faults: (any SigningFaultInjecting)? = nil) {
    (self.element, self.time, self.faults) = (element, time, faults)
  }

  func prepare(_ needs: KeyNeeds) async throws(KeyFailure) -> (keys: InstanceKeys, operations: [KeyOperation]) {
    let held = try await asked { try await $0.list() }
    var (keys, operations) = (InstanceKeys(), [KeyOperation]())
    switch needs.client {
    case .none: break
    case .new(let demandsUser, let registered):
      await delete(held, keeping: registered)
      keys.client = try await make(.clientAuthentication, demandsUser, &operations)
    case .registered(let thumbprint):
      guard let key = held.first(where: { $0.thumbprint == thumbprint }) else { throw .clientKeyLost }
      keys.client = key.publicKey
    }
    switch needs.token {
    case .none: break
    case .any:
      if let key = held.first(where: { $0.use == .dpop }) {
        keys.dpop = key.publicKey
      } else {
        keys.dpop = try await make(.dpop, false, &operations)
      }
    case .bound(let thumbprint):
      guard let key = held.first(where: { $0.thumbprint == thumbprint }) else { throw .tokenKeyLost }
      keys.dpop = key.publicKey
    }
    return (keys, operations)
  }

  /// Deletes the keys of clients that no longer exist; ignores failures.
  func retire(keeping thumbprint: String?) async {
    if let held = try? await element.list() { await delete(held, keeping: thumbprint) }
  }

  private func delete(_ held: [ElementKey], keeping thumbprint: String?) async {
    for key in held where key.use == .clientAuthentication && key.thumbprint != thumbprint {
      try? await element.delete(thumbprint: key.thumbprint)
    }
  }

  func erase() async throws(SecureElementError) {
    do { try await element.erase() } catch { throw error as? SecureElementError ?? .unavailable(detail: "\(error)") }
  }

  private func make(_ use: KeyUse, _ demandsUser: Bool, _ operations: inout [KeyOperation]) async throws(KeyFailure)
    -> P256PublicKey
  {
    let key = try await asked { try await $0.make(use: use, demandsUser: demandsUser) }
    operations.append(.made(use, thumbprint: key.thumbprint))
    return key.publicKey
  }

  /// The request as it is sent, with each of its proofs freshly signed.
  func sign(
    _ request: HTTPRequest, asking presence: Presence
  ) async throws(KeyFailure) -> (request: HTTPRequest, operations: [KeyOperation]) {
    let fault = faults?.fault(forSigning: request)
    do throws(KeyFailure) {
      let result = try await sign(fault?.request ?? request, asking: presence, fault)
      fault?.over(result.request)
      return result
    } catch {
      fault?.over(nil)
      throw error
    }
  }

  private func sign(
    _ request: HTTPRequest, asking presence: Presence, _ fault: SigningFault?
  ) async throws(KeyFailure) -> (request: HTTPRequest, operations: [KeyOperation]) {
    var (signed, operations) = (request, [KeyOperation]())
    for proof in request.proofs {
      var draft = ProofDraft(proof, now: time.now, id: KeyProof.freshID())
      fault?.change(&draft)
      let signature: [UInt8]
      if draft.isForged {
        signature = try await forgedSignature(of: &draft)
      } else {
        let key = draft.proof.key
        signature = try await self.signature(of: Array(draft.signingInput.utf8), key, presence)
        operations.append(.signed(key.use, thumbprint: key.thumbprint))
      }
      signed = signed.carrying(Secret(draft.signingInput + "." + Base64URL.encode(signature)), at: proof.place)
    }
    return (signed, operations)
  }

  /// Signs with a key that the element makes only for this: the app's process holds no private key, not even a wrong one.
  private func forgedSignature(of draft: inout ProofDraft) async throws(KeyFailure) -> [UInt8] {
    let use = draft.proof.key.use
    let key = try await asked(use) { try await $0.make(use: use, demandsUser: false) }
    draft.sign(asKey: key.publicKey.jwk)
    let bytes = Array(draft.signingInput.utf8)
    let signed: Result<[UInt8], any Error>
    do { signed = .success(try await element.sign(bytes, with: key.thumbprint, presence: nil)) } catch {
      signed = .failure(error)
    }
    try? await element.delete(thumbprint: key.thumbprint)
    do { return try signed.get() } catch { throw KeyFailure(error, use) }
  }

  private func signature(
    of bytes: [UInt8], _ key: KeyProof.Key, _ presence: Presence
  ) async throws(KeyFailure) -> [UInt8] {
    do {
      return try await element.sign(bytes, with: key.thumbprint, presence: nil)
    } catch let error as SecureElementError where error.code == .presenceDemanded {
      guard let verdict = await presence(key.use) else { throw .element(.presenceTimedOut) }
      let answer = PresenceAnswer(challenge: error.detail, verdict)
      return try await asked(key.use) { try await $0.sign(bytes, with: key.thumbprint, presence: answer) }
    } catch { throw KeyFailure(error, key.use) }
  }

  private func asked<Answer: Sendable>(
    _ use: KeyUse? = nil, _ ask: (any SecureKeys) async throws -> Answer
  ) async throws(KeyFailure) -> Answer {
    do { return try await ask(element) } catch { throw KeyFailure(error, use) }
  }
}

extension KeyFailure {
  /// - Parameter use: the use of the key that should sign; `nil`: no key was named.
  init(_ error: any Error, _ use: KeyUse? = nil) {
    let error = error as? SecureElementError ?? .unavailable(detail: "\(error)")
    switch (error.code, use) {
    case (.noSuchKey, .clientAuthentication): self = .clientKeyLost
    case (.noSuchKey, .dpop): self = .tokenKeyLost
    default: self = .element(error)
    }
  }
}
