import ArgumentParser
import Programs

/// `dcr-terminal`: the root of its commands. Without one it shows the app.
struct DCRTerminalCommand: AsyncParsableCommand {
  /// The product's version, as `--version` prints it.
  static let version = ProductVersion.text

  static let configuration = CommandConfiguration(
    commandName: "dcr-terminal",
    abstract: "A phone in your terminal that registers itself: Mobile Dynamic Client Registration, offline.",
    discussion: """
      Without a command it shows the app. It brings its own identity server and browser; sign in as demouser / Password1.
      Exit codes: 0 done, 64 wrong usage, 65 configuration or local data wrong, 69 server not reachable or its answer \
      wrong, 73 cannot write, 75 try again later, 77 refused, 130 interrupted.
      """, version: version,
    subcommands: [RunCommand.self, FlowCommand.self, ServeCommand.self] + AdministrationCommands.all + [
      AdminCommand.self, ConfigCommand.self, KeystoreCommand.self, KeysCommand.self, AgeCommand.self,
      OpenURICommand.self,
      URIHandlerCommand.self, DoctorCommand.self, RecordCommand.self, PlayCommand.self, GalleryCommand.self,
      ScriptCommand.self, FaultsCommand.self, ChecksCommand.self, LessonsCommand.self,
      ReplayCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
