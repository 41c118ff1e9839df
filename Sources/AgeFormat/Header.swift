import OpenSSLCrypto

/// The header of an age file: its recipients, and a MAC over all of it (age-encryption.org/v1, "Header").
public struct Header: Hashable, Sendable {
  /// Limits of this implementation; the format has none. A header is judged before anything in it is trusted.
  public static let maximumLength = 256 * 1024
  public static let maximumStanzas = 1024

  static let versionLine = "age-encryption.org/v1"

  public var stanzas: [Stanza]
  public var mac: [UInt8]

  /// The authenticated text: everything up to and including the `---`.
  static func authenticated(_ stanzas: [Stanza]) -> [UInt8] {
    Array((versionLine + "\n" + stanzas.map(\.text).joined() + "---").utf8)
  }

  init(_ stanzas: [Stanza], sealedWith fileKey: FileKey) throws(AgeError) {
    self.stanzas = stanzas
    mac = try fileKey.headerMAC(of: Header.authenticated(stanzas))
  }

  init(stanzas: [Stanza], mac: [UInt8]) { (self.stanzas, self.mac) = (stanzas, mac) }

  /// The bytes as they stand in a file.
  public var bytes: [UInt8] { Header.authenticated(stanzas) + Array((" " + Base64.encode(mac) + "\n").utf8) }

  /// The header at the start of a file, parsed but not authenticated: it shows the kind of file.
  ///
  /// - Throws: the codes of a header: not age, version, damaged, too large, passphrase not alone. The work factor is not judged.
  public static func parse(_ file: [UInt8]) throws(AgeError) -> Header {
    try HeaderParser(BufferedSource(try Armor.strippedIfPresent(MemorySource(file)))).header()
  }

  /// Whether a passphrase opens the file, rather than keys.
  public var isForPassphrase: Bool { stanzas.contains { $0.type == ScryptStanza.type } }

  /// The scrypt work factor as log2, when a passphrase opens it.
  public var workFactor: Int? { stanzas.first { $0.type == ScryptStanza.type }.flatMap { Int($0.arguments[2]) } }

  /// - Throws: ``AgeError/Code/workFactor`` when opening the file would need more scrypt work than is accepted.
  public func judgeWorkFactor() throws(AgeError) {
    for stanza in stanzas where stanza.type == ScryptStanza.type { try ScryptStanza(stanza).judgeWorkFactor() }
  }

  /// - Throws: ``AgeError/Code/damagedHeader`` when the header is not the one that was sealed with this key.
  func authenticate(with fileKey: FileKey) throws(AgeError) {
    // Parsing accepts only one spelling, so that serialising returns exactly the bytes that were read.
    guard constantTimeEqual(try fileKey.headerMAC(of: Header.authenticated(stanzas)), mac) else {
      throw AgeError(.damagedHeader, "its MAC does not fit: it was altered after it was written")
    }
  }
}

/// The 128-bit key of one file, and the two keys derived from it (age-encryption.org/v1, "File key").
///
/// The key has one holder at a time and is wiped when the last one releases it.
final class FileKey {
  static let length = 16

  private(set) var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  deinit { wipe(&bytes) }

  static func random() -> FileKey { FileKey(bytes: secureRandom(length)) }

  /// HMAC of the header up to and including its `---`.
  func headerMAC(of text: [UInt8]) throws(AgeError) -> [UInt8] {
    var key = try derive(salt: [], info: "header")
    defer { wipe(&key) }
    return hmacSHA256(key: key, message: text)
  }

  /// The caller must wipe it.
  func payloadKey(nonce: [UInt8]) throws(AgeError) -> [UInt8] { try derive(salt: nonce, info: "payload") }

  private func derive(salt: [UInt8], info: String) throws(AgeError) -> [UInt8] {
    do {
      return try hkdfSHA256(secret: bytes, salt: salt, info: Array(info.utf8))
    } catch { throw .crypto(error) }
  }
}
