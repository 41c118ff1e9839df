import SharedValues

/// A keystore under a passphrase, and what the user has typed of it. The app asks for it on its first screen, where the
/// edge has not been given it beforehand.
public struct Unlock: Hashable, Sendable {
  public var passphrase = Secret("")
  /// How many have been refused so far.
  public var refusals = 0

  public init() {}

  /// Longer than anybody types, and as long as the terminal's own question takes.
  package static let longest = 4096
}

extension AppState {
  /// Why the keystore does not open decides between the question for the passphrase and the account of what is wrong.
  package mutating func keystoreRefused(_ error: ApplicationStateError) {
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
  package mutating func unlock() -> [Effect] {
    guard case .locked(let unlock) = keystore, !unlock.passphrase.revealed.isEmpty, flow == nil else { return [] }
    keystore = .loading
    return [.unlockKeystore(unlock.passphrase)]
  }

  mutating func editPassphrase(_ change: TextChange) {
    guard flow == nil, case .locked(var unlock) = keystore else { return }
    var text = unlock.passphrase.revealed
    switch change {
    case .insert(let typed): text += typed.filter { !$0.isNewline && $0 != "\t" }
    case .removeLast: text = String(text.dropLast())
    case .clear: text = ""
    case .replace(let typed): text = typed
    }
    guard text.utf8.count <= Unlock.longest else { return }
    unlock.passphrase = Secret(text)
    keystore = .locked(unlock)
  }
}
