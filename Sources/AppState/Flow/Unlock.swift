import SharedValues

/// A keystore under a passphrase, and the passphrase typed so far. The app asks for it on its first screen, unless the
/// edge was given it before.
public struct Unlock: Hashable, Sendable {
  public var passphrase = Secret("")
  public var refusals = 0

  public init() {}

  /// Longer than any typed passphrase, and the limit of the question that the terminal asks.
  static let longest = 4096
}

extension AppState {
  /// A missing or wrong passphrase leads to the question for it; any other error to a description of what is wrong.
  mutating func keystoreRefused(_ error: ApplicationStateError) {
    guard settings.unlocksOnScreen, case .keystore(let problem) = error else {
      keystore = .failed(error)
      return
    }
    switch problem.code {
    case .passphraseNeeded: keystore = .locked(Unlock())
    case .wrongPassphrase:
      refusedPassphrases += 1
      var unlock = Unlock()
      unlock.refusals = refusedPassphrases
      keystore = .locked(unlock)
      settle()
    default: keystore = .failed(error)
    }
  }

  /// Each try costs a scrypt computation, which is delay enough.
  mutating func unlock() -> [Effect] {
    guard case .locked(let unlock) = keystore, !unlock.passphrase.revealed.isEmpty, flow == nil else { return [] }
    keystore = .loading
    return [.unlockKeystore(unlock.passphrase)]
  }

  mutating func editPassphrase(_ change: TextChange) {
    guard flow == nil, case .locked(var unlock) = keystore else { return }
    let text = change.applied(to: unlock.passphrase.revealed)
    guard text.utf8.count <= Unlock.longest else { return }
    unlock.passphrase = Secret(text)
    keystore = .locked(unlock)
  }
}
