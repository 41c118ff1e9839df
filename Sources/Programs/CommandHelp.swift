import ArgumentParser
import Synchronization

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
      guard CommandText.of[next] != nil else { break }
      path = next
    }
    guard let examples = CommandText.of[path]?.examples else { return help }
    let end = help.utf8.reversed().prefix { $0 == 0x0A }.count
    var sections = [String(help.dropLast(end)).replacingBytes(of: commonOptions, with: reference(to: program))]
    if path.isEmpty {
      sections.append("OPTIONS OF MOST COMMANDS:\n\(commonOptions.dropLast())")
      let codes = (CommandText.of["exit codes"]?.examples ?? []).map { row($0.line, $0.what, column: 8) }
      sections.append("EXIT CODES:\n" + codes.joined(separator: "\n"))
    }
    let calls = examples.map { row($0.line.isEmpty ? program : "\(program) \($0.line)", $0.what, column: 50) }
    sections.append("EXAMPLES:\n" + calls.joined(separator: "\n"))
    return sections.joined(separator: "\n\n")
  }

  private static let commonOptions: String = {
    let help = GlobalOptions.helpMessage()
    guard let start = help.byteRange(of: "OPTIONS:\n"), let end = help.byteRange(of: "  -h, --help") else { return "" }
    return String(help[start.upperBound..<end.lowerBound])
  }()

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

/// What the help says about a command, from `Help/commands.txt`, and the longer texts about its options. A test makes sure that every command has
/// examples that work.
package struct CommandText {
  package private(set) var examples: [(line: String, what: String)] = []
  fileprivate private(set) var options: [String: ArgumentHelp] = [:]
  /// The abstract, then the discussion.
  private var lines: [Substring] = []

  fileprivate var abstract: String { String(lines.first ?? "") }
  fileprivate var discussion: String { lines.dropFirst().joined(separator: "\n").withoutEdgeLines }

  /// The program's texts; the empty string stands for the program itself.
  package static let of = CommandTexts("commands.txt")
  /// The options of `run`, in a short file of their own: the app reads them at every start, before its first picture.
  fileprivate static let ofRun = CommandTexts("run.txt")

  fileprivate init(_ section: Substring) { for line in section.lines { take(line) } }

  /// Takes `-- option <value>: text`, `call :: what it is for` (of the exit codes: `code :: meaning`), or a line of abstract and discussion.
  private mutating func take(_ line: Substring) {
    if let option = line.without(prefix: "-- "), let mark = option.byteRange(of: ": ") {
      let words = option[..<mark.lowerBound].split(bytes: " <")
      let value = words.count == 2 ? words[1].without(suffix: ">").map(String.init) : nil
      options[String(words[0])] = ArgumentHelp(String(option[mark.upperBound...]), valueName: value)
    } else if let mark = line.byteRange(of: ":: ") {
      examples.append((String(line[..<mark.lowerBound].without(suffix: " ") ?? ""), String(line[mark.upperBound...])))
    } else {
      lines.append(line)
    }
  }
}

/// A file of texts about commands, by the words behind the program's name, or by the type of options that several commands share. A text is read when
/// it is first asked for, because a run of the program needs those of one command.
package final class CommandTexts: Sendable {
  private let sections: [String: Substring]
  private let read = Mutex<[String: CommandText]>([:])

  fileprivate init(_ file: String) {
    // Each section begins with `== words`.
    let parts = "\n\(Embedded.help[file] ?? "")".split(bytes: "\n==")
    sections = Dictionary(
      uniqueKeysWithValues: parts.map { part in
        let end = part.utf8.firstIndex(of: 0x0A) ?? part.endIndex
        return (String(part[..<end].without(prefix: " ") ?? ""), part[end...].dropFirst())
      })
  }

  /// Whether somebody may read the texts: not while a command is made whose options are read by hand.
  @TaskLocal package static var areWanted = true

  package var names: [String] { Array(sections.keys) }

  package subscript(_ words: String) -> CommandText? {
    read.withLock { read in
      if read[words] == nil { read[words] = sections[words].map(CommandText.init) }
      return read[words]
    }
  }
}

extension CommandConfiguration {
  /// - Parameter words: the words that call the command; its texts stand under them in `Help/commands.txt`.
  package init(
    _ words: String, adding more: String = "", subcommands: [any ParsableCommand.Type] = [],
    defaultSubcommand: (any ParsableCommand.Type)? = nil, aliases: [String] = []
  ) {
    let text = CommandText.of[words] ?? CommandText("")
    self.init(
      commandName: words.split(scalar: " ").last.map(String.init), abstract: text.abstract,
      discussion: more.isEmpty ? text.discussion : text.discussion + "\n" + more, subcommands: subcommands,
      defaultSubcommand: defaultSubcommand, aliases: aliases)
  }
}

extension ArgumentHelp {
  /// - Parameter words: the words that call the command, or the type of the options.
  package static func of(_ words: String, _ name: String) -> ArgumentHelp {
    wanted((CommandText.ofRun[words] ?? CommandText.of[words])?.options[name] ?? "")
  }

  /// Help that takes time to make; empty in runs that never show it.
  package static func wanted(_ help: @autoclosure () -> ArgumentHelp) -> ArgumentHelp {
    CommandTexts.areWanted ? help() : ""
  }
}
