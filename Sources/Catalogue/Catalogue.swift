/// One string that a person reads. Its English wording is its declaration; translations are found by `key`.
///
/// Phrases are declared in extensions of this type, one file for each area, in this room alone: that is what makes this
/// the one catalogue. Placeholders stand in braces: `"Welcome, {name}"`.
public struct Phrase: Hashable, Sendable {
  public let key: String
  public let english: String
  /// The English wording for exactly one, and the placeholder that holds the number; `nil` where nothing is counted.
  let counted: Counted?
  /// What is filled in besides the values that the caller has.
  let filling: [String: String]

  struct Counted: Hashable, Sendable {
    var one: String
    var placeholder: String
  }

  public init(_ key: String, _ english: String) { self.init(key, english, nil) }

  /// A phrase whose wording depends on a number, which the caller puts in as the value of a placeholder.
  /// - Parameter counting: that placeholder. Its value decides by the rule of the language, see `Language.form(of:)`.
  public init(_ key: String, one: String, other: String, counting: String = "count") {
    self.init(key, other, Counted(one: one, placeholder: counting))
  }

  init(_ key: String, _ english: String, _ counted: Counted?, filling: [String: String] = [:]) {
    (self.key, self.english, self.counted, self.filling) = (key, english, counted, filling)
  }

  var wording: Wording { Wording(one: counted?.one, other: english) }
}

/// Looks phrases up in one language and fills their placeholders.
public struct Catalogue: Hashable, Sendable {
  public let language: Language

  public init(_ language: Language = .english) { self.language = language }

  /// The phrase in this language, in English where no translation exists.
  ///
  /// Values are put in as they are and are not searched for placeholders again.
  public func callAsFunction(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    let wording = wording(of: phrase)
    let form = phrase.counted.map { language.form(of: values[$0.placeholder] ?? "") } ?? .other
    let template = wording[form]
    if phrase.filling.isEmpty { return values.isEmpty ? template : Catalogue.fill(template, values) }
    return Catalogue.fill(template, values.merging(phrase.filling) { _, own in own })
  }

  private func wording(of phrase: Phrase) -> Wording {
    switch language {
    case .english: phrase.wording
    case .pseudo: phrase.wording.map(PseudoLocale.text)
    case .german: Translation.german.wordings[phrase.key] ?? phrase.wording
    case .swedish: Translation.swedish.wordings[phrase.key] ?? phrase.wording
    }
  }

  private static func fill(_ template: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      text += rest[..<open]
      text += values[name] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
