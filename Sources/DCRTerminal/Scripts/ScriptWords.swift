import Catalogue
import Foundation
import SharedValues
import TerminalUI

extension ScriptFault: Error {}

/// The words of one line, taken one after the other.
struct ScriptWords {
  let line: Int
  private let all: ScriptLine
  private let allowance: ScriptAllowance
  private var next = 0

  init(_ words: ScriptLine, _ line: Int, _ allowance: ScriptAllowance) {
    all = words
    self.line = line
    self.allowance = allowance
  }

  var isAtEnd: Bool { next >= all.words.count }
  var peek: ScriptLine.Word? { isAtEnd ? nil : all.words[next] }

  /// - Parameter expected: what should stand there, with an example.
  mutating func word(_ expected: Phrase) throws(ScriptFault) -> ScriptLine.Word {
    guard let word = peek else { throw missing(expected) }
    next += 1
    return word
  }

  /// The rest of the line: what a command is called with.
  mutating func arguments(of command: String) throws(ScriptFault) -> [String] {
    let rest = all.words[next...]
    next = all.words.count
    try allowance.judge(rest, of: command, line)
    return rest.map(\.text)
  }

  /// One of these names.
  mutating func choice(_ names: [String], _ expected: Phrase) throws(ScriptFault) -> String {
    let word = try word(expected)
    guard names.contains(word.text) else {
      throw ScriptFault(
        line, word.column, .scriptWrongName, ["received": word.text], hint: .scriptHintNames,
        ["expected": Suggestion.text(word.text, names)])
    }
    return word.text
  }

  /// A number of seconds.
  mutating func seconds(_ range: ClosedRange<Double>) throws(ScriptFault) -> Double {
    let word = try word(.scriptExpectedSeconds)
    guard let number = Double(word.text), number.isFinite, range.contains(number) else {
      throw ScriptFault(
        line, word.column, .scriptWrongNumber, ["received": word.text], hint: .scriptHintRange,
        ["low": "\(range.lowerBound)", "high": "\(Int(range.upperBound))"])
    }
    return number
  }

  /// `0` to `255`.
  mutating func exitCode() throws(ScriptFault) -> Int32 {
    let word = try word(.scriptExpectedExit)
    guard let code = Int32(word.text), (0...255).contains(code) else {
      throw fault(.scriptWrongNumber, ["received": word.text], hint: .scriptHintRange, ["low": "0", "high": "255"])
    }
    return code
  }

  /// Quotations, of which this is the first.
  mutating func texts(after first: ScriptLine.Word) throws(ScriptFault) -> [String] {
    var texts = [first.text]
    while let next = peek, next.isQuoted { texts.append(try word(.scriptExpectedText).text) }
    guard !texts.contains("") else { throw fault(.scriptEmptyText, hint: .scriptHintQuote) }
    return texts
  }

  /// A member of config.json by its path, and its value.
  mutating func member() throws(ScriptFault) -> (path: String, value: JSON) {
    let path = try word(.scriptExpectedMember)
    let value = try word(.scriptExpectedValue)
    guard path.text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
      let json = try? JSON.parse(value.text)
    else {
      throw ScriptFault(line, value.column, .scriptWrongValue, ["received": value.text], hint: .scriptHintValue)
    }
    try allowance.judge(path.text, json, value, line)
    return (path.text, json)
  }

  /// Of a file in the device's folder.
  mutating func path() throws(ScriptFault) -> String {
    let word = try word(.scriptExpectedPath)
    guard ScriptAllowance.isInFolder(word.text, behind: "") else {
      throw fault(.scriptWrongPath, ["received": word.text], hint: .scriptHintPath)
    }
    return word.text
  }

  /// Of a file that may be written. The configuration is not one: its members are judged one by one.
  mutating func target() throws(ScriptFault) -> String {
    let path = try path()
    guard path != "config.json" else {
      throw fault(.scriptWrongTarget, ["received": path], hint: .scriptHintValue)
    }
    return path
  }

  /// Of a file, in octal digits: `644`.
  mutating func mode() throws(ScriptFault) -> mode_t {
    let word = try word(.scriptExpectedMode)
    guard word.text.count == 3, let mode = mode_t(word.text, radix: 8) else {
      throw fault(.scriptWrongNumber, ["received": word.text], hint: .scriptHintMode)
    }
    return mode
  }

  /// `80x24`.
  mutating func size() throws(ScriptFault) -> Size {
    let word = try word(.scriptExpectedSize)
    guard let size = Size(named: word.text) else {
      throw ScriptFault(
        line, word.column, .scriptWrongSize, ["received": word.text], hint: .scriptHintSize)
    }
    return size
  }

  /// Nothing may follow.
  func finish() throws(ScriptFault) {
    guard let word = peek else { return }
    throw ScriptFault(line, word.column, .scriptTooMuch, ["received": word.text], hint: .scriptHintTooMuch)
  }

  /// About the word that was taken last.
  func fault(
    _ reason: Phrase, _ values: [String: String] = [:], hint: Phrase, _ hintValues: [String: String] = [:]
  ) -> ScriptFault {
    let column = all.words.isEmpty ? 1 : all.words[max(0, next - 1)].column
    return ScriptFault(line, column, reason, values, hint: hint, hintValues)
  }

  private func missing(_ expected: Phrase) -> ScriptFault {
    let last = all.words.last
    let end = last.map { $0.column + (all.rests.last?.count ?? 0) } ?? 1
    return ScriptFault(
      line, end, .scriptMissingWord, ["after": last?.text ?? ""], hint: .scriptHintMissing,
      ["expected": Catalogue()(expected)])
  }
}

/// What somebody may have meant.
enum Suggestion {
  /// The nearest names, or all of them when none is near.
  static func text(_ word: String, _ names: [String]) -> String {
    let near = names.filter { distance(word, $0) <= max(1, min(word.count, $0.count) / 3) }
    return (near.isEmpty ? names : near).joined(separator: ", ")
  }

  /// Levenshtein's.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var corner = row[0]
      row[0] = i + 1
      for j in second.indices {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, corner + (letter == second[j] ? 0 : 1))
        corner = above
      }
    }
    return row[second.count]
  }
}
