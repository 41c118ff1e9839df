/// Text from outside that is safe to show to people: without invisible characters that change how the rest reads.
///
/// Those are controls, line and paragraph separators, characters without a glyph (such as the Hangul fillers), and format
/// characters: above all the marks that reverse the reading direction (Unicode Technical Report 36). The two joiners and the
/// variation selectors stay, because several languages and emoji need them.
enum PlainText {
  /// The limits of a name on a page, in characters and bytes of UTF-8. One character may have any number of combining marks.
  static let longestName = (characters: 100, bytes: 400)

  static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isPlain) }

  static func isName(_ text: String) -> Bool {
    isPlain(text) && text.count <= longestName.characters && text.utf8.count <= longestName.bytes
  }

  /// `\u{FFFD}` in place of invisible characters shows that something was there. Line feeds and tabs stay.
  static func shown(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy({ isPlain($0) || isSpacing($0) }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isPlain(scalar) || isSpacing(scalar) ? scalar : "\u{FFFD}") }
    return String(scalars)
  }

  /// A name from the database, where its content is untrusted: ``shown(_:)``, cut to the longest name.
  static func shownName(_ text: String) -> String {
    var name = ""
    for character in text.prefix(longestName.characters) {
      guard name.utf8.count + character.utf8.count <= longestName.bytes else { break }
      name.append(character)
    }
    return shown(name.utf8.count < text.utf8.count ? name + "…" : name)
  }

  private static func isSpacing(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" || scalar == "\t" }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if (0x20..<0x7F).contains(scalar.value) || scalar == "\u{200C}" || scalar == "\u{200D}" { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: !scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector
    }
  }
}

/// Control characters (Unicode's category Cc: U+0000 to U+001F, U+007F to U+009F) are not allowed in any name, code, token, password
/// or address of the protocols here (RFC 6749 appendix A, RFC 7617 §2, RFC 8265 §4.2). NUL is also dangerous: it ends C
/// strings, so SQLite would read `id` followed by NUL as `id`.
extension StringProtocol {
  /// - Parameter allowed: control characters that are allowed, such as line breaks in a multi-line text.
  func hasControlCharacters(except allowed: String = "") -> Bool {
    unicodeScalars.contains { scalar in
      (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
        && !allowed.unicodeScalars.contains(scalar)
    }
  }
}

/// Tab, line feed, carriage return.
let lineCharacters = "\t\n\r"
