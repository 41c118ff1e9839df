import FoundationEssentials
import Keystore
import SharedValues

/// A keystore of each kind, as it is on disk.
extension Sample {
  static let keystorePath = "~/.local/share/dcr-terminal/devices/phone/keystore.age"

  static var keystoreDocument: KeystoreDocument {
    KeystoreDocument(
      issuer: issuer, registration: registrationDocument, registeredAt: now - 97, idToken: Secret(idToken),
      savedAt: now - 90)
  }

  /// The client has a key in the secure element, and no secret.
  static var keyedDocument: KeystoreDocument {
    var document = keystoreDocument
    document.registration = withoutSecret("private_key_jwt")
    return document
  }

  static var elementKeys: [ElementKey] {
    [
      elementKey(clientKey, .clientAuthentication, madeAt: now - 99, demandsUser: true),
      elementKey(proofKey, .dpop, madeAt: now - 95),
    ]
  }

  private static func elementKey(_ jwk: JSON, _ use: KeyUse, madeAt: Date, demandsUser: Bool = false) -> ElementKey {
    let key = key(jwk)
    return ElementKey(thumbprint: key.thumbprint, use: use, publicKey: key, madeAt: madeAt, demandsUser: demandsUser)
  }

  static func keystoreReading(
    _ protection: KeystoreProtection = .device, contents: Result<KeystoreDocument, KeystoreError>? = nil,
    isOpened: Bool = true, mode: UInt32 = 0o600
  ) -> KeystoreReading {
    let parts = protection == .device ? deviceParts : passphraseParts
    let size = parts.last?.range.upperBound ?? 0
    let inspection = KeystoreInspection(
      path: keystorePath, size: size, modifiedAt: now - 90, protection: protection,
      recipients: [protection == .device ? "X25519" : "scrypt"], workFactor: protection == .device ? nil : 18,
      hasKeyFile: protection == .device)
    let modes = KeystoreXRay.Modes(file: mode, folder: 0o700, key: protection == .device ? 0o600 : nil)
    return KeystoreReading(
      xray: KeystoreXRay(inspection: inspection, parts: parts, modes: modes, fingerprint: [1]),
      contents: contents ?? .success(keystoreDocument), seconds: isOpened ? protection == .device ? 0.0004 : 0.91 : nil)
  }

  static func keystoreFailure(_ code: KeystoreError.Code, _ detail: Term = "") -> KeystoreError {
    KeystoreError(code, path: keystorePath, detail: detail)
  }

  private static let deviceParts = parts([
    (.version, 22, "age-encryption.org/v1"), (.keyRecipient, 54, "-> X25519 TEiF0ypqr+bpvcqX"),
    (.sealedKey, 44, "EmECAEcKN+n/Vs9SbWiV+Hu0"), (.checksum, 25, "-> dcr-terminal/checksum"),
    (.otherBody, 44, "r4bq1YyVf0oTkPzDqMnB3xWc"), (.mac, 48, "--- 3s9KlQvGm1jHtR6yUe8o"),
    (.nonce, 16, "Qn7xW2cVb8ZpLk0s"), (.ciphertext(chunks: 1), 1893, "uT5rEw9qAz3xSc6v"),
    (.tag, 16, "Gh2jKl4mNb7vCx1z"),
  ])

  private static let passphraseParts = parts([
    (.version, 22, "age-encryption.org/v1"), (.passphraseRecipient, 36, "-> scrypt rF0/NwblUHHTpg"),
    (.sealedKey, 44, "gUjEymFKMVXQEKdMMHL24oYe"), (.mac, 48, "--- dJg7qLhWzR2pKx5vNc9b"),
    (.nonce, 16, "Wq8eRt2yUi6oPa1s"), (.ciphertext(chunks: 2), 65_571, "Df4gHj9kLz3xCv7b"),
    (.tag, 16, "Nm5qWe8rTy1uIo6p"),
  ])

  private static func parts(_ parts: [(KeystoreXRay.Kind, Int, String)]) -> [KeystoreXRay.Part] {
    var (offset, placed) = (0, [KeystoreXRay.Part]())
    for (kind, length, start) in parts {
      placed.append(KeystoreXRay.Part(kind, offset: offset, length: length, start: Array(start.utf8)))
      offset += length
    }
    return placed
  }
}
