import Foundation

/// Every phrase as the sources declare it: nothing in the running program knows them all.
///
/// Reads string literals with escapes, lines that are joined, and `+` between them. What stands in a table is not read; the
/// tables are named in `Phrase.tabled` and by the tools.
struct DeclaredPhrases {
  struct Declaration: Hashable {
    var key: String
    var english: String
    /// Where something is counted.
    var one: String?
    var file: String
  }

  private(set) var all: [Declaration] = []
  /// `file:line` of each `Phrase(` with a key or wording that is no literal.
  private(set) var unread: [String] = []

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    .standardized

  init() throws {
    let files = FileManager.default.enumerator(atPath: Self.folder.path)?.compactMap { $0 as? String } ?? []
    for file in files.sorted() where file.hasSuffix(".swift") {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      if text.contains("Phrase(") { read(Array(text), (file as NSString).lastPathComponent) }
    }
  }

  private mutating func read(_ text: [Character], _ file: String) {
    let word = Array("Phrase(")
    var line = 1
    for place in text.indices {
      if text[place] == "\n" { line += 1 }
      guard text[place...].starts(with: word), place == 0 || !(text[place - 1].isLetter || text[place - 1] == "`")
      else { continue }
      var reader = LiteralReader(text: text, place: place + word.count)
      let arguments = reader.arguments()
      if arguments.count == 2, let key = arguments[0].text, let english = arguments[1].text {
        all.append(Declaration(key: key, english: english, file: file))
      } else if let key = arguments.first?.text, let one = arguments.first(where: { $0.label == "one" })?.text,
        let other = arguments.first(where: { $0.label == "other" })?.text
      {
        all.append(Declaration(key: key, english: other, one: one, file: file))
      } else {
        unread.append("\(file):\(line)")
      }
    }
  }
}

/// Reads the arguments of one call, each a label and a string literal, up to the closing parenthesis.
private struct LiteralReader {
  struct Argument {
    var label = ""
    var text: String?
  }

  var text: [Character]
  var place: Int

  mutating func arguments() -> [Argument] {
    var found: [Argument] = []
    var argument = Argument()
    while place < text.count {
      let character = text[place]
      if character.isWhitespace || character == "+" {
        place += 1
      } else if character == "\"" {
        guard let part = literal() else { return [] }
        argument.text = (argument.text ?? "") + part
      } else if character == "," || character == ")" {
        found.append(argument)
        argument = Argument()
        place += 1
        if character == ")" { return found }
      } else if character == "/", text[place...].starts(with: "//") {
        while place < text.count, text[place] != "\n" { place += 1 }
      } else if character.isLetter {
        let word = text[place...].prefix { $0.isLetter }
        place += word.count
        guard place < text.count, text[place] == ":" else { return [] }
        argument.label = String(word)
        place += 1
      } else {
        return []
      }
    }
    return []
  }

  /// `nil` where something is interpolated.
  private mutating func literal() -> String? {
    let isLong = text[place...].starts(with: "\"\"\"")
    place += isLong ? 3 : 1
    var raw = ""
    while place < text.count {
      if text[place] == "\\" {
        if text[place + 1] == "(" { return nil }
        raw += unescaped()
      } else if isLong ? text[place...].starts(with: "\"\"\"") : text[place] == "\"" {
        place += isLong ? 3 : 1
        return isLong ? outdented(raw) : raw
      } else {
        raw.append(text[place])
        place += 1
      }
    }
    return nil
  }

  /// An escape; a line break behind the backslash is kept as a sign of its own, until the indentation is gone.
  private mutating func unescaped() -> String {
    place += 2
    switch text[place - 1] {
    case "n": return "\n"
    case "\n": return "\u{0}\n"
    case "u":
      let digits = text[(place + 1)...].prefix { $0 != "}" }
      place += digits.count + 2
      return Unicode.Scalar(UInt32(String(digits), radix: 16) ?? 0).map { String($0) } ?? ""
    case let other: return String(other)
    }
  }

  private func outdented(_ raw: String) -> String {
    var lines = raw.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let indentation = lines.popLast()?.count ?? 0
    return lines.map { $0.dropFirst(min(indentation, $0.prefix { $0 == " " }.count)) }.joined(separator: "\n")
      .replacing("\u{0}\n", with: "")
  }
}
