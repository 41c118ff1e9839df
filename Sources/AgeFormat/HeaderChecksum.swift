import OpenSSLCrypto

/// A stanza that lets a wrong key be told from a damaged stanza.
///
/// To the cipher both look the same: the tag does not fit. So files that want the difference carry one more stanza, whose
/// body is the SHA-256 of the stanzas before it; other implementations ignore it, as the format demands of unknown types. It
/// proves nothing against somebody who alters the file on purpose: that is what the MAC is for.
enum HeaderChecksum {
  static let type = "dcr-terminal/checksum"

  static func stanza(over stanzas: [Stanza]) -> Stanza {
    Stanza([type], body: sha256(Array(stanzas.map(\.text).joined().utf8)))
  }

  /// False only when there is such a stanza and it disagrees.
  static func fits(_ header: Header) -> Bool {
    guard let index = header.stanzas.firstIndex(where: { $0.type == type }) else { return true }
    return header.stanzas[index] == stanza(over: Array(header.stanzas[..<index]))
  }
}
