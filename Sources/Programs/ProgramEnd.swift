import ArgumentParser
import Catalogue

package enum ProgramStart {
  /// Sets the language of errors and warnings to the environment's, unless the command line names another.
  package static func speakAsTheEnvironmentAsks() { Language.ofProcess = .ofEnvironment }
}

package enum ProgramEnd {
  /// Reports the error and returns the exit code. A request for help or the version is not an error; the parser's messages are in English.
  package static func report(_ error: any Error, of root: any ParsableCommand.Type, _ words: [String]) -> Int32 {
    if let failure = error as? CommandError { return end(failure) }
    if let status = error as? ExitStatus { return status.rawValue }
    let parsed = root.exitCode(for: error)
    if let unknown = UnknownCommand.error(in: words, of: root) { return end(unknown) }
    if parsed == .success {
      do throws(CommandError) {
        let text = try CompletionScript.harmless(root.fullMessage(for: error))
        StandardOutput.line(CommandHelp.completing(text, of: root._commandName))
        try StandardOutput.check()
        return 0
      } catch { return report(error, of: root, words) }
    }
    guard parsed == .validationFailure else { return end(CommandError(.unexpected, ["detail": "\(error)"])) }
    let detail = root.message(for: error) + (LateCommand.remark(in: words, of: root) ?? "")
    return end(CommandError(.usage, ["detail": detail]))
  }

  private static func end(_ failure: CommandError) -> Int32 {
    StandardError.write(failure.report())
    return failure.status.rawValue
  }
}

/// Finds a wrong word in place of a command's name: the parser lists no names, and answers `help` about an unknown command with a known one's.
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
        return CommandError(.usage, ["detail": "“\(word)” is not a command of \(path): \(known)"])
      }
      (command, path) = (next, path + " " + word)
    }
    return nil
  }
}

/// Finds a command behind options: the default command takes it for an argument, and the parser calls it unexpected.
enum LateCommand {
  /// - Returns: what to write instead; `nil`: the options are not in front of a command.
  static func remark(in words: [String], of root: any ParsableCommand.Type) -> String? {
    guard let first = words.first, first.hasPrefix(bytes: "-"), !first.hasPrefix(bytes: "---"),
      root.configuration.defaultSubcommand != nil,
      let name = words.first(where: { word in root.configuration.subcommands.contains { $0.isCalled(word) } })
    else { return nil }
    return "; options come after the command: \(root._commandName) \(name) …"
  }
}

extension ParsableCommand {
  package static func isCalled(_ word: String) -> Bool { _commandName == word || configuration.aliases.contains(word) }
}
