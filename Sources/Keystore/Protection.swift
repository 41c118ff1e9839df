import AgeFormat
import FoundationEssentials

/// What a keystore opens with.
public enum KeystoreProtection: String, Hashable, Sendable, CaseIterable {
  /// An X25519 identity in `device.key` beside it.
  case device
  /// A passphrase, through scrypt. No key file is needed.
  case passphrase
}

/// The key or passphrase that a keystore is known to open with.
enum KnownProtection: Hashable, Sendable {
  /// The identity in `device.key` that belongs to this recipient.
  case key(X25519Recipient)
  /// A passphrase. A file under a different passphrase does not open, and is refused for that reason.
  case passphrase

  var kind: KeystoreProtection {
    switch self {
    case .key: .device
    case .passphrase: .passphrase
    }
  }
}

/// What a keystore shows without decryption, for example to a person who copies the file.
public struct KeystoreInspection: Hashable, Sendable {
  /// The path of `keystore.age`.
  public var path: String
  /// The file's size in bytes.
  public var size: Int
  public var modifiedAt: Date
  public var protection: KeystoreProtection
  /// The types of the header's recipient stanzas, in order: `X25519`, `scrypt`, …
  public var recipients: [String]
  /// log2 of the scrypt work factor, with a passphrase.
  public var workFactor: Int?
  /// Whether `device.key` is there.
  public var hasKeyFile: Bool

  public init(
    path: String, size: Int, modifiedAt: Date, protection: KeystoreProtection, recipients: [String],
    workFactor: Int? = nil, hasKeyFile: Bool
  ) {
    (self.path, self.size, self.modifiedAt, self.protection) = (path, size, modifiedAt, protection)
    (self.recipients, self.workFactor, self.hasKeyFile) = (recipients, workFactor, hasKeyFile)
  }

  init(_ content: FileContent, path: String, hasKeyFile: Bool) throws(KeystoreError) {
    let header = try KeystoreError.at(path) { () throws(AgeError) in try Header.parse(content.bytes) }
    (self.path, self.hasKeyFile) = (path, hasKeyFile)
    size = content.bytes.count
    modifiedAt = Date(
      timeIntervalSince1970: Double(content.status.st_mtim.tv_sec) + Double(content.status.st_mtim.tv_nsec) / 1e9)
    protection = header.isForPassphrase ? .passphrase : .device
    recipients = header.stanzas.map(\.type)
    workFactor = header.workFactor
  }
}

extension KeystoreError {
  /// Carries out a step of the file format; its failure becomes an error about this file.
  static func at<Value>(_ path: String, _ step: () throws(AgeError) -> Value) throws(KeystoreError) -> Value {
    do { return try step() } catch { throw KeystoreError(error, path: path) }
  }

  /// The keystore error for a failure of the file format.
  init(_ error: AgeError, path: String) {
    let code: Code =
      switch error.code {
      case .notAge, .unsupportedVersion, .damagedArmor, .damagedHeader, .headerTooLarge, .passphraseNotAlone:
        .damagedHeader
      case .damagedPayload, .truncated: .damagedPayload
      case .wrongKey: .wrongKey
      case .wrongPassphrase: .wrongPassphrase
      case .passphraseNeeded, .invalidPassphrase: .passphraseNeeded
      case .identityNeeded: .keyMissing
      case .workFactor, .notEnoughMemory: .workFactor
      case .invalidIdentity, .invalidRecipient, .noRecipient: .damagedKey
      case .tooLarge: .tooLarge
      case .unreadable: .unreadable
      case .unwritable: .unwritable
      case .noSpace: .noSpace
      }
    self.init(code, path: path, detail: error.detail)
  }
}
