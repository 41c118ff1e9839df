import SharedValues

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
    let form = phrase.counting.map { language.form(of: values[$0] ?? "") } ?? .other
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
    return phrase.text(language, form)
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
