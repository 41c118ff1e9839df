import OpenSSLCrypto

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
