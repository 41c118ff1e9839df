/// A secure element with faults: it does not answer, loses a key, or has no user.
/// A lost key is really deleted, as by `keys delete`; only the app's own way of recovery helps.
struct FaultySecureElement: SecureKeys {
  let inner: any SecureKeys
  let injector: FaultInjector

  func make(use: KeyUse, demandsUser: Bool) async throws -> ElementKey {
    let defect = try await taken { [.unavailable, .nonsense, .damaged, .full].contains($0) }
    if let defect { throw FaultySecureElement.error(defect) }
    return try await inner.make(use: use, demandsUser: demandsUser)
  }

  func list() async throws -> [ElementKey] {
    let defect = try await taken { [.unavailable, .nonsense, .damaged].contains($0) }
    if let defect { throw FaultySecureElement.error(defect) }
    return try await inner.list()
  }

  func delete(thumbprint: String) async throws { try await inner.delete(thumbprint: thumbprint) }
  func erase() async throws { try await inner.erase() }

  func sign(_ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?) async throws -> [UInt8] {
    let key = try await inner.list().first { $0.thumbprint == thumbprint }
    let defect = try await taken { defect in
      switch defect {
      case .clientKeyLost: key?.use == .clientAuthentication
      case .tokenKeyLost: key?.use == .dpop
      case .presenceRefused, .presenceTimedOut: presence != nil
      case .unavailable, .nonsense, .damaged: true
      case .full: false
      }
    }
    var answer = presence
    switch defect {
    case .clientKeyLost, .tokenKeyLost: try await inner.delete(thumbprint: thumbprint)
    case .presenceRefused: answer = presence.map { PresenceAnswer(challenge: $0.challenge, .refused) }
    case .some(let defect): throw FaultySecureElement.error(defect)
    case nil: break
    }
    return try await inner.sign(bytes, with: thumbprint, presence: answer)
  }

  /// The fault that is due now; one that this operation cannot have is given back.
  private func taken(_ canHappen: (ElementDefect) -> Bool) async throws -> ElementDefect? {
    let (latency, entry) = injector.take(.secureElement)
    try await injector.delay(latency)
    guard let entry, case .element(let defect) = entry.rule.defect else { return nil }
    guard canHappen(defect) else {
      injector.giveBack(entry)
      return nil
    }
    injector.touched(entry)
    return defect
  }

  private static func error(_ defect: ElementDefect) -> SecureElementError {
    switch defect {
    case .nonsense: .protocolBroken(detail: FaultDefect.onPurpose)
    case .damaged: .damaged(detail: FaultDefect.onPurpose)
    case .full: .full
    case .presenceTimedOut: .presenceTimedOut
    case .presenceRefused: .presenceRefused
    case .clientKeyLost, .tokenKeyLost: .noSuchKey
    case .unavailable: .unavailable(detail: FaultDefect.onPurpose)
    }
  }
}

extension KeyProvider {
  /// A provider with the faults of `injector`: those of the element, and those of what it signs.
  init(facing injector: FaultInjector, _ element: any SecureKeys, time: TimeSource) {
    self.init(FaultySecureElement(inner: element, injector: injector), time: time, faults: injector)
  }
}
