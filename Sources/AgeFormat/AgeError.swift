import SharedValues

/// Why an age file, key or recipient was not accepted, or could not be read or written.
///
/// `code` is stable and distinguishes the errors that need different actions from a person; `detail` says what was expected and what came. A detail
/// never contains key material.
public struct AgeError: Error, Hashable, Sendable {
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file does not begin like an age file.
    case notAge = "age_not_an_age_file"
    case unsupportedVersion = "age_unsupported_version"
    case damagedArmor = "age_damaged_armor"
    /// The header breaks the format, or was altered after it was sealed (its MAC is wrong).
    case damagedHeader = "age_damaged_header"
    /// More bytes or stanzas than ``Header/maximumLength`` and ``Header/maximumStanzas`` allow.
    case headerTooLarge = "age_header_too_large"
    case damagedPayload = "age_damaged_payload"
    /// The payload ends before its final chunk.
    case truncated = "age_truncated"
    /// The header is intact, but no given key opens it.
    case wrongKey = "age_wrong_key"
    case wrongPassphrase = "age_wrong_passphrase"
    /// The file is encrypted with a passphrase, and only key files were given.
    case passphraseNeeded = "age_passphrase_needed"
    /// The file is encrypted to keys, and only a passphrase was given.
    case identityNeeded = "age_identity_needed"
    /// The file asks for more scrypt work than ``ScryptStanza/maximumWorkFactor``; nothing was computed.
    case workFactor = "age_work_factor"
    /// This machine has less memory than the file's work factor needs.
    case notEnoughMemory = "age_not_enough_memory"
    /// A passphrase must be a file's only recipient.
    case passphraseNotAlone = "age_passphrase_not_alone"
    case invalidRecipient = "age_invalid_recipient"
    case invalidIdentity = "age_invalid_identity"
    case invalidPassphrase = "age_invalid_passphrase"
    case noRecipient = "age_no_recipient"
    /// A plaintext longer than the caller's limit.
    case tooLarge = "age_too_large"
    case unreadable = "age_unreadable"
    case unwritable = "age_unwritable"
    case noSpace = "age_no_space"
  }

  public var code: Code
  public var detail: Term
  /// The file concerned, if the caller knows it.
  public var path: String

  public init(_ code: Code, _ detail: Term = "", path: String = "") {
    (self.code, self.detail, self.path) = (code, detail, path)
  }

  /// This error with the path of the file.
  public func at(_ path: String) -> AgeError { AgeError(code, detail, path: path) }
}
