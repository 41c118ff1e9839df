import Edge
import SharedValues

/// A command line of the configuration, split as a shell would split it. No shell gets it, and nothing in it is expanded.
package struct CommandLineWords: Hashable, Sendable {
  package let words: [String]

  /// Single quotes keep everything; double quotes keep everything but `\"`, `\\`, `\$` and `` \` ``; outside of quotes, a backslash keeps the next
  /// character.
  /// - Throws: `expectedCommandLine` for an open quote or an empty command line.
  package init(_ text: String) throws(WrongValue) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (quote, character) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("'", _): word = (word ?? "") + String(character)
      case ("\"", "\\"):
        guard let next = rest.popFirst() else { throw WrongValue(.expectedCommandLine) }
        word = (word ?? "") + ("\"\\$`".contains(next) ? String(next) : "\\" + String(next))
      case ("\"", _): word = (word ?? "") + String(character)
      case (_, "'"), (_, "\""):
        quote = character
        word = word ?? ""
      case (_, "\\"):
        guard let next = rest.popFirst() else { throw WrongValue(.expectedCommandLine) }
        word = (word ?? "") + String(next)
      case (_, " "), (_, "\t"), (_, "\n"):
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if let word { words.append(word) }
    guard quote == nil, words.first?.isEmpty == false, !text.contains(scalar: "\0") else {
      throw WrongValue(.expectedCommandLine)
    }
    self.words = words
  }

  /// The words with the address in place of each mark, or behind them if there is no mark.
  package func filled(_ mark: String, with url: String) -> [String] {
    guard words.contains(where: { $0.contains(mark) }) else { return words + [url] }
    return words.map { $0.split(separator: mark, omittingEmptySubsequences: false).joined(separator: url) }
  }
}
