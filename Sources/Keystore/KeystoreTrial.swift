/// A test on a copy of a keystore that should end with a refusal.
public enum KeystoreTrial: Hashable, Sendable {
  /// One byte of a copy is altered, and the copy is opened with the right key.
  case damage(DamagedPart)
  /// A thief's attempt on a copy of the file alone: opened with a new key of the thief's, or with the first password of common lists.
  case guess

  public enum DamagedPart: String, Hashable, Sendable, CaseIterable { case recipient, mac, payload, tag }

  /// The first entry in lists of leaked passwords.
  public static let firstGuess = "123456"
}

/// The result of a trial. The file itself was only read.
public struct KeystoreTrialResult: Hashable, Sendable {
  /// The byte that was altered.
  public struct Alteration: Hashable, Sendable {
    /// The byte's offset from the beginning of the file.
    public var offset: Int
    public var before: UInt8
    public var after: UInt8

    public init(offset: Int, before: UInt8, after: UInt8) {
      (self.offset, self.before, self.after) = (offset, before, after)
    }
  }

  public var trial: KeystoreTrial
  public var alteration: Alteration?
  /// `nil`: it opened.
  public var refusal: KeystoreError?
  /// How long the copy took to be refused or opened.
  public var seconds: Double
  /// SHA-256 of the original file.
  public var fingerprint: [UInt8]

  public init(
    trial: KeystoreTrial, alteration: Alteration?, refusal: KeystoreError?, seconds: Double, fingerprint: [UInt8]
  ) {
    (self.trial, self.alteration, self.refusal, self.seconds) = (trial, alteration, refusal, seconds)
    self.fingerprint = fingerprint
  }
}

extension KeystoreTrial.DamagedPart {
  /// Where a trial alters a byte: within sealed data, so that cryptography detects it and not the parser.
  func range(in parts: [KeystoreXRay.Part]) -> Range<Int>? {
    parts.first { part in
      switch (self, part.kind) {
      case (.recipient, .sealedKey), (.mac, .mac), (.payload, .ciphertext), (.tag, .tag): true
      default: false
      }
    }?.range
  }
}

extension KeystoreTrialResult.Alteration {
  /// Alters the byte in the middle of a part. `nil` where the file has no such part.
  init?(_ part: KeystoreTrial.DamagedPart, _ bytes: inout [UInt8], _ parts: [KeystoreXRay.Part]) {
    guard let range = part.range(in: parts) else { return nil }
    let offset = range.lowerBound + range.count / 2
    let before = bytes[offset]
    // The altered text stays valid base64.
    let isText = part == .recipient || part == .mac
    let letter = UInt8(ascii: "A")
    let after = isText ? (before == letter ? letter + 1 : letter) : before ^ 1
    bytes[offset] = after
    self.init(offset: offset, before: before, after: after)
  }
}
