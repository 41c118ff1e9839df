import ArgumentParser
import Catalogue
import Foundation
import IdentityServer
import SharedValues

/// `clients`: what the seed's SQL query shows, and the revocation that an administrator does there, as commands.
struct ClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: Phrase.clientsAbstract.english,
    subcommands: [List.self, Show.self, Revoke.self, Activate.self, Delete.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsListAbstract.english)
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: ClientsOutput

    func run() async throws {
      let clients = try await administer(global) { try await $0.list() }
      if output.json { return StandardOutput.line(JSON.array(clients.map(ClientReport.object)).line) }
      StandardOutput.line(ClientReport.table(clients))
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsShowAbstract.english)
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: ClientsOutput
    @Argument(help: ArgumentHelp(Phrase.argumentClientID.english)) var id: String

    func run() async throws {
      let client = try await administer(global) { try await $0.show(id) }
      StandardOutput.line(output.json ? ClientReport.object(client).line : ClientReport.lines(client))
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsRevokeAbstract.english)
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: ClientsOutput
    @Argument(help: ArgumentHelp(Phrase.argumentClientID.english)) var id: String

    func run() async throws {
      let client = try await administer(global) {
        try await $0.revoke(id)
        return try await $0.show(id)
      }
      output.report(.clientRevoked, id, ClientReport.object(client))
    }
  }

  struct Activate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsActivateAbstract.english)
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: ClientsOutput
    @Argument(help: ArgumentHelp(Phrase.argumentClientID.english)) var id: String

    func run() async throws {
      let client = try await administer(global) {
        try await $0.activate(id)
        return try await $0.show(id)
      }
      output.report(.clientActivated, id, ClientReport.object(client))
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsDeleteAbstract.english)
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: ClientsOutput
    @Argument(help: ArgumentHelp(Phrase.argumentClientID.english)) var id: String

    func run() async throws {
      try await administer(global) { try await $0.delete(id) }
      output.report(.clientDeleted, id, ["client_id": .string(id), "deleted": true])
    }
  }

  /// Works on the database itself, whether the server runs or not.
  static func administer<Answer>(
    _ global: GlobalOptions, _ work: (ClientAdministration) async throws -> Answer
  ) async throws -> Answer {
    let data = try global.dataDirectory()
    do {
      return try await work(try ClientAdministration(databasePath: data.serverDatabase))
    } catch let error as IdentityServerError {
      throw CommandError(error)
    } catch {
      throw CommandError(
        "server_database_damaged", ["path": data.serverDatabase, "detail": AbsolutePath.reason(of: error)])
    }
  }
}

private func administer<Answer>(
  _ global: GlobalOptions, _ work: (ClientAdministration) async throws -> Answer
) async throws -> Answer { try await ClientsCommand.administer(global, work) }

struct ClientsOutput: ParsableArguments {
  @Flag(help: ArgumentHelp(Phrase.optionJSON.english))
  var json = false

  func report(_ phrase: Phrase, _ id: String, _ object: JSON) {
    StandardOutput.line(json ? object.line : CommandError.line(Catalogue()(phrase, ["client": id])))
  }
}

extension CommandError {
  init(_ error: IdentityServerError) {
    // The dispatch of URIs has a code of that name too.
    let code = error.code == .cannotListen ? "server_cannot_listen" : error.code.rawValue
    self.init(code, ["received": error.subject, "path": error.subject, "detail": error.detail])
  }
}
