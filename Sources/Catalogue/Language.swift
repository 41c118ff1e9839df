public enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case swedish = "sv"
  /// No language: shows testers what is not translatable, and where a longer text is cut off.
  case pseudo

  /// Those that people choose from; `pseudo` is for testers.
  public static let spoken: [Language] = [.english, .german, .swedish]

  /// English, unless the program has said otherwise at its start, before anything runs beside it.
  nonisolated(unsafe) public static var ofProcess = Language.english

  /// What servers and readers of pages are told (RFC 5646).
  public var tag: String { self == .pseudo ? "en" : rawValue }

  /// What a browser's `Accept-Language` says: a server that does not speak it is asked for English (RFC 9110 §12.5.4).
  public var accepted: String { tag == "en" ? tag : "\(tag), en;q=0.5" }

  /// Its name for itself, so that nobody has to know another language to find it.
  public var name: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .swedish: "Svenska"
    case .pseudo: "Pseudo"
    }
  }

  public enum Form: String, CaseIterable, Sendable { case one, other }

  /// CLDR's `i = 1 and v = 0` holds for all languages here: exactly 1, without a fraction, is `one` (Unicode CLDR, Language Plural Rules,
  /// cardinal, en, de and sv). A language with another rule (Polish, French) gets its case here.
  func form(of number: String) -> Form { number == "1" ? .one : .other }

  public var decimalSeparator: Character { self == .german || self == .swedish ? "," : "." }

  /// What groups the thousands of a number: `1,234`, `1.234`, `1 234` (with a space that does not break).
  var groupSeparator: Character {
    switch self {
    case .english, .pseudo: ","
    case .german: "."
    case .swedish: "\u{A0}"
    }
  }
}
