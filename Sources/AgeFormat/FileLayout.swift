import OpenSSLCrypto

/// The position of everything in an age file, found without any key (age-encryption.org/v1, "File format").
///
/// Nothing of it is authenticated: it is only what the bytes claim.
public struct FileLayout: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The line with format and version.
    case version
    /// The first line of a stanza: for a recipient with a key, for a passphrase, for the checksum, and of any other type.
    case keyRecipient, passphraseRecipient, checksum, otherStanza
    /// The file's key, sealed for the recipient in the line above.
    case sealedKey
    /// The body of a stanza of a type that this program does not know.
    case otherBody
    /// The last line of the header.
    case mac
    case nonce
    /// All sealed data except the last tag, in this many chunks of at most 64 KiB.
    case ciphertext(chunks: Int)
    /// The authentication tag of the last chunk.
    case tag
  }

  public struct Part: Hashable, Sendable {
    public var kind: Kind
    /// The part's first byte, counted from the beginning of the file.
    public var offset: Int
    public var length: Int
    /// The first bytes, at most ``FileLayout/shownLength``: never all of a sealed key.
    public var start: [UInt8]

    public init(_ kind: Kind, offset: Int, length: Int, start: [UInt8]) {
      (self.kind, self.offset, self.length, self.start) = (kind, offset, length, start)
    }

    public var range: Range<Int> { offset..<offset + length }
  }

  public static let shownLength = 24

  /// In file order, without gaps. A truncated file ends with the part that was cut.
  public private(set) var parts: [Part] = []
  /// In bytes; for an armored file the length of the decoded content.
  public let length: Int

  /// - Parameter file: binary or armored; offsets are those of the binary form.
  /// - Throws: what ``Header/parse(_:)`` throws.
  public init(_ file: [UInt8]) throws(AgeError) {
    let bytes = try FileLayout.binary(file)
    let header = try Header.parse(bytes)
    length = bytes.count
    add(.version, Header.versionLine.utf8.count + 1, bytes)
    for stanza in header.stanzas {
      let first = "-> ".utf8.count + stanza.arguments.joined(separator: " ").utf8.count + 1
      let kind = FileLayout.kind(of: stanza)
      add(kind, first, bytes)
      let isRecipient = kind == .keyRecipient || kind == .passphraseRecipient
      add(isRecipient ? .sealedKey : .otherBody, stanza.text.utf8.count - first, bytes)
    }
    add(.mac, header.bytes.count - (parts.last?.range.upperBound ?? 0), bytes)
    add(.nonce, Payload.nonceLength, bytes)
    let sealed = length - (parts.last?.range.upperBound ?? 0)
    let chunks = max(1, (sealed + Payload.sealedChunkLength - 1) / Payload.sealedChunkLength)
    add(.ciphertext(chunks: chunks), max(0, sealed - ChaCha20Poly1305.tagLength), bytes)
    add(.tag, ChaCha20Poly1305.tagLength, bytes)
  }

  /// The bytes of the binary format, decoded if the file is armored.
  public static func binary(_ file: [UInt8]) throws(AgeError) -> [UInt8] {
    let source = try Armor.strippedIfPresent(MemorySource(file))
    var bytes: [UInt8] = []
    while case let piece = try source.read(upTo: 64 * 1024), !piece.isEmpty { bytes += piece }
    return bytes
  }

  private static func kind(of stanza: Stanza) -> Kind {
    switch stanza.type {
    case X25519Stanza.type: .keyRecipient
    case ScryptStanza.type: .passphraseRecipient
    case HeaderChecksum.type: .checksum
    default: .otherStanza
    }
  }

  private mutating func add(_ kind: Kind, _ wanted: Int, _ bytes: [UInt8]) {
    let offset = parts.last?.range.upperBound ?? 0
    let length = min(wanted, bytes.count - offset)
    guard length > 0 else { return }
    let start = Array(bytes[offset..<offset + min(length, FileLayout.shownLength)])
    parts.append(Part(kind, offset: offset, length: length, start: start))
  }
}
