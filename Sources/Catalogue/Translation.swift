import ForeignText

/// One wording, or two where something is counted.
struct Wording: Hashable, Sendable {
  var one: String?
  var other: String
}

/// All that is translated into one language: its list in `Languages/`.
///
/// A list is lines `key = text`; `key[one] = text` stands above the `key = text` of a counted phrase. `\n` is a line break.
/// Blank lines and lines that begin with `#` say nothing. How this is meant to be used: docs/languages.md; why it is no
/// JSON: docs/decisions/0025-one-list-for-each-language.md.
///
/// The list stays where it is in the program's read-only memory. When the first phrase is asked for, an index of the keys is
/// made (``TranslationIndex``); a text becomes a string when it is wanted.
struct Translation: Sendable {
  static let german = Translation(germanList)
  static let swedish = Translation(swedishList)

  static func of(_ language: Language) -> Translation? {
    switch language {
    case .german: german
    case .swedish: swedish
    case .english, .pseudo: nil
    }
  }

  private let index: TranslationIndex

  init(_ list: StaticString) { index = TranslationIndex(list) }

  /// `nil`: there is no such translation. Without a wording for one there is that for other.
  func text(of key: String, _ form: Language.Form = .other) -> String? {
    if form == .one, let text = index[key + "[one]"] { return text }
    return index[key]
  }

  /// Lines that are none of the above, and keys that come twice. There are none in a build that passed its tests.
  var faults: [String] { index.faults }

  /// All of it, for tests.
  var wordings: [String: Wording] {
    var wordings: [String: Wording] = [:]
    for (key, text) in index.all {
      if let plain = key.without(suffix: "[one]") {
        wordings[String(plain), default: Wording(other: "")].one = text
      } else {
        wordings[key, default: Wording(other: "")].other = text
      }
    }
    return wordings
  }
}
