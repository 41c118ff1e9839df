import SharedValues

/// Makes a server's text safe for files that any program may open: removes everything that could control a terminal or a shell or mislead a reader.
package enum SafeText {
  static func plain(_ text: String) -> String { Escape.scalars(of: text) { $0.isHarmful ? "" : nil } }

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
