import Glibc
import Programs
import SharedValues
import TerminalUI

package struct ScriptWords {
  package let line: Int
  private let all: ScriptLine
  private let allowance: ScriptAllowance
  private var next = 0

  init(_ words: ScriptLine, _ line: Int, _ allowance: ScriptAllowance) {
    all = words
    (self.line, self.allowance) = (line, allowance)
  }

  var isAtEnd: Bool { next >= all.words.count }
  var peek: ScriptLine.Word? { isAtEnd ? nil : all.words[next] }

  /// - Parameter expected: what should stand there, with an example.
  package mutating func word(_ expected: String) throws(ScriptFault) -> ScriptLine.Word {
    guard let word = peek else { throw missing(expected) }
    next += 1
    return word
  }

  package mutating func arguments(of command: String) throws(ScriptFault) -> [String] {
    let rest = all.words[next...]
    next = all.words.count
    try allowance.judge(rest, of: command, line)
    return rest.map(\.text)
  }

  package mutating func choice(_ names: [String], _ expected: String) throws(ScriptFault) -> String {
    try choice(names, expected) { name in names.contains(name) ? name : nil }
  }

  mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ expected: String
  ) throws(ScriptFault) -> Value {
    try choice(Value.allCases.map(\.rawValue), expected) { Value(rawValue: $0) }
  }

  private mutating func choice<Value>(
    _ names: [String], _ expected: String, _ value: (String) -> Value?
  ) throws(ScriptFault) -> Value {
    let word = try word(expected)
    if let value = value(word.text) { return value }
    throw fault(ScriptFault.noName(word.text), hint: "one of: \(Suggestion.text(word.text, names))")
  }

  package mutating func seconds(_ range: ClosedRange<Double>) throws(ScriptFault) -> Double {
    try number("a number of seconds", "a number from \(range.lowerBound) to \(Int(range.upperBound))") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  package mutating func exitCode() throws(ScriptFault) -> Int32 {
    try number("an exit code, e.g. 0", "a number from 0 to 255") { text in
      Int32(text).flatMap { (0...255).contains($0) ? $0 : nil }
    }
  }

  private mutating func number<Value>(
    _ expected: String, _ hint: String, _ value: (String) -> Value?
  ) throws(ScriptFault) -> Value {
    let word = try word(expected)
    if let value = value(word.text) { return value }
    throw fault("“\(word.text)” is not a number that can be used here", hint: hint)
  }

  package mutating func texts(after first: ScriptLine.Word) throws(ScriptFault) -> [String] {
    var texts = [first.text]
    while let next = peek, next.isQuoted { texts.append(try word("a text").text) }
    guard !texts.contains("") else { throw fault("an empty text is on every screen", hint: ScriptFault.quoteHint) }
    return texts
  }

  package mutating func member() throws(ScriptFault) -> (path: String, value: JSON) {
    let path = try word("a member of config.json, e.g. silentStart true")
    let value = try word("its value as JSON")
    guard path.text.split(scalar: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
      let json = try? JSON.parse(value.text)
    else {
      throw fault("“\(value.text)” is not a JSON value, or no member precedes it", hint: ScriptWords.valueHint)
    }
    try allowance.judge(path.text, json, value, line)
    return (path.text, json)
  }

  package mutating func path() throws(ScriptFault) -> String {
    let word = try word("a file, e.g. data/devices/phone/device.key")
    guard ScriptAllowance.isInFolder(word.text, behind: "") else {
      throw fault(ScriptFault.noPath(word.text), hint: ScriptFault.pathHint)
    }
    return word.text
  }

  /// Reads the path of a file that may be written: not the configuration, whose members are judged one by one.
  package mutating func target() throws(ScriptFault) -> String {
    let path = try path()
    guard path != "config.json" else { throw fault("“\(path)” is changed by its members", hint: ScriptWords.valueHint) }
    return path
  }

  package mutating func mode() throws(ScriptFault) -> mode_t {
    try number("its mode, e.g. 644", "three octal digits, e.g. 644") { $0.count == 3 ? mode_t($0, radix: 8) : nil }
  }

  package mutating func size() throws(ScriptFault) -> Size {
    let word = try word("a size, e.g. 80x24")
    guard let size = Size(named: word.text) else {
      throw fault("“\(word.text)” is not a size", hint: "columns x rows, e.g. 80x24, at most 500x200")
    }
    return size
  }

  /// - Throws: a fault if a word is left.
  package func finish() throws(ScriptFault) {
    guard let word = peek else { return }
    throw ScriptFault(
      line: line, column: word.column, reason: "“\(word.text)” is too much",
      hint: "leave it out, or put the whole text into quotation marks")
  }

  /// A fault of the word that was read last.
  package func fault(_ reason: String, hint: String) -> ScriptFault {
    let column = all.words.isEmpty ? 1 : all.words[max(0, next - 1)].column
    return ScriptFault(line: line, column: column, reason: reason, hint: hint)
  }

  private func missing(_ expected: String) -> ScriptFault {
    let (last, column) = all.words.last.map { ($0.text, all.end) } ?? ("", 1)
    return ScriptFault(
      line: line, column: column, reason: "something is missing after “\(last)”", hint: "add \(expected)")
  }

  private static let valueHint = "e.g. config silentStart true, or config scope \"openid\""
}

extension Size {
  /// `80x24`; `nil`: not the size of a terminal.
  package init?(named text: String) {
    let parts = text.split(scalar: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...500).contains(width),
      (1...200).contains(height)
    else { return nil }
    self.init(width, height)
  }
}
