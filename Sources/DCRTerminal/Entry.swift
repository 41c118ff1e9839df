@_exported import AppConfiguration
@_exported import AppState
import ArgumentParser
import CProcess
@_exported import Catalogue
@_exported import Edge
import Glibc
@_exported import Workshop

/// The start of the program, and its only end: with an exit code that scripts may rely on.
@main enum Entry {
  static func main() async {
    // No core dumps, because the memory contains keys and tokens.
    process_forbid_dumps()
    // A closed pipe should be an error of the write, not end the program.
    signal(SIGPIPE, SIG_IGN)
    ProgramStart.speakAsTheEnvironmentAsks()
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      // The parser would inspect every command first.
      if words == ["--version"] {
        StandardOutput.line(ProductVersion.text)
        return try StandardOutput.check()
      }
      var command = try command(words)
      if let localized = command as? any LocalizedCommand { Language.ofProcess = localized.language }
      if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
      try StandardOutput.check()
    } catch { exit(Entry.report(error, words)) }
  }

  private static func command(_ words: [String]) throws -> sending any ParsableCommand {
    if let quick = QuickStart.command(words) { return quick }
    return try DCRTerminalCommand.parseAsRoot(words)
  }

  private static func report(_ error: any Error, _ words: [String]) -> Int32 {
    if let app = error as? AppExit { return app.status }
    return ProgramEnd.report(error, of: DCRTerminalCommand.self, words)
  }
}

/// A command with `--lang`, in whose language its errors are written. All other commands use the language of the environment.
protocol LocalizedCommand { var language: Language { get } }

extension RunCommand: LocalizedCommand { var language: Language { look.language } }

extension GalleryCommand: LocalizedCommand {
  /// The language of messages: the requested one; English when several were requested.
  var language: Language { lang.count == 1 ? lang[0] : .english }
}

extension RecordCommand: LocalizedCommand { var language: Language { app.look.language } }
