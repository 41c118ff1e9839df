import FoundationEssentials

/// A key in the phone's secure element, without its private part, which never leaves the element.
public struct ElementKey: Hashable, Sendable {
  /// SHA-256 of the public key (RFC 7638), in base64url. It identifies the key.
  public var thumbprint: String
  public var use: KeyUse
  public var publicKey: P256PublicKey
  /// In whole seconds, by the element's own clock.
  public var madeAt: Date
  /// Whether each signature needs its user's consent.
  public var demandsUser: Bool

  public init(thumbprint: String, use: KeyUse, publicKey: P256PublicKey, madeAt: Date, demandsUser: Bool = false) {
    (self.thumbprint, self.use, self.publicKey) = (thumbprint, use, publicKey)
    (self.madeAt, self.demandsUser) = (madeAt, demandsUser)
  }
}

/// The user's answer to the question whether a key may sign (``SecureElementError/presenceDemanded(challenge:)``).
public struct PresenceAnswer: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case confirmed, refused
    /// The question was dismissed without an answer.
    case cancelled
  }

  /// The challenge of the answered question.
  public var challenge: String
  public var verdict: Verdict

  public init(challenge: String, _ verdict: Verdict) { (self.challenge, self.verdict) = (challenge, verdict) }

  /// How long a question waits for its answer, in seconds.
  public static let patience = 60
}

/// The keys that this app owns in the phone's secure element. Errors are ``SecureElementError``.
public protocol SecureKeys: Sendable {
  /// Makes a key on the curve P-256.
  func make(use: KeyUse, demandsUser: Bool) async throws -> ElementKey

  /// All keys of this app, the oldest first.
  func list() async throws -> [ElementKey]

  /// Deletes the key permanently.
  func delete(thumbprint: String) async throws

  /// Deletes every key of this phone, even if their file is damaged.
  func erase() async throws

  /// Signs with ES256 (RFC 7518 §3.4).
  ///
  /// - Parameter presence: for a key that needs its user's consent, the answer to the question of
  ///   ``SecureElementError/presenceDemanded(challenge:)``. It is valid once, for the same key and the same bytes, for
  ///   ``PresenceAnswer/patience`` seconds.
  /// - Returns: r and s, 32 bytes each.
  func sign(_ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?) async throws -> [UInt8]
}
