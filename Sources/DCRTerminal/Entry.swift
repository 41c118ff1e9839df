import ArgumentParser
import CProcess
import Catalogue
import FoundationEssentials
import Glibc
@_exported import Programs

/// Where the program begins and, whatever happens, ends: with an exit code that scripts may rely on.
@main enum Entry {
  static func main() async {
    // The parser would look at every command first.
    if CommandLine.arguments.dropFirst() == ["--version"] { return StandardOutput.line(ProductVersion.text) }
    // The memory holds keys and tokens.
    process_forbid_dumps()
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

  private static func report(_ error: any Error, _ language: Language) -> Int32 {
    if let app = error as? AppExit { return app.status }
    return ProgramEnd.report(error, of: DCRTerminalCommand.self, language)
  }
}
