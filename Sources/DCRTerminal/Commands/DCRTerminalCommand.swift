import ArgumentParser

/// `dcr-terminal`: the root of the commands. Without a command it shows the app.
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
          DoctorCommand.self, ScriptCommand.self, FaultsCommand.self, ChecksCommand.self, ReplayCommand.self,
          GalleryCommand.self,
        ]),
      CommandGroup(name: "Learn", subcommands: [LessonsCommand.self, DocsCommand.self]),
    ],
    defaultSubcommand: RunCommand.self)
}
