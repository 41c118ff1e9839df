import ForeignText

/// One string that a person reads. Its English wording is its declaration; translations are found by `key`.
///
/// Phrases are declared in extensions of this type: here, or in the folder of the tool that says them. Each has a key of its own, which makes this
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
}

/// Looks phrases up in one language and fills their placeholders.
public struct Catalogue: Hashable, Sendable {
  public let language: Language
  /// Words that take the place of the product's, by key.
  private let own: [String: String]

  public init(_ language: Language = .ofProcess, own: [String: String] = [:]) {
    (self.language, self.own) = (language, own)
  }

  /// The phrase in this language, in English where no translation exists.
  ///
  /// Values are put in as they are and are not searched for placeholders again.
  public func callAsFunction(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    let form = phrase.counted.map { language.form(of: values[$0.placeholder] ?? "") } ?? .other
    let template = template(of: phrase, form)
    if phrase.filling.isEmpty { return values.isEmpty ? template : Catalogue.fill(template, values) }
    return Catalogue.fill(template, values.merging(phrase.filling) { _, own in own })
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

  private func template(of phrase: Phrase, _ form: Language.Form) -> String {
    if !own.isEmpty, let text = own[phrase.key] { return text }
    let english = form == .one ? phrase.counted?.one ?? phrase.english : phrase.english
    if language == .pseudo { return PseudoLocale.text(english) }
    return Translation.of(language)?.text(of: phrase.key, form) ?? english
  }

  private static func fill(_ template: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = Substring(template)
    while let open = rest.firstIndex(ofScalar: "{"), let close = rest[open...].firstIndex(ofScalar: "}") {
      let name = String(rest.after(open)[..<close])
      text += rest[..<open]
      text += values[name] ?? String(rest[open...close])
      rest = rest.after(close)
    }
    return text + rest
  }
}
