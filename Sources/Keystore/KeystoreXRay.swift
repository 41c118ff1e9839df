import AgeFormat
import FoundationEssentials

/// Everything that a keystore shows without being opened: its bytes in their order, and who may touch them.
public struct KeystoreXRay: Hashable, Sendable {
  /// Permission bits of a file or folder that is there.
  public struct Modes: Hashable, Sendable {
    public var file: UInt32
    public var folder: UInt32
    /// `nil`: there is no `device.key`.
    public var key: UInt32?

    public init(file: UInt32, folder: UInt32, key: UInt32?) { (self.file, self.folder, self.key) = (file, folder, key) }
  }

  /// A stretch of bytes.
  public typealias Part = FileLayout.Part
  public typealias Kind = FileLayout.Kind

  public var inspection: KeystoreInspection
  /// The parts of the file in their order, without gaps.
  public var parts: [Part]
  public var modes: Modes
  /// SHA-256 of the file: another one means that it was saved meanwhile.
  public var fingerprint: [UInt8]

  public init(inspection: KeystoreInspection, parts: [Part], modes: Modes, fingerprint: [UInt8]) {
    (self.inspection, self.parts, self.modes, self.fingerprint) = (inspection, parts, modes, fingerprint)
  }
}

/// An x-ray together with what opening the file gave.
public struct KeystoreReading: Hashable, Sendable {
  public var xray: KeystoreXRay
  /// The document, or why it is not to be had; ``KeystoreError/Code/passphraseNeeded`` for a keystore that is only locked.
  public var contents: Result<KeystoreDocument, KeystoreError>
  /// How long opening it took, in seconds. `nil` where nothing was computed.
  public var seconds: Double?

  public init(xray: KeystoreXRay, contents: Result<KeystoreDocument, KeystoreError>, seconds: Double?) {
    (self.xray, self.contents, self.seconds) = (xray, contents, seconds)
  }
}
