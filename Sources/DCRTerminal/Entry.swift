// The rooms that the app is put together from are exported to all its files, as most speak of several.
@_exported import AppConfiguration
@_exported import AppState
@_exported import ArgumentParser
@_exported import Automation
@_exported import Catalogue
@_exported import Edge
@_exported import Evidence
@_exported import Faults
@_exported import FoundationEssentials
@_exported import HTTPTransport
@_exported import Keystore
@_exported import Labs
@_exported import Logging
@_exported import OAuthClient
@_exported import Programs
@_exported import Screens
@_exported import SharedValues
@_exported import SmallFiles
@_exported import TerminalUI
@_exported import UserAgents
@_exported import Workshop
import CProcess
import Glibc

/// The start of the program, and its only end: with an exit code that scripts may rely on.
@main enum Entry {
  static func main() async {
    process_fill_streams()
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
      if let language = language(of: command) { Language.ofProcess = language }
      try OpenFiles.raiseLimit(to: OpenFiles.usual)
      if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
      try StandardOutput.check()
    } catch let app as AppExit { exit(app.status) } catch {
      exit(ProgramEnd.report(error, of: DCRTerminalCommand.self, words))
    }
  }

  private static func language(of command: any ParsableCommand) -> Language? {
    (command as? any LocalizedCommand)?.language
  }

  private static func command(_ words: [String]) throws -> sending any ParsableCommand {
    if let quick = QuickStart.command(words) { return quick }
    return try DCRTerminalCommand.parseAsRoot(words)
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

struct DCRTerminalCommand: AsyncParsableCommand {
  static let version = ProductVersion.text

  static let configuration = CommandConfiguration(
    commandName: "dcr-terminal",
    abstract: "A phone in your terminal that registers itself: Mobile Dynamic Client Registration, offline.",
    discussion: """
      Without a command it shows the app, as run does, and takes the options of run. It brings its own identity server and browser; sign in \
      as demouser / Password1.
      """, version: version,
    groupedSubcommands: [
      CommandGroup(name: "Show", subcommands: [RunCommand.self, RecordCommand.self, PlayCommand.self]),
      CommandGroup(
        name: "Server", subcommands: [ServeCommand.self] + AdministrationCommands.all.map { $0 } + [AdminCommand.self]),
      CommandGroup(
        name: "Phone",
        subcommands: [
          FlowCommand.self, ConfigCommand.self, KeystoreCommand.self, KeysCommand.self, AgeCommand.self,
          OpenURICommand.self, URIHandlerCommand.self,
        ]),
      CommandGroup(
        name: "Test",
        subcommands: [
          DoctorCommand.self, ClientTestCommand.self, ServerTestCommand.self, ScriptCommand.self, FaultsCommand.self,
          ChecksCommand.self, ReplayCommand.self,
          GalleryCommand.self,
        ]),
      CommandGroup(name: "Learn", subcommands: [LessonsCommand.self, DocsCommand.self]),
    ],
    defaultSubcommand: RunCommand.self)
}
