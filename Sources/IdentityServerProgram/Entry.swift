// The rooms that most files of the program speak of are exported to all of them.
import ArgumentParser
import CProcess
@_exported import Foundation
@_exported import IdentityServer
@_exported import Programs
@_exported import SharedValues
@_exported import SmallFiles

/// `dcr-identity-server`: runs the commands that `dcr-terminal` passes to it, with the same command line.
struct IdentityServerProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dcr-terminal", abstract: "The identity server of DCR Terminal, and its administration.",
    version: ProductVersion.text,
    subcommands: [
      ServeCommand.self, ClientsCommand.self, UsersCommand.self, SessionsCommand.self, TemplatesCommand.self,
      DevicesCommand.self, PushCommand.self, DatabaseCommand.self, RogueCommand.self,
      ServerFaultsCommand.self, ClientTestCommand.self, ChecksListCommand.self,
    ])

  /// The server starts often and is waited for, so its settings are read without the full parser.
  fileprivate static func command(_ words: [String]) throws -> any ParsableCommand {
    if words.first == "serve", let server = QuickReader.serve.read(words.dropFirst()) { return server }
    return try parseAsRoot(words)
  }
}

extension QuickReader<ServeCommand> {
  fileprivate static let serve = QuickReader(
    make: { ServeCommand() }, argument: required(ServerSettings.init(argument:)) { $0.settings = $1 })
}

@main enum Entry {
  static func main() async {
    process_fill_streams()
    // The memory holds keys and passwords.
    process_forbid_dumps()
    // A closed pipe must be a write error instead of ending the program.
    signal(SIGPIPE, SIG_IGN)
    ProgramStart.speakAsTheEnvironmentAsks()
    do {
      var command = try IdentityServerProgram.command(Array(CommandLine.arguments.dropFirst()))
      if var waiting = command as? any AsyncParsableCommand { try await waiting.run() } else { try command.run() }
      try StandardOutput.check()
    } catch {
      let words = Array(CommandLine.arguments.dropFirst())
      exit(ProgramEnd.report(CommandError.of(error), of: IdentityServerProgram.self, words))
    }
  }
}

extension ServerSettings: ExpressibleByArgument {
  public init?(argument: String) { self.init(json: argument) }
}

extension EmbeddedServerOptions: ExpressibleByArgument {
  public init?(argument: String) { self.init(json: argument) }
}

extension Decodable {
  fileprivate init?(json: String) {
    guard let value = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
    self = value
  }
}
