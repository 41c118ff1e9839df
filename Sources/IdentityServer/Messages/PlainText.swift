/// Text from outside as people may see it: without characters that cannot be seen and change what the others say.
///
/// Those are controls, line and paragraph separators, what has no picture of its own (such as the Hangul fillers), and what only
/// formats: above all the marks that turn the reading direction around (Unicode Technical Report 36). The two joiners and the
/// variation selectors stay: words of several languages and emoji are written with them.
enum PlainText {
  /// Characters, and bytes of UTF-8, of a name on a page. A character alone may be any number of combining marks.
  static let longestName = (characters: 100, bytes: 400)

  static func isPlain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy(isPlain) }

  /// Whether a name may be registered.
  static func isName(_ text: String) -> Bool {
    isPlain(text) && text.count <= longestName.characters && text.utf8.count <= longestName.bytes
  }

  /// The text with `\u{FFFD}` where something cannot be seen, so that a reader sees that something was there. Line feeds and
  /// tabs stay.
  static func shown(_ text: String) -> String {
    if text.unicodeScalars.allSatisfy({ isPlain($0) || isSpacing($0) }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(isPlain(scalar) || isSpacing(scalar) ? scalar : "\u{FFFD}") }
    return String(scalars)
  }

  /// A name from the database, which a stranger may have written there: ``shown(_:)``, and cut where it is longer than a name.
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
