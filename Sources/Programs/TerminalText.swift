import FoundationEssentials

/// Which characters a terminal would act on, or that turn the direction of a line: in what servers, files and other people
/// wrote they have no place on standard output and standard error.
package enum TerminalText {
  /// Line feeds and tabs are the commands' own.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// With `�` in their place, so that a reader sees that something was there.
  package static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "\u{FFFD}" : $0 }))
  }
}
