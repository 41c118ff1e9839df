import FoundationEssentials

/// Control characters for terminals, and characters that change the direction of a line. Text from servers, files and other people must not bring
/// them to standard output and standard error.
package enum TerminalText {
  /// Line feeds and tabs are allowed, because commands write them.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text with `�` in place of such characters, so that a reader sees that something was there.
  package static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }))
  }
}
