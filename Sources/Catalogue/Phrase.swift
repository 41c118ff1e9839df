/// One text that a person reads, in every language of the product.
///
/// Declared in text files, here and in the folders of the tools that say them (docs/languages.md). Placeholders: `Welcome, {name}`.
public struct Phrase: Hashable, Sendable {
  private let words: Words
  /// What is filled in besides the values that the caller has.
  private(set) var filling: [String: String] = [:]

  public var key: String { words.key }
  public var english: String { words.other.english }
  /// The placeholder whose number decides between two wordings; `nil` where nothing is counted.
  var counting: String? { words.one == nil ? nil : words.counting }

  typealias Texts = (english: String, german: String, swedish: String)

  private final class Words: Sendable {
    let key: String
    let other: Texts
    let one: Texts?
    let counting: String

    init(_ key: String, _ other: Texts, _ one: Texts?, _ counting: String) {
      (self.key, self.other, self.one, self.counting) = (key, other, one, counting)
    }
  }

  /// - Parameter german: and `swedish`: empty where it is the English text.
  public init(
    _ key: String, _ english: String, _ german: String = "", _ swedish: String = "",
    one: (String, String, String)? = nil, counting: String = "count"
  ) { words = Words(key, (english, german, swedish), one, counting) }

  /// The same phrase with another English wording, for those whose English stands elsewhere.
  public func inEnglish(_ english: String) -> Phrase {
    Phrase(words.key, english, words.other.german, words.other.swedish)
  }

  func filled(_ placeholder: String, _ value: String) -> Phrase {
    var phrase = self
    phrase.filling[placeholder] = value
    return phrase
  }

  func text(_ language: Language, _ form: Language.Form) -> String {
    let texts = form == .one ? words.one ?? words.other : words.other
    let text =
      switch language {
      case .english: texts.english
      case .german: texts.german
      case .swedish: texts.swedish
      case .pseudo: PseudoLocale.text(texts.english)
      }
    return text.isEmpty ? texts.english : text
  }

  /// A family of phrases, by the rest of their keys.
  public static func byName(_ family: String, _ rows: [(String, String, String, String)]) -> [String: Phrase] {
    var phrases: [String: Phrase] = Dictionary(minimumCapacity: rows.count)
    for row in rows { phrases[row.0] = Phrase(family + "." + row.0, row.1, row.2, row.3) }
    return phrases
  }

  public static func == (one: Phrase, other: Phrase) -> Bool { one.key == other.key && one.filling == other.filling }
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
