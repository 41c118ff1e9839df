import SharedValues

/// Makes a server's text safe for files that any program may open: removes everything that could control a terminal or a shell or mislead a reader.
package enum SafeText {
  /// Control characters, and invisible ones that reorder or hide text.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xFFFE, 0xFFFF, 0xE0000...0xE007F:
      true
    default: false
    }
  }

  static func plain(_ text: String) -> String { Escape.scalars(of: text) { isHarmful($0) ? "" : nil } }

  /// JSON with harmful characters as escapes, which mean the same (RFC 8259 §7).
  package static func json(_ text: String) -> String {
    Escape.scalars(of: text) { scalar in
      guard isHarmful(scalar), scalar != "\n" else { return nil }
      return String(scalar).utf16.map { unit in
        let hex = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }.joined()
    }
  }

  /// A URL or a form in ASCII: everything else is percent-encoded except the masking character.
  static func percentEncoded(_ text: String, keeping dot: Character) -> String {
    Escape.scalars(of: text) { scalar in
      let isKept = (0x21..<0x7F).contains(scalar.value) || Character(scalar) == dot
      return isKept ? nil : PercentCoding.encode(String(scalar), .unreserved)
    }
  }

  /// For text and attributes of XML (XML 1.0 §2.2, §2.4).
  static func xml(_ text: String) -> String { Escape.xml(plain(text)) }
  static func mermaid(_ text: String) -> String { Escape.mermaid(plain(text)) }
}
