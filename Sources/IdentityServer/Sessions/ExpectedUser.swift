/// The part of a client's hint that the login page quotes: only a user name or an email address.
///
/// Anyone can write the hint into a link. With a space or a quotation mark, it could end the quotation and continue as the page's own text.
enum ExpectedUser {
  /// Unicode scalars.
  static let longestName = 100

  /// The text if it looks like a user name or an email address; `nil`: the page does not mention the expected user.
  static func name(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.prefix(longestName + 1).count <= longestName, let first = scalars.first, isLetterOrDigit(first),
      scalars.allSatisfy(isOfName), scalars.count(where: { $0 == "@" }) <= 1
    else { return nil }
    return text
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    isLetterOrDigit(scalar) || isMark(scalar) || "._-+@".unicodeScalars.contains(scalar)
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber:
      // The letters include fillers without a glyph.
      !scalar.properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  /// Vowel signs and accents: parts of letters in many scripts.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: !scalar.properties.isDefaultIgnorableCodePoint
    default: false
    }
  }
}
