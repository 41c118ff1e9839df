import ArgumentParser
import Catalogue

/// `dcr-terminal`: the root of its commands. Without one it shows the app.
struct DCRTerminalCommand: AsyncParsableCommand {
  /// The product's version, as `--version` prints it.
  static let version = "1.0.0"

  static let configuration = CommandConfiguration(
    commandName: "dcr-terminal", abstract: Phrase.commandAbstract.english,
    discussion: Phrase.commandDiscussion.english, version: version,
    subcommands: [
      RunCommand.self, FlowCommand.self, ServeCommand.self, ClientsCommand.self, UsersCommand.self,
      SessionsCommand.self, TemplatesCommand.self, DevicesCommand.self, PushCommand.self,
      KeystoreCommand.self, AgeCommand.self, OpenURICommand.self, URIHandlerCommand.self, DoctorCommand.self,
      RecordCommand.self, PlayCommand.self, GalleryCommand.self, ScriptCommand.self, FaultsCommand.self,
      ChecksCommand.self, ReplayCommand.self,
    ],
    defaultSubcommand: RunCommand.self)
}
