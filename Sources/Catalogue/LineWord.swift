import SharedValues

/// Words that mean the same everywhere in lines (`--plain`), in the app and in its browser: in English, and in the language of the screens.
public enum LineWord: CaseIterable, Sendable {
  case help, back, again

  public init?(_ text: String, _ catalogue: Catalogue) {
    let text = text.lowercased()
    let named = LineWord.allCases.first { text == $0.phrase.english || text == catalogue($0.phrase).lowercased() }
    guard let word = text == "?" ? .help : named else { return nil }
    self = word
  }

  private var phrase: Phrase {
    switch self {
    case .help: .plainWordHelp
    case .back: .plainWordBack
    case .again: .plainWordAgain
    }
  }

  /// The number of a numbered line, written as it stands there: `1`, `1.` or `1)`.
  public static func number(_ text: String) -> Int? {
    Int(text.without(suffix: ".") ?? text.without(suffix: ")") ?? text[...])
  }
}
