extension Escape {
  /// Appends a JSON string with its quotes (RFC 8259 §7): quotation mark, backslash and control characters are escaped, all others are kept.
  static func json(_ value: String, to text: inout String) {
    text += "\""
    // Appends runs of characters that need no escape at once, which is many times faster than one by one.
    var rest = value[...]
    while let place = rest.utf8.firstIndex(where: isEscapedInJSON) {
      let scalar = rest.unicodeScalars[place]
      text += rest[..<place]
      text += backslashed(scalar) ?? codeInJSON(scalar)
      rest = rest[rest.utf8.index(after: place)...]
    }
    text += rest
    text += "\""
  }

  private static func isEscapedInJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  /// A character beyond U+FFFF is written as its two surrogates.
  private static func codeInJSON(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let hex = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }.joined()
  }

  /// JSON text with harmful characters as escapes, which mean the same (RFC 8259 §7). Line feeds between members stay.
  static func harmlessJSON(_ json: String) -> String {
    scalars(of: json) { $0.isHarmful && $0 != "\n" ? codeInJSON($0) : nil }
  }

  /// Nothing in it ends the `script` element or begins a comment (HTML standard, "Restrictions for contents of script elements").
  public static func jsonInScript(_ json: String) -> String {
    scalars(of: json, ["<": "\\u003C", ">": "\\u003E", "&": "\\u0026", "\u{2028}": "\\u2028", "\u{2029}": "\\u2029"])
  }
}
