import ArgumentParser

/// `clients`: shows the clients as the seed's SQL query does, and revokes them, as commands.
struct ClientsCommand: AsyncParsableCommand {
  static let configuration = AdministrationTopic.clients.command([
    List.self, Show.self, Revoke.self, Activate.self, Shorten.self, ExpireSecret.self, ChangeTemplate.self,
    Delete.self, Token.self,
  ])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every registered client.")
    @OptionGroup var access: AdministrationAccess
    @Option(help: "Only active or only revoked ones.") var status: ClientQuery.Status?
    @Option(help: ArgumentHelp("Only those that this user registered.", valueName: "user"))
    var owner: String?
    @Option(help: ArgumentHelp("Only the instances of this template.", valueName: "id"))
    var template: String?
    @Option(help: ArgumentHelp("Only those with this text in the client id, the name or the user.", valueName: "text"))
    var search: String?
    @Option(help: "By time of registration or of use, the newest first; or by name, owner or status.") var sort:
      ClientSort = .registered
    @Flag(help: "The other way round.") var reverse = false
    @Option(help: ArgumentHelp("No more than this many. (default: all)", valueName: "count")) var limit: Int?

    func validate() throws { if let limit, limit < 1 { throw ValidationError("a limit is a number from 1 on") } }

    func run() async throws {
      var query = ClientQuery(
        text: search, owner: owner, status: status, template: template, sort: sort,
        ascending: sort.isTime == reverse)
      let found = try await access.administer { administration in
        var found: [RegisteredClient] = []
        repeat {
          query.limit = min(limit.map { $0 - found.count } ?? .max, ClientQuery.maximumLimit)
          let page = try await administration.clients(query)
          found += page.elements
          query.after = page.next
        } while query.after != nil && found.count < limit ?? .max
        return found
      }
      let isFiltered = [search, owner, status?.rawValue, template].contains { $0 != nil }
      // The columns of the seed's query come first.
      access.list(
        found, ["client_id", "authenticated_user", "status", "registered", "last used"],
        nothing: isFiltered ? "There is no such client." : "No client has been registered yet."
      ) {
        [
          $0.id, $0.owner ?? "-", $0.status, written($0.registered), $0.lastUsed.map(written) ?? "never",
        ]
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one client and what it was granted.")
    @OptionGroup var one: OneClient
    func run() async throws {
      let (client, grants) = try await one.access.administer {
        (try await $0.client(one.id), try await $0.grants(of: one.id))
      }
      let report = client.report.setting("grants", .array(grants.map(\.report)))
      one.access.show(report, client.lines + (grants.isEmpty ? "" : "\n\n" + ClientGrant.table(grants)))
    }
  }

  struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Revoke a client: its next request is refused and its tokens are dead.")
    @OptionGroup var one: OneClient
    func run() async throws {
      try await one.change("is revoked; its next request is refused.") { try await $0.revokeClient(one.id) }
    }
  }

  struct Activate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a revoked client active again. Its old tokens stay dead.")
    @OptionGroup var one: OneClient
    func run() async throws {
      try await one.change("is active again; its old tokens stay dead.") { try await $0.activateClient(one.id) }
    }
  }

  /// For tests of a client that should refresh in time.
  struct Shorten: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shorten the life of the access tokens that a client gets from now on.",
      discussion: "A time that is longer than the server's own has no effect.")
    @OptionGroup var one: OneClient
    @Option(help: ArgumentHelp("How long they are good.", valueName: "seconds")) var accessToken =
      RegisteredClient.shortTokenLifetime

    func validate() throws {
      guard (1...86_400).contains(accessToken) else {
        throw ValidationError("a lifetime is a number of seconds from 1 to 86400")
      }
    }

    func run() async throws {
      try await one.change("gets access tokens for \(accessToken) s at most.") {
        try await $0.shortenAccessTokens(of: one.id, to: accessToken)
      }
    }
  }

  struct ExpireSecret: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let a client's secret expire now: it cannot authenticate any more. Its tokens stay as they are.")
    @OptionGroup var one: OneClient
    func run() async throws {
      try await one.change("has a secret that has expired; its next request is refused.") {
        try await $0.expireSecret(of: one.id)
      }
    }
  }

  struct ChangeTemplate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Make a client an instance of another template, whose metadata count at once. Its tokens stay as they are.")
    @OptionGroup var one: OneClient
    @Option(help: ArgumentHelp("The other template. (default: the next one by name)", valueName: "id"))
    var template: String?

    func run() async throws {
      try await one.change("is an instance of \(template ?? "another template") from now on.") {
        try await $0.changeTemplate(of: one.id, to: template)
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Delete a client with everything it was granted.")
    @OptionGroup var one: OneClient
    func run() async throws {
      try await one.access.administer { try await $0.deleteClient(one.id) }
      one.access.report("\(one.id) is deleted.", ["client_id": .string(one.id), "deleted": true])
    }
  }

  /// Issues a token for `registration: initial-access-token`.
  struct Token: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Issue an initial access token: it registers one client, once, without a login.")
    @OptionGroup var access: AdministrationAccess
    @Option(
      help: ArgumentHelp(
        "Write the token to this file, for you alone, instead of to standard output.", valueName: "file")) var output:
      String?
    @Option(help: ArgumentHelp("How long the token is good.", valueName: "seconds")) var lifetime = 3600

    func validate() throws {
      guard (1...31_536_000).contains(lifetime) else {
        throw ValidationError("a lifetime is a number of seconds from 1 to 31536000")
      }
    }

    func run() async throws {
      let path = output.map { AbsolutePath.of($0) }
      if let path { try SmallFile.checkPlace(of: path, orThrow: .tokenFileUnwritable) }
      let token = try await access.administer { try await $0.issueInitialAccessToken(lifetime: Double(lifetime)) }
      let life = JSON.Member("expires_in", .count(lifetime))
      guard let path else {
        let issued = JSON.Member("initial_access_token", .string(token.revealed))
        return access.show(.object([issued, life]), token.revealed)
      }
      try SmallFile.writeNamed(path, by: token.revealed + "\n", orThrow: .tokenFileUnwritable)
      access.report(
        "The token is in \(path). It registers one client, once.", .object([JSON.Member("file", .string(path)), life]))
    }
  }
}

struct OneClient: OneThing {
  @OptionGroup var access: AdministrationAccess
  @Argument(help: "The client's id.") var id: String

  func read(_ administration: Administration) async throws -> RegisteredClient { try await administration.client(id) }
}

extension RegisteredClient: Reported {
  var report: JSON {
    [
      "client_id": .string(id), "authenticated_user": .orNull(owner), "status": .string(status),
      "client_name": .orNull(name), "registered": .string(written(registered)),
      "last_used": .orNull(lastUsed.map(written)), "software_id": .orNull(template), "live_grants": .count(liveGrants),
      "access_token_lifetime": accessTokenLifetime.map(JSON.count) ?? .null, "secret_expires": .orNull(secretEnd),
      "metadata": metadata,
    ]
  }
}

extension RegisteredClient {
  /// `nil`: there is no secret.
  fileprivate var secretEnd: String? {
    secretExpiresAt.map { $0 == 0 ? "never" : written(Date(timeIntervalSince1970: TimeInterval($0))) }
  }
}

extension ClientGrant: Reported {
  var report: JSON {
    [
      "grant": .count(id), "user": .string(user), "scope": .string(scope.joined(separator: " ")),
      "created": .string(written(created)), "live_tokens": .count(liveTokens), "session": .orNull(session),
    ]
  }

  fileprivate static func table(_ grants: [ClientGrant]) -> String {
    let rows = grants.map {
      [
        "\($0.id)", $0.user, $0.scope.joined(separator: " "), written($0.created), "\($0.liveTokens)",
        $0.session ?? "-",
      ]
    }
    return Columns.text([["grant", "user", "scope", "created", "live tokens", "session"]] + rows)
  }
}
