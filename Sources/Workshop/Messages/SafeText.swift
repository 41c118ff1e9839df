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

  /// The text without harmful characters.
  static func plain(_ text: String) -> String {
    var result = ""
    result.unicodeScalars += text.unicodeScalars.filter { !isHarmful($0) }
    return result
  }

  /// JSON with harmful characters as escapes, which mean the same (RFC 8259 §7).
  package static func json(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      guard isHarmful(scalar), scalar != "\n" else {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(Character(scalar)).utf16 {
        let hex = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
    }
    return result
  }

  /// A URL or a form in ASCII: everything else is percent-encoded except the masking character.
  static func percentEncoded(_ text: String, keeping dot: Character) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if Character(scalar) == dot {
        result.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        if (0x21..<0x7F).contains(byte) {
          result.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          let hex = String(byte, radix: 16, uppercase: true)
          result += "%" + (hex.count == 1 ? "0" : "") + hex
        }
      }
    }
    return result
  }

  /// For text and attributes of XML (XML 1.0 §2.2, §2.4).
  static func xml(_ text: String) -> String { Escape.xml(plain(text)) }
  static func mermaid(_ text: String) -> String { Escape.mermaid(plain(text)) }
}
