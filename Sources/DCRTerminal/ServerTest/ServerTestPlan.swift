import ServerTest

/// What `server-test` says before it begins, and what it says of what stays.
struct ServerTestPlan {
  let facts: ServerFacts
  let checks: [ServerCheck]
  let pins: [String: IPAddress]
  let rate: Int
  let user: String?
  let person: Bool
  let access: RegistrationAccess
  let folder: String

  var text: String {
    let hosts = facts.hosts.map { host in pins[host].map { "\(host) (\($0.text))" } ?? host }
    let lines = [
      "The plan for \(facts.issuer):",
      "  \(checks.count == 1 ? "1 check" : "\(checks.count) checks"), at most \(TestBudget.mostRequests) requests, one at a time, \(rate) a second, to \(hosts.joined(separator: ", "))",
      "  clients: \(clients)", "  login: \(login)",
      "  afterwards: \(cleaning)",
    ]
    let leftOut = facts.leftOut.map { "  left out: \($0.member), because \($0.why)" }
    return (lines + leftOut).map { ($0.hasPrefix(bytes: "  ") ? "  " : "") + CommandError.line($0) }
      .joined(separator: "\n")
  }

  private var clients: String {
    let made = "at most \(TestBudget.mostClients) are made, named “dcr-terminal test” and the date"
    switch access {
    case .open: return "\(made), without a token"
    case .token: return "\(made), with your initial access token"
    case .login(let id, _): return "\(made), each with a token that \(id) gets by a login"
    case .client(let client): return "none is made; yours, \(client.id), is used, and one wrong secret is sent for it"
    }
  }

  private var cleaning: String {
    if case .client = access { return "yours is left as it is" }
    return "the clients are deleted; their journal is in \(folder), for --clean after an interruption"
  }

  private var login: String {
    if let user {
      return
        "as \(user); the browser's process posts the password at most \(TestBudget.mostPasswords) times, then uses its cookies"
    }
    return person ? "you log in once, in the browser" : "nobody logs in, so that most checks are not seen"
  }

  /// What came in place of metadata.
  static func found(_ response: HTTPResponse) -> String {
    let isPage = response.contentType == "text/html"
    return (isPage ? "a page" : response.status == 200 ? "something that is not a JSON object" : "an answer")
      + " (status \(response.status))"
  }

  /// What the run knows of the server, for the report.
  static func facts(_ facts: ServerFacts) -> JSON {
    let found = ServerFacts.Endpoint.allCases.filter { facts[$0] != nil }.map(\.rawValue)
    return ["endpoints": .strings(found), "left_out": .strings(facts.leftOut.map(\.member))]
  }

  static func remarks(_ left: [TestJournal.Entry], _ issuer: String, _ folder: String) -> [String] {
    guard !left.isEmpty else { return [] }
    let canBeDeleted = left.contains { $0.uri != nil && $0.token != nil && !$0.isRefused }
    let advice =
      canBeDeleted
      ? "Try `dcr-terminal server-test --clean \(issuer)`, or ask its administrator."
      : "Ask its administrator to delete what you do not want to leave there."
    let lines = left.map { entry in
      let why =
        entry.isRefused
        ? "the server refuses the token to delete it with (401), so that it may be gone or not"
        : entry.uri == nil || entry.token == nil
          ? "the server gave no address at its registration endpoint's origin, or no token, to delete it with"
          : "it was not deleted"
      return "  client \(CommandError.line(entry.client)): \(why)"
    }
    return ["What stays at the server:"] + lines + ["\(advice) The journal is in \(folder)"]
  }
}
