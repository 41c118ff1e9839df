import ArgumentParser

/// `sessions`: the browsers that are signed in to the embedded server.
struct SessionsCommand: AsyncParsableCommand {
  static let configuration = AdministrationTopic.sessions.command([List.self, End.self])

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List every session.")
    @OptionGroup var access: AdministrationAccess
    @Option(help: ArgumentHelp("Only this user's.", valueName: "name")) var user: String?
    func run() async throws {
      let sessions = try await access.administer { try await $0.sessions(of: user) }
      access.list(
        sessions, ["session", "user", "since", "last used", "until", "grants", "browser"],
        nothing: user == nil ? "No browser is signed in." : "There is no such session."
      ) {
        [
          $0.id, $0.user, written($0.created), $0.lastUsed.map(written) ?? "never", written($0.expires),
          "\($0.liveGrants)", $0.userAgent ?? "-",
        ]
      }
    }
  }

  struct End: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "End a session: the browser's next login asks for the password.")
    @OptionGroup var access: AdministrationAccess
    @Argument(help: "The session's handle, as the list shows it.") var handle: String
    @Flag(help: "Also revoke the codes and tokens that apps got in it.") var revokeGrants = false
    func run() async throws {
      try await access.administer { try await $0.endSession(handle, revokingGrants: revokeGrants) }
      access.report(
        "The session \(handle) has ended.",
        ["session": .string(handle), "ended": true, "grants_revoked": .bool(revokeGrants)])
    }
  }
}

extension UserSession: Reported {
  var report: JSON {
    [
      "session": .string(id), "user": .string(user), "created": .string(written(created)),
      "last_used": .orNull(lastUsed.map(written)), "expires": .string(written(expires)),
      "live_grants": .count(liveGrants), "user_agent": .orNull(userAgent),
    ]
  }
}
