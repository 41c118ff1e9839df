/// What of a client's hint the login page repeats inside a sentence of its own: a user name or an email address, and nothing else.
///
/// The hint is whatever somebody wrote into a link. With a space or a quotation mark in it, it could end our quotation and go on in our name.
enum ExpectedUser {
  /// Unicode scalars.
  static let longestName = 100

  /// The text where it looks like a user name or an email address; `nil`: nothing is said about whom the client expects.
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
      // The fillers among the letters have no picture.
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
