import SharedValues

/// Looks phrases up in one language and fills their placeholders.
public struct Catalogue: Hashable, Sendable {
  public let language: Language
  private let own: [String: String]

  public init(_ language: Language = .ofProcess, own: [String: String] = [:]) {
    (self.language, self.own) = (language, own)
  }

  /// The phrase in this language, in English where no translation exists.
  ///
  /// Values are put in as they are and are not searched for placeholders again.
  public func callAsFunction(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    let form = phrase.counting.map { language.form(of: values[$0] ?? "") } ?? .other
    let template = own[phrase.key] ?? phrase.text(language, form)
    if phrase.filling.isEmpty { return values.isEmpty ? template : template.filled(values) }
    return template.filled(values.merging(phrase.filling) { _, own in own })
  }

  /// A whole number, its thousands grouped as the language does it.
  public func number(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(language.groupSeparator) }
      text.append(digit)
    }
    return text
  }

}

extension Phrase: Wording, TermConvertible {
  public var term: Term { .words(self, []) }

  public func term(_ values: [String: any TermConvertible]) -> Term {
    .words(self, placeholders.map { values[$0]?.term ?? "" })
  }
}

extension Catalogue {
  /// What was expected or received, in this language. Words without a phrase stay English.
  public func callAsFunction(_ term: Term) -> String {
    switch term {
    case .value(let text): return text
    case .quoted(let text): return Quoted.words(text)
    case .words(let words, let values):
      let texts = values.map { self($0) }
      guard let phrase = words as? Phrase ?? Phrase.terms[words.key] else { return words.filled(texts) }
      return self(phrase, Dictionary(zip(phrase.placeholders, texts)) { first, _ in first })
    }
  }

  /// The same where it stands alone, so that nothing has to be quoted.
  public func fact(_ term: Term) -> String { if case .quoted(let text) = term { text } else { self(term) } }
}

extension Phrase {
  /// What rooms that know no catalogue say: protocol code by key, readers of files by the English text, its placeholders empty.
  fileprivate static let terms: [String: Phrase] = {
    let byEnglish = PhrasesByName.term.values.map { phrase in
      (phrase.placeholders.reduce(phrase.english) { $0.replacingBytes(of: "{\($1)}", with: "{}") }, phrase)
    }
    return Dictionary(uniqueKeysWithValues: byEnglish + PhrasesByName.check.values.map { ($0.key, $0) })
  }()

  fileprivate var placeholders: [String] {
    var names: [String] = []
    _ = english.filled { name in
      names.append(name)
      return nil
    }
    return names
  }
}

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
