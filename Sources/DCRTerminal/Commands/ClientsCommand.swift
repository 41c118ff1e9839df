import AgeFormat
import ArgumentParser
import Catalogue
import Foundation
import IdentityServer
import SharedValues

/// `clients`: what the seed's SQL query shows, and the revocation that an administrator does there, as commands.
struct ClientsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: Phrase.clientsAbstract.english,
    subcommands: [List.self, Show.self, Revoke.self, Activate.self, Delete.self, Token.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsListAbstract.english)
    @OptionGroup var clients: ClientsAccess
    @Option(help: ArgumentHelp(Phrase.optionClientStatus.english)) var status: ClientQuery.Status?
    @Option(help: ArgumentHelp(Phrase.optionClientOwner.english, valueName: "user")) var owner: String?
    @Option(help: ArgumentHelp(Phrase.optionClientTemplate.english, valueName: "id")) var template: String?
    @Option(help: ArgumentHelp(Phrase.optionClientSearch.english, valueName: "text")) var search: String?
    @Option(help: ArgumentHelp(Phrase.optionClientSort.english)) var sort: ClientQuery.Sort = .registered
    @Flag(help: ArgumentHelp(Phrase.optionClientReverse.english)) var reverse = false
    @Option(help: ArgumentHelp(Phrase.optionClientLimit.english, valueName: "count")) var limit: Int?

    func validate() throws {
      if let limit, limit < 1 { throw ValidationError(Phrase.wrongClientLimit.english) }
    }

    func run() async throws {
      var query = ClientQuery(
        text: search, owner: owner, status: status, template: template, sort: sort,
        ascending: (sort != .registered && sort != .lastUsed) != reverse)
      let found = try await clients.administer { administration in
        var found: [RegisteredClient] = []
        repeat {
          query.limit = min(limit.map { $0 - found.count } ?? .max, ClientQuery.maximumLimit)
          let page = try await administration.list(query)
          found += page.elements
          query.after = page.next
        } while query.after != nil && found.count < limit ?? .max
        return found
      }
      StandardOutput.line(
        clients.json ? JSON.array(found.map(ClientReport.object)).line : ClientReport.table(found))
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsShowAbstract.english)
    @OptionGroup var one: OneClient

    func run() async throws {
      let (client, grants) = try await one.clients.administer {
        (try await $0.show(one.id), try await $0.grants(of: one.id))
      }
      StandardOutput.line(
        one.clients.json
          ? ClientReport.object(client, grants).line : ClientReport.lines(client) + ClientReport.table(grants))
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsRevokeAbstract.english)
    @OptionGroup var one: OneClient

    func run() async throws { try await one.change(.clientRevoked) { try await $0.revoke(one.id) } }
  }

  struct Activate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsActivateAbstract.english)
    @OptionGroup var one: OneClient

    func run() async throws { try await one.change(.clientActivated) { try await $0.activate(one.id) } }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsDeleteAbstract.english)
    @OptionGroup var one: OneClient

    func run() async throws {
      try await one.clients.administer { try await $0.delete(one.id) }
      one.report(.clientDeleted, ["client_id": .string(one.id), "deleted": true])
    }
  }

  /// What an administrator hands out for `registration: initial-access-token`.
  struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: Phrase.clientsTokenAbstract.english)
    @OptionGroup var clients: ClientsAccess
    @Option(help: ArgumentHelp(Phrase.optionTokenOutput.english, valueName: "file")) var output: String?
    @Option(help: ArgumentHelp(Phrase.optionTokenLifetime.english, valueName: "seconds")) var lifetime = 3600

    func validate() throws {
      guard (1...31_536_000).contains(lifetime) else { throw ValidationError(Phrase.wrongTokenLifetime.english) }
    }

    func run() async throws {
      let token = try await clients.administer { try await $0.issueInitialAccessToken(lifetime: Double(lifetime)) }
      guard let output else { return StandardOutput.line(token.revealed) }
      let path = AbsolutePath.of(output)
      do {
        let file = try AtomicFile(path)
        try file.write(Array((token.revealed + "\n").utf8))
        try file.commit()
      } catch {
        throw CommandError(.tokenFileUnwritable, ["path": path, "detail": error.detail])
      }
      StandardOutput.line(Catalogue()(.tokenWritten, ["path": path]))
    }
  }
}

/// The clients of a data directory. Works on the database itself, whether the server runs or not.
struct ClientsAccess: ParsableArguments {
  @OptionGroup var global: GlobalOptions

  @Flag(help: ArgumentHelp(Phrase.optionJSON.english))
  var json = false

  func administer<Answer>(_ work: (ClientAdministration) async throws -> Answer) async throws -> Answer {
    let data = try global.dataDirectory(making: false)
    do {
      return try await work(try ClientAdministration(databasePath: data.serverDatabase))
    } catch let error as IdentityServerError {
      throw CommandError(error)
    } catch {
      throw CommandError(
        IdentityServerError.Code.databaseDamaged,
        ["path": data.serverDatabase, "detail": AbsolutePath.reason(of: error)])
    }
  }
}

/// One of them, named on the command line.
struct OneClient: ParsableArguments {
  @OptionGroup var clients: ClientsAccess

  @Argument(help: ArgumentHelp(Phrase.argumentClientID.english))
  var id: String

  /// Changes it and shows it as it is then.
  func change(_ phrase: Phrase, _ work: (ClientAdministration) async throws -> Void) async throws {
    let client = try await clients.administer {
      try await work($0)
      return try await $0.show(id)
    }
    report(phrase, ClientReport.object(client))
  }

  func report(_ phrase: Phrase, _ object: JSON) {
    StandardOutput.line(clients.json ? object.line : CommandError.line(Catalogue()(phrase, ["client": id])))
  }
}

extension CommandError {
  init(_ error: IdentityServerError) {
    self.init(error.code, ["received": error.subject, "path": error.subject, "detail": error.detail])
  }
}
