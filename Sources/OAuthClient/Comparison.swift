import SharedValues

extension String {
  /// Byte for byte. Swift's `==` treats different spellings of one character as equal; identifiers must not.
  package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Byte for byte, in a time that depends only on the lengths: for `state`, `nonce` and hashes.
  func isExactlyInConstantTime(_ other: String) -> Bool {
    let mine = Array(utf8)
    let theirs = Array(other.utf8)
    guard mine.count == theirs.count else { return false }
    var difference: UInt8 = 0
    for index in mine.indices { difference |= mine[index] ^ theirs[index] }
    return difference == 0
  }

  /// VSCHAR (RFC 6749 appendix A): printable ASCII, as in client ids and secrets.
  var isVisibleASCII: Bool { !isEmpty && utf8.allSatisfy { (0x20...0x7E).contains($0) } }

  /// Printable ASCII without space: safe after `Bearer` in a header.
  var isTokenText: Bool { !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) } }

  func words(_ limit: Int) -> String? { isEmpty ? nil : quotable(limit) }

  /// For names from outside: a plain word stays as it is, anything else gets quotation marks.
  func asName(_ limit: Int) -> String {
    let isWord = !isEmpty && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0) }
    let shown = quotable(limit)
    return isWord ? shown : "\"\(shown.replacingBytes(of: "\"", with: "'"))\""
  }

  /// For showing what a server sent: without control characters, at most `limit` characters.
  func quotable(_ limit: Int) -> String {
    let scalars = unicodeScalars.prefix(limit * 4).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: " "
      default: scalar
      }
    }
    let text = String(String.UnicodeScalarView(scalars))
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }
}
