import OpenSSLCrypto

/// One recipient stanza of a header: the file key, wrapped for one recipient
/// (age-encryption.org/v1, "Recipient stanza").
public struct Stanza: Hashable, Sendable {
  /// At least one argument; the first is the stanza's type. Each is one or more visible ASCII characters.
  public var arguments: [String]
  public var body: [UInt8]

  public init(_ arguments: [String], body: [UInt8]) { (self.arguments, self.body) = (arguments, body) }

  public var type: String { arguments[0] }

  /// The argument line, then the body in lines of 64 characters, the last one shorter and possibly empty.
  var text: String {
    var text = "-> " + arguments.joined(separator: " ") + "\n"
    var rest = Substring(Base64.encode(body))
    while rest.utf8.count >= Stanza.columns {
      text += rest.prefix(Stanza.columns) + "\n"
      rest = rest.dropFirst(Stanza.columns)
    }
    return text + rest + "\n"
  }

  static let columns = 64
}

/// The file key in X25519 and scrypt stanzas: sealed with a key that is used only once, hence the nonce of zeros.
enum WrappedKey {
  /// 16 bytes and the tag. Checked before decryption, against partitioning oracles.
  static let length = FileKey.length + ChaCha20Poly1305.tagLength
  private static let nonce = [UInt8](repeating: 0, count: ChaCha20Poly1305.nonceLength)

  static func seal(_ fileKey: FileKey, with wrapKey: [UInt8]) throws(CryptoError) -> [UInt8] {
    var cipher = try ChaCha20Poly1305(key: wrapKey)
    return try cipher.seal(fileKey.bytes, nonce: nonce)
  }

  /// `nil` when the body was not sealed with this key.
  static func open(_ body: [UInt8], with wrapKey: [UInt8]) throws(CryptoError) -> FileKey? {
    var cipher = try ChaCha20Poly1305(key: wrapKey)
    do {
      return FileKey(bytes: try cipher.open(body, nonce: nonce))
    } catch .notAuthentic {
      return nil
    }
  }
}

extension AgeError {
  /// A failure of libcrypto with valid arguments: in practice a lack of memory.
  static func crypto(_ error: CryptoError) -> AgeError {
    if case .unavailable(let reason) = error { return AgeError(.notEnoughMemory, .value(reason)) }
    return AgeError(.notEnoughMemory, .value("\(error)"))
  }
}

/// A stanza that distinguishes a wrong key from a damaged stanza.
///
/// Both fail alike in the cipher: the tag does not fit. So files that need the distinction have one more stanza, whose body is the SHA-256
/// of the stanzas before it; other implementations ignore it, as the format requires for unknown types. It does not protect against
/// deliberate changes: the MAC does.
enum HeaderChecksum {
  static let type = "dcr-terminal/checksum"

  static func stanza(over stanzas: [Stanza]) -> Stanza {
    Stanza([type], body: sha256(Array(stanzas.map(\.text).joined().utf8)))
  }

  /// False only if there is such a stanza and it does not match.
  static func fits(_ header: Header) -> Bool {
    guard let index = header.stanzas.firstIndex(where: { $0.type == type }) else { return true }
    return header.stanzas[index] == stanza(over: Array(header.stanzas[..<index]))
  }
}
