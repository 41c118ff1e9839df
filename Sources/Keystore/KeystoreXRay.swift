import AgeFormat

/// Everything that a keystore shows without decryption: its bytes in order, and its permissions.
public struct KeystoreXRay: Hashable, Sendable {
  /// Permission bits of existing files and folders.
  public struct Modes: Hashable, Sendable {
    public var file: UInt32
    public var folder: UInt32
    /// `nil`: there is no `device.key`.
    public var key: UInt32?

    public init(file: UInt32, folder: UInt32, key: UInt32?) { (self.file, self.folder, self.key) = (file, folder, key) }
  }

  /// A range of bytes.
  public typealias Part = FileLayout.Part
  public typealias Kind = FileLayout.Kind

  public var inspection: KeystoreInspection
  /// The parts of the file in order, without gaps.
  public var parts: [Part]
  public var modes: Modes
  /// SHA-256 of the file: a different one shows that it was saved since.
  public var fingerprint: [UInt8]

  public init(inspection: KeystoreInspection, parts: [Part], modes: Modes, fingerprint: [UInt8]) {
    (self.inspection, self.parts, self.modes, self.fingerprint) = (inspection, parts, modes, fingerprint)
  }
}

/// An x-ray with the result of opening the file.
public struct KeystoreReading: Hashable, Sendable {
  public var xray: KeystoreXRay
  /// The document, or why it does not open; ``KeystoreError/Code/passphraseNeeded`` for a keystore that is only locked.
  public var contents: Result<KeystoreDocument, KeystoreError>
  /// How long opening it took, in seconds. `nil` where opening was not tried.
  public var seconds: Double?

  public init(xray: KeystoreXRay, contents: Result<KeystoreDocument, KeystoreError>, seconds: Double?) {
    (self.xray, self.contents, self.seconds) = (xray, contents, seconds)
  }
}
