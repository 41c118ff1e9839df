// Examines a keystore without using it: nothing here writes, and copies never touch the disk, where a second file with the
// device's secrets must not exist.

import AgeFormat
import Glibc
import OpenSSLCrypto
import SharedValues

extension FileKeystore {
  /// What the file shows without its key; `nil` when there is no file.
  ///
  /// - Throws: what ``inspect()`` throws.
  public func xray() throws(KeystoreError) -> KeystoreXRay? {
    guard let folder = try openFolder(creating: false), let content = try readFile(folder) else { return nil }
    return try xray(content, in: folder)
  }

  /// What the file shows without its key, and its content if the key opens it.
  ///
  /// With a passphrase this takes a second and the memory of its work factor. Never asks a person for a passphrase.
  /// - Throws: what ``inspect()`` throws. The reading itself says why the file does not open.
  public func reading() throws(KeystoreError) -> KeystoreReading? {
    guard let folder = try openFolder(creating: false), let content = try readFile(folder) else { return nil }
    let xray = try xray(content, in: folder)
    guard xray.inspection.protection == .device || passphrase.isFilled else {
      let locked = KeystoreError(.passphraseNeeded, path: xray.inspection.path)
      return KeystoreReading(xray: xray, contents: .failure(locked), seconds: nil)
    }
    let (contents, seconds) = timed { () throws(KeystoreError) in try open(content, in: folder) }
    return KeystoreReading(xray: xray, contents: contents, seconds: seconds)
  }

  /// Runs the trial on a copy in memory and tries to open it.
  ///
  /// - Returns: `nil` when there is no keystore, or it lacks the part that the trial needs.
  /// - Throws: what ``inspect()`` throws; ``KeystoreError/Code/passphraseNeeded`` for damage to a locked keystore.
  public func result(of trial: KeystoreTrial) throws(KeystoreError) -> KeystoreTrialResult? {
    guard let folder = try openFolder(creating: false), let content = try readFile(folder) else { return nil }
    let xray = try xray(content, in: folder)
    switch trial {
    case .damage(let part):
      guard xray.inspection.protection == .device || passphrase.isFilled else {
        throw KeystoreError(.passphraseNeeded, path: xray.inspection.path)
      }
      let path = xray.inspection.path
      let bytes = try KeystoreError.at(path) { () throws(AgeError) in try FileLayout.binary(content.bytes) }
      var copy = FileContent(bytes: bytes, status: content.status)
      guard let alteration = KeystoreTrialResult.Alteration(part, &copy.bytes, xray.parts) else { return nil }
      let (contents, seconds) = timed { () throws(KeystoreError) in try open(copy, in: folder) }
      return KeystoreTrialResult(
        trial: trial, alteration: alteration, refusal: contents.refusal, seconds: seconds,
        fingerprint: xray.fingerprint)
    case .guess:
      let path = xray.inspection.path
      let isLocked = xray.inspection.protection == .passphrase
      let identity: AgeIdentity =
        isLocked ? .passphrase(try Passphrase(Secret(KeystoreTrial.firstGuess), path: path)) : .x25519(.generate())
      let (contents, seconds) = timed { () throws(KeystoreError) in
        try KeystoreError.at(path) { () throws(AgeError) in try Age.decrypt(content.bytes, with: [identity]) }
      }
      return KeystoreTrialResult(
        trial: trial, alteration: nil, refusal: contents.refusal, seconds: seconds, fingerprint: xray.fingerprint)
    }
  }

  private func xray(_ content: FileContent, in folder: borrowing KeystoreFolder) throws(KeystoreError) -> KeystoreXRay {
    let inspection = try inspection(content, in: folder)
    let parts = try KeystoreError.at(inspection.path) { () throws(AgeError) in try FileLayout(content.bytes).parts }
    return KeystoreXRay(
      inspection: inspection, parts: parts,
      modes: KeystoreXRay.Modes(
        file: UInt32(content.status.st_mode & 0o7777), folder: folder.mode(of: ".") ?? 0,
        key: folder.mode(of: FileKeystore.keyName)),
      fingerprint: sha256(content.bytes))
  }

  private func timed<Value>(
    _ body: () throws(KeystoreError) -> Value
  ) -> (result: Result<Value, KeystoreError>, seconds: Double) {
    let clock = ContinuousClock()
    let start = clock.now
    let result = Result { () throws(KeystoreError) in try body() }
    let taken = (clock.now - start).components
    return (result, Double(taken.seconds) + Double(taken.attoseconds) / 1e18)
  }
}

extension Result { fileprivate var refusal: Failure? { if case .failure(let error) = self { error } else { nil } } }

extension KeystoreFolder {
  /// Permission bits; `nil` when the file does not exist.
  fileprivate func mode(of name: String) -> UInt32? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return UInt32(status.st_mode & 0o7777)
  }
}
