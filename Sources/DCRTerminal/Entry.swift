import ArgumentParser
import Catalogue
import FoundationEssentials
import Glibc
import TerminalUI

/// Where the program begins and, whatever happens, ends: with an exit code that scripts may rely on.
@main enum Entry {
  static func main() async {
    // The memory holds keys and tokens.
    CoreDumps.forbid()
    // A reader that went away is an error of the write, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    var language = Language.english
    do {
      var command = try command(Array(CommandLine.arguments.dropFirst()))
      language = spoken(by: command)
      if var waiting = command as? any AsyncParsableCommand {
        try await waiting.run()
      } else {
        try command.run()
      }
    } catch {
      exit(Entry.report(error, language))
    }
  }

  private static func spoken(by command: any ParsableCommand) -> Language {
    (command as? any Speaking)?.language ?? .english
  }

  private static func command(_ words: [String]) throws -> sending any ParsableCommand {
    if let quick = QuickStart.command(words) { return quick }
    return try DCRTerminalCommand.parseAsRoot(words)
  }

  /// Says what failed where it belongs, and returns the exit code. A request for help or the version is no failure.
  ///
  /// What the parser has to say about the words of a command line is English, as its help is.
  static func report(_ error: any Error, _ language: Language = .english) -> Int32 {
    if let failure = error as? CommandError {
      StandardError.write(failure.report(Catalogue(language)))
      return failure.status.rawValue
    }
    if let status = error as? ExitStatus { return status.rawValue }
    if let app = error as? AppExit { return app.status }
    let parsed = DCRTerminalCommand.exitCode(for: error)
    if parsed == .success {
      StandardOutput.line(DCRTerminalCommand.fullMessage(for: error))
      return 0
    }
    guard parsed == .validationFailure else {
      StandardError.write(CommandError(.unexpected, ["detail": "\(error)"]).report())
      return ExitStatus.unavailable.rawValue
    }
    let message = DCRTerminalCommand.message(for: error)
    StandardError.write(CommandError(.usage, ["detail": message]).report())
    return ExitStatus.usage.rawValue
  }
}
