import ArgumentParser
import ForeignText

/// Finds a wrong word in place of a command's name. The parser does not list the names that exist, and answers `help` about an unknown command with
/// the help of a known one.
enum UnknownCommand {
  /// - Returns: `usage` with the existing names; `nil`: every named command exists.
  static func error(in words: [String], of root: any ParsableCommand.Type) -> CommandError? {
    let isHelp = words.first == "help"
    var (command, path) = (root, root._commandName)
    for word in words.dropFirst(isHelp ? 1 : 0) {
      let inner = command.configuration.subcommands
      guard !word.hasPrefix(bytes: "-"), isHelp || !inner.isEmpty else { return nil }
      guard let next = inner.first(where: { $0.isCalled(word) }) else {
        let names = inner.filter { $0.configuration.shouldDisplay }.map { $0._commandName }.joined(separator: ", ")
        let known = names.isEmpty ? "it has none" : "there are \(names)"
        return CommandError(.usage, ["detail": "“\(word)” is no command of \(path): \(known)"])
      }
      (command, path) = (next, path + " " + word)
    }
    return nil
  }
}

extension ParsableCommand {
  /// Whether the word is the command's name or an alias.
  package static func isCalled(_ word: String) -> Bool { _commandName == word || configuration.aliases.contains(word) }
}
