import SharedValues

/// The words of one line: separated by spaces, or in quotation marks with the escapes `\"` and `\\`. `#` begins a comment.
///
/// The rest of a `config` or `write` line after its second word is one word as it stands, because it is JSON or the text of a file.
package struct ScriptLine: Hashable {
  package struct Word: Hashable {
    package var text: String
    /// The first column is 1; a column counts characters.
    package var column: Int
    var isQuoted: Bool
  }

  package struct Fault: Error {
    package var column: Int
    var reason: String
  }

  package var words: [Word] = []
  /// The column behind the whole line, including its comment.
  package let end: Int

  private static let takesTheRest = ["config", "write"]

  init(_ line: some StringProtocol) throws(Fault) {
    let characters = Array(line)
    end = characters.count + 1
    var place = 0
    while place < characters.count {
      if characters[place].isWhitespace {
        place += 1
        continue
      }
      if characters[place] == "#" { return }
      if words.count == 2, ScriptLine.takesTheRest.contains(words[0].text) {
        let value = String(characters[place...]).withoutEdgeSpaces
        words.append(Word(text: value, column: place + 1, isQuoted: false))
        return
      }
      let isQuoted = characters[place] == "\""
      let start = place
      let text = isQuoted ? try ScriptLine.quoted(characters, &place) : ScriptLine.plain(characters, &place)
      words.append(Word(text: text, column: start + 1, isQuoted: isQuoted))
    }
  }

  private static func plain(_ characters: [Character], _ place: inout Int) -> String {
    var text = ""
    while place < characters.count, !characters[place].isWhitespace {
      text.append(characters[place])
      place += 1
    }
    return text
  }

  private static func quoted(_ characters: [Character], _ place: inout Int) throws(Fault) -> String {
    let start = place
    var text = ""
    place += 1
    while place < characters.count {
      let character = characters[place]
      place += 1
      switch character {
      case "\"":
        guard place == characters.count || characters[place].isWhitespace else {
          throw Fault(column: place + 1, reason: "something follows a quotation without a space")
        }
        return text
      case "\\":
        guard place < characters.count, "\\\"".contains(characters[place]) else {
          throw Fault(column: place, reason: "only \\\" and \\\\ mean something after a backslash")
        }
        text.append(characters[place])
        place += 1
      default: text.append(character)
      }
    }
    throw Fault(column: start + 1, reason: "this quotation has no end")
  }
}
