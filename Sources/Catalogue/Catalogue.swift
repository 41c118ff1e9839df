/// A language that the product speaks.
public enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case swedish = "sv"
  /// No language: shows testers what is not translatable, and where a longer text is cut off.
  case pseudo

  /// What servers and readers of pages are told (RFC 5646).
  public var tag: String { self == .pseudo ? "en" : rawValue }
}

/// One string that a person reads. Its English wording is its declaration; translations are found by `key`.
///
/// Phrases are declared in extensions of this type, one file for each area, in this room alone: that is what makes this
/// the one catalogue. Placeholders stand in braces: `"Welcome, {name}"`.
public struct Phrase: Hashable, Sendable {
  public let key: String
  public let english: String

  public init(_ key: String, _ english: String) {
    self.key = key
    self.english = english
  }
}

/// Looks phrases up in one language and fills their placeholders.
public struct Catalogue: Hashable, Sendable {
  public let language: Language

  public init(_ language: Language = .english) { self.language = language }

  /// The phrase in this language, in English where no translation exists.
  ///
  /// Values are put in as they are and are not searched for placeholders again.
  public func callAsFunction(_ phrase: Phrase, _ values: [String: String] = [:]) -> String {
    let template =
      language == .pseudo
      ? PseudoLocale.text(phrase.english) : Catalogue.translations[language]?[phrase.key] ?? phrase.english
    return values.isEmpty ? template : Catalogue.fill(template, values)
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

  /// Translations by language and key. English needs none.
  static let translations: [Language: [String: String]] = [:]
}
