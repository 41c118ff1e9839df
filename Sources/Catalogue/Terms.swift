import SharedValues

extension Phrase: Wording, TermConvertible {
  public var term: Term { .words(self, []) }

  /// The phrase with values for its placeholders, by their names.
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

  /// The names of the placeholders, in the order of the English text.
  fileprivate var placeholders: [String] {
    var (names, rest) = ([String](), Substring(english))
    while let open = rest.firstIndex(ofScalar: "{"), let close = rest[open...].firstIndex(ofScalar: "}") {
      names.append(String(rest.after(open)[..<close]))
      rest = rest.after(close)
    }
    return names
  }
}
