/// A key or passphrase that can open a new file.
public enum AgeRecipient: Hashable, Sendable {
  case x25519(X25519Recipient)
  /// Must be the file's only recipient. `workFactor` is the log2 of scrypt's N, 1 to 22.
  case passphrase(Passphrase, workFactor: Int = ScryptStanza.defaultWorkFactor)

  func wrap(_ fileKey: FileKey) throws(AgeError) -> Stanza {
    switch self {
    case .x25519(let recipient): try X25519Stanza.wrap(fileKey, for: recipient)
    case .passphrase(let passphrase, let workFactor):
      try ScryptStanza.wrap(fileKey, with: passphrase, workFactor: workFactor)
    }
  }
}

/// A key or passphrase that opens a file.
public enum AgeIdentity: Hashable, Sendable {
  case x25519(X25519Identity)
  case passphrase(Passphrase)
}

extension Header {
  /// Wraps the file key for each recipient.
  init(for recipients: [AgeRecipient], fileKey: FileKey, withChecksum: Bool) throws(AgeError) {
    guard !recipients.isEmpty else { throw AgeError(.noRecipient) }
    let hasPassphrase = recipients.contains { if case .passphrase = $0 { true } else { false } }
    guard recipients.count == 1 || !hasPassphrase else {
      throw AgeError(.passphraseNotAlone, "nobody else can be a recipient of a file that a passphrase opens")
    }
    guard recipients.count < Header.maximumStanzas else {
      throw AgeError(.headerTooLarge, "at most \(Header.maximumStanzas - 1) recipients")
    }
    var stanzas: [Stanza] = []
    for recipient in recipients { stanzas.append(try recipient.wrap(fileKey)) }
    // A scrypt stanza must be the only one.
    if withChecksum, !hasPassphrase { stanzas.append(HeaderChecksum.stanza(over: stanzas)) }
    try self.init(stanzas, sealedWith: fileKey)
  }

  /// The file key, unwrapped by any identity that fits, and only if the header is unchanged.
  ///
  /// - Throws: ``AgeError/Code/wrongKey``, ``AgeError/Code/wrongPassphrase``, ``AgeError/Code/passphraseNeeded``,
  ///   ``AgeError/Code/identityNeeded`` when nothing fits; ``AgeError/Code/damagedHeader``; ``AgeError/Code/workFactor``.
  func fileKey(with identities: [AgeIdentity]) throws(AgeError) -> FileKey {
    let fileKey = isForPassphrase ? try unwrapByPassphrase(identities) : try unwrapByKey(identities)
    try authenticate(with: fileKey)
    return fileKey
  }

  private func unwrapByPassphrase(_ identities: [AgeIdentity]) throws(AgeError) -> FileKey {
    let stanza = try ScryptStanza(stanzas[0])
    try stanza.judgeWorkFactor()
    var tried = false
    for case .passphrase(let passphrase) in identities {
      tried = true
      if let fileKey = try stanza.unwrap(with: passphrase) { return fileKey }
    }
    throw AgeError(tried ? .wrongPassphrase : .passphraseNeeded)
  }

  private func unwrapByKey(_ identities: [AgeIdentity]) throws(AgeError) -> FileKey {
    var own: [X25519Stanza] = []
    for stanza in stanzas where stanza.type == X25519Stanza.type { own.append(try X25519Stanza(stanza)) }
    var tried = false
    for case .x25519(let identity) in identities {
      tried = true
      for stanza in own { if let fileKey = try stanza.unwrap(with: identity) { return fileKey } }
    }
    guard tried else { throw AgeError(.identityNeeded) }
    guard HeaderChecksum.fits(self) else { throw AgeError(.damagedHeader, "a recipient stanza was altered") }
    throw AgeError(.wrongKey)
  }
}
