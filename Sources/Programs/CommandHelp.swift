import ArgumentParser
import SharedValues

/// Completes the parser's text for `--help`. Only the program's own help describes the options that most commands share.
package enum CommandHelp {
  /// A text that is not a command's help is returned unchanged.
  package static func completing(_ help: String, of program: String) -> String {
    let mark = "USAGE: \(program)"
    guard !help.hasPrefix(bytes: "{"), let usage = help.lines.lazy.compactMap({ $0.without(prefix: mark) }).first
    else { return help }
    var path = ""
    for word in usage.split(scalar: " ") {
      let next = path.isEmpty ? String(word) : "\(path) \(word)"
      guard CommandExamples.of[next] != nil else { break }
      path = next
    }
    guard let examples = CommandExamples.of[path] else { return help }
    let end = help.utf8.reversed().prefix { $0 == 0x0A }.count
    var sections = [String(help.dropLast(end)).replacingBytes(of: commonOptions, with: reference(to: program))]
    if path.isEmpty {
      sections.append("OPTIONS OF MOST COMMANDS:\n\(commonOptions.dropLast())")
      let codes = ExitStatus.allCases.map { row("\($0.rawValue)", $0.meaning, column: 8) }
      sections.append("EXIT CODES:\n" + codes.joined(separator: "\n"))
    }
    let calls = examples.map { row($0.line.isEmpty ? program : "\(program) \($0.line)", $0.what, column: 50) }
    sections.append("EXAMPLES:\n" + calls.joined(separator: "\n"))
    return sections.joined(separator: "\n\n")
  }

  /// The parser's lines about the options that most commands share.
  private static let commonOptions: String = {
    let help = GlobalOptions.helpMessage()
    guard let start = help.byteRange(of: "OPTIONS:\n"), let end = help.byteRange(of: "  -h, --help") else { return "" }
    return String(help[start.upperBound..<end.lowerBound])
  }()

  /// A line that names these options, in place of the lines that describe them.
  private static func reference(to program: String) -> String {
    let options = commonOptions.lines.compactMap { $0.without(prefix: "  --") }
    let names = options.map { option in "--\(option.prefix(whileScalar: { $0 != " " }))" }
    return row(names.joined(separator: ", "), "see \(program) --help", column: 0) + "\n"
  }

  /// One line if the left part leaves room, otherwise two.
  private static func row(_ left: String, _ right: String, column: Int) -> String {
    let start = "  " + left
    guard start.count < column else { return start + "\n      " + right }
    return start + String(repeating: " ", count: column - start.count) + right
  }
}

/// The examples at the end of each command's help, from `Examples/commands.txt`. A test makes sure that every command has some that work.
package enum CommandExamples {
  /// By the words behind the program's name; the empty string stands for the program itself.
  package static let of: [String: [(line: String, what: String)]] = {
    var examples: [String: [(line: String, what: String)]] = [:]
    var path = ""
    for line in (Embedded.examples["commands.txt"] ?? "").lines where !line.isEmpty {
      if line.hasPrefix(bytes: "==") {
        path = String(line.without(prefix: "== ") ?? "")
      } else if let mark = line.byteRange(of: ":: ") {
        let call = line[..<mark.lowerBound].without(suffix: " ") ?? ""
        examples[path, default: []].append((String(call), String(line[mark.upperBound...])))
      }
    }
    return examples
  }()
}
