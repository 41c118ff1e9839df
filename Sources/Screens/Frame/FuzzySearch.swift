import SharedValues

/// Finds names by a few of their letters, ignoring case and accents.
package enum FuzzySearch {
  /// How well a name matches; `nil`: not at all. An equal name is best (0). Every typed word has to match: at the start of the name (1), at the start
  /// of a word (2), inside it (3), or letter by letter in order (4).
  package static func rank(of text: String, in name: String) -> Int? {
    let (text, name) = (plain(text), plain(name))
    guard text != name else { return 0 }
    var worst = 1
    for word in text.split(scalar: " ") {
      guard let rank = rank(of: word, inPlain: name) else { return nil }
      worst = max(worst, rank)
    }
    return worst
  }

  /// The same among words that are not shown (3): each typed word has to be the start of one.
  static func rank(ofWords text: String, in words: String) -> Int? {
    let known = plain(words).split { !$0.isLetter && !$0.isNumber }
    return plain(text).split(scalar: " ").allSatisfy { word in known.contains { $0.hasPrefix(bytes: word) } } ? 3 : nil
  }

  private static func rank(of word: Substring, inPlain name: String) -> Int? {
    if name.hasPrefix(bytes: word) { return 1 }
    if name.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).contains(where: { $0.hasPrefix(bytes: word) }) {
      return 2
    }
    if name.contains(word) { return 3 }
    var rest = word
    for letter in name where letter == rest.first { rest.removeFirst() }
    return rest.isEmpty ? 4 : nil
  }

  private static let accents: [Character: Character] = [
    "ä": "a", "å": "a", "á": "a", "à": "a", "ö": "o", "ü": "u", "é": "e",
  ]

  private static func plain(_ text: String) -> String { String(text.lowercased().map { accents[$0] ?? $0 }) }
}
