import ArgumentParser

/// `users`: the users of the embedded server. Users from config.json are shown but can only be changed there.
struct UsersCommand: AsyncParsableCommand {
  static let configuration = AdministrationTopic.users.command([
    List.self, Show.self, Add.self, Change.self, Password.self, Activate.self, Deactivate.self, Delete.self,
  ])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every user.")
    @OptionGroup var access: AdministrationAccess
    @Option(help: ArgumentHelp("Only those with this text in names or address.", valueName: "text")) var search: String?
    func run() async throws {
      let users = try await access.administer { try await $0.users(text: search) }
      access.list(
        users, ["user", "name", "roles", "status", "origin", "sessions", "clients"],
        nothing: search == nil ? "There is no user yet." : "There is no such user."
      ) {
        [
          $0.name, $0.profile.fullName, $0.profile.roles.joined(separator: ","), $0.status.rawValue,
          $0.origin.rawValue, "\($0.liveSessions)", "\($0.activeClients)",
        ]
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show one user.")
    @OptionGroup var one: OneUser
    func run() async throws { try await one.show() }
  }

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a user.")
    @OptionGroup var one: OneUser
    @OptionGroup var profile: ProfileOptions
    @OptionGroup var file: PasswordOption
    func run() async throws {
      let password = try file.read()
      try await one.change("is added and can sign in.") {
        try await $0.addUser(one.id, password: password, profile.over(UserProfile()))
      }
    }
  }

  struct Change: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Change names, address or roles; what is not named stays.")
    @OptionGroup var one: OneUser
    @OptionGroup var profile: ProfileOptions
    func run() async throws {
      try await one.change("is changed.") {
        try await $0.changeUser(one.id, profile.over(try await $0.user(one.id).profile))
      }
    }
  }

  struct Password: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set a user's password and end the user's sessions and tokens.")
    @OptionGroup var one: OneUser
    @OptionGroup var file: PasswordOption
    func run() async throws {
      let password = try file.read()
      try await one.change("has a new password; the old sessions and tokens have ended.") {
        try await $0.setPassword(password, of: one.id)
      }
    }
  }

  struct Activate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Let a deactivated user sign in again. What was revoked stays so.")
    @OptionGroup var one: OneUser
    func run() async throws {
      try await one.change("can sign in again; revoked clients stay revoked.") { try await $0.activateUser(one.id) }
    }
  }

  struct Deactivate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Deactivate a user: sessions and grants end, and the user's clients are revoked.")
    @OptionGroup var one: OneUser
    func run() async throws {
      try await one.change("is deactivated; sessions, grants and clients have ended.") {
        try await $0.deactivateUser(one.id)
      }
    }
  }

  struct Delete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete a user with sessions and grants, and revoke the user's clients for good.")
    @OptionGroup var one: OneUser
    func run() async throws {
      try await one.access.administer { try await $0.deleteUser(one.id) }
      one.access.report(
        "\(one.id) is deleted, and every client of that name revoked.", ["user": .string(one.id), "deleted": true])
    }
  }
}

struct OneUser: OneThing {
  @OptionGroup var access: AdministrationAccess
  @Argument(help: ArgumentHelp("The user's name.", valueName: "name")) var id: String

  func read(_ administration: Administration) async throws -> RegisteredUser { try await administration.user(id) }
}

/// A password comes from a file, because other users can read the command line.
struct PasswordOption: ParsableArguments {
  @Option(help: ArgumentHelp("File whose first line is the password.", valueName: "file")) var passwordFile: String

  func read() throws(CommandError) -> Secret { Secret(try PasswordFile.read(AbsolutePath.of(passwordFile))) }
}

struct ProfileOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Given name.", valueName: "name")) var givenName: String?
  @Option(help: ArgumentHelp("Family name.", valueName: "name")) var familyName: String?
  @Option(help: ArgumentHelp("Email address.", valueName: "address")) var email: String?
  @Option(help: ArgumentHelp("Roles, separated by commas; empty for none.", valueName: "role,…")) var roles: String?

  /// The known profile, with the members from the command line replaced.
  func over(_ known: UserProfile) -> UserProfile {
    UserProfile(
      givenName: givenName ?? known.givenName, familyName: familyName ?? known.familyName, email: email ?? known.email,
      roles: roles.map(UserProfile.roles(in:)) ?? known.roles)
  }
}

extension RegisteredUser: Reported {
  var report: JSON {
    [
      "user": .string(name), "given_name": .string(profile.givenName), "family_name": .string(profile.familyName),
      "email": .string(profile.email), "roles": .strings(profile.roles), "status": .string(status.rawValue),
      "origin": .string(origin.rawValue), "live_sessions": .count(liveSessions),
      "active_clients": .count(activeClients),
    ]
  }
}
