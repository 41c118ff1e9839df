import FoundationEssentials

/// A key that the phone's secure element has made, without its private part: that never leaves the element.
public struct ElementKey: Hashable, Sendable {
  /// SHA-256 of the public key (RFC 7638), in base64url. It names the key.
  public var thumbprint: String
  public var use: KeyUse
  public var publicKey: P256PublicKey
  /// To the second, by the element's own clock.
  public var madeAt: Date
  /// Whether it signs only after its user has said yes, each time.
  public var demandsUser: Bool

  public init(thumbprint: String, use: KeyUse, publicKey: P256PublicKey, madeAt: Date, demandsUser: Bool = false) {
    (self.thumbprint, self.use, self.publicKey) = (thumbprint, use, publicKey)
    (self.madeAt, self.demandsUser) = (madeAt, demandsUser)
  }
}

/// What the user said to the question whether a key may be used (``SecureElementError/presenceDemanded(challenge:)``).
public struct PresenceAnswer: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case confirmed, refused
    /// The question was put away without an answer.
    case cancelled
  }

  /// Of the question that this answers.
  public var challenge: String
  public var verdict: Verdict

  public init(challenge: String, _ verdict: Verdict) { (self.challenge, self.verdict) = (challenge, verdict) }

  /// How long a question waits for its answer, in seconds.
  public static let patience = 60
}

/// The keys that this app owns in the phone's secure element. What fails, fails with a ``SecureElementError``.
public protocol SecureKeys: Sendable {
  /// Makes a key of the curve P-256.
  func make(use: KeyUse, demandsUser: Bool) async throws -> ElementKey

  /// All keys of this app, the oldest first.
  func list() async throws -> [ElementKey]

  /// Deletes the key for good.
  func delete(thumbprint: String) async throws

  /// Deletes every key of this phone, also where what is kept of them is damaged.
  func erase() async throws

  /// Signs with ES256 (RFC 7518 §3.4).
  ///
  /// - Parameter presence: of a key that demands its user, the answer to the question that ``SecureElementError/presenceDemanded(challenge:)``
  ///   put. It counts once, for the same key and the same bytes, for ``PresenceAnswer/patience`` seconds.
  /// - Returns: r and s, 32 bytes each.
  func sign(_ bytes: [UInt8], with thumbprint: String, presence: PresenceAnswer?) async throws -> [UInt8]
}
