import ArgumentParser
import ForeignText

/// A word that stands where a command's name should: the parser itself does not say which names there are, and shows the help of what it
/// does know to who asks for another.
enum UnknownCommand {
  /// - Returns: `usage`, with the names that there are; `nil` where every command that is named exists.
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
  /// Whether the word is its name or one of its other names.
  package static func isCalled(_ word: String) -> Bool { _commandName == word || configuration.aliases.contains(word) }
}
