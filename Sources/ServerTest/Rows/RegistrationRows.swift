import Glibc
import LocalSockets
import SharedValues

/// Judges the answers to registrations (RFC 7591).
enum RegistrationJudge {
  /// RFC 7591 §3.2.1.
  static func shape(_ answer: Answer) -> Finding {
    let json = answer.json
    var missing: [String] = []
    if json?["client_id"]?.stringValue == nil { missing.append("client_id") }
    if json?["client_secret"] != nil, json?["client_secret_expires_at"]?.intValue == nil {
      missing.append("client_secret_expires_at")
    }
    guard missing.isEmpty else { return Finding(.careless, "missing: " + missing.joined(separator: ", ")) }
    // Only the example of the standard has it.
    let caching = answer.response?.headers[all: "Cache-Control"].joined(separator: ",").lowercased() ?? ""
    guard caching.contains("no-store") else {
      return Finding(.doubtful, "the answer may be kept by a cache: it has no Cache-Control: no-store")
    }
    return Finding(
      .careful, answer.status == 201 ? "the answer is complete" : "complete, with status \(answer.status) for 201")
  }

  static let statementName = "named by an unsigned statement"

  /// RFC 7591 §3.1.1: what an unsigned statement claims must not come back as registered.
  static func statement(_ answer: Answer, twin: Judged?) -> Finding {
    let judged = answer.judged()
    guard judged.isAccepted else { return TwinJudgement.finding(judged, twin: twin, "an unsigned software statement") }
    return answer.text("client_name") == statementName
      ? Finding(.careless, "the client has the name that the unsigned statement claims")
      : Finding(.careful, "the server ignored the unsigned statement")
  }
}

extension ServerTester {
  func registrationRow(_ id: ServerCheck.ID) async throws(TestStop) -> Finding {
    try await clients.prepare()
    let good = clients.metadata(clients.usualMethod)
    let redirect = TestClient.redirects[0]
    switch id {
    case .registrationShape:
      let registrations = await clients.registrations
      guard !registrations.isEmpty else { return .notSeen("no registration succeeded") }
      return .worst(of: registrations.map(RegistrationJudge.shape))
    case .tokenTwice: return try await tokenTwice(good)
    case .withoutToken:
      guard clients.needsToken else { return openToEverybody }
      return try await offence(good, with: .none, "a registration without a token")
    case .junkToken:
      let junk = TestClients.Token.text(Secret(TestRandom.text()))
      guard !clients.needsToken else { return try await offence(good, with: junk, "a random registration token") }
      let judged = try await clients.register(good, junk).0.judged()
      return judged.isAccepted ? openToEverybody : Finding(.careful, "the server refused a random registration token")
    case .fragment:
      return try await offence(
        good.setting("redirect_uris", [.string(redirect + "#x")]), "a redirect URI with a fragment")
    case .scriptRedirect:
      let script = good.setting("redirect_uris", ["javascript:alert(1)"])
      let data = good.setting("redirect_uris", ["data:text/html,x"])
      let first = try await offence(script, "a redirect URI with javascript:")
      return .worst(of: [first, try await offence(data, "a redirect URI with data:")])
    case .foreignHTTP:
      return try await offence(
        good.setting("redirect_uris", ["http://a.example/callback"]), "http://a.example/callback as a redirect URI")
    case .noRedirect: return try await noRedirect(good.setting("redirect_uris", nil))
    case .extraMembers:
      let document = good.setting("x_odd", "1").setting("resource", "https://a.example/")
      let judged = try await clients.register(document).0.judged()
      return TwinJudgement.accepting(
        judged, twin: judged.isAccepted ? nil : try await clients.registrationTwin(),
        "a registration with unknown members")
    case .unsignedStatement:
      let claims: JSON = ["iss": "https://a.example", "client_name": .string(RegistrationJudge.statementName)]
      let statement = TestKey().jws(["typ": "JWT"], claims, .none)
      let answer = try await clients.register(good.setting("software_statement", .string(statement))).0
      let isAccepted = answer.judged().isAccepted
      return RegistrationJudge.statement(answer, twin: isAccepted ? nil : try await clients.registrationTwin())
    case .inwardFetch: return try await inwardFetch(good)
    default: return .notSeen("")
    }
  }

  private var openToEverybody: Finding {
    Finding(.careful, "the server is open: everybody may register, which is lawful")
  }

  private func offence(
    _ document: JSON, with token: TestClients.Token = .own, _ what: String
  ) async throws(TestStop) -> Finding {
    let judged = try await clients.register(document, token).0.judged()
    return try await finding(judged, what, beside: try await clients.registrationTwin())
  }

  private func tokenTwice(_ good: JSON) async throws(TestStop) -> Finding {
    guard let token = try await clients.registrationToken() else { return .notSeen("no registration token came") }
    var twin = await clients.registrations.first { $0.outcome() == .accepted }?.judged()
    if case .login = clients.access { twin = try await clients.register(good).0.judged() }
    let judged = try await clients.register(good, .text(token)).0.judged()
    if judged.isAccepted { return Finding(.careful, "the server takes a token more than once, which is lawful") }
    return TwinJudgement.finding(judged, twin: twin, "a token that has registered a client")
  }

  private func noRedirect(_ document: JSON) async throws(TestStop) -> Finding {
    let what = "a registration without a redirect URI"
    let (answer, client) = try await clients.register(document)
    let judged = answer.judged()
    guard judged.isAccepted, var client else {
      return try await finding(judged, what, beside: try await clients.registrationTwin())
    }
    guard logins.browser != nil else {
      return .notSeen("the server accepted \(what); a login would show whether it is usable")
    }
    client.redirectURI = TestClient.redirects[0]
    // A good login comes first: what follows a password is judged by it.
    if let a = await clients.a { _ = try await grants.firstGrant(a) }
    let visit = try await logins.visit(AuthorizationAttempt(client, scope: facts.scope))
    if visit.judged().isAccepted { return Finding(.careless, "a client without a redirect URI got a code") }
    guard let twin = try await logins.visitTwin(await clients.a), twin.isAccepted else {
      return .notSeen("no good login succeeded beside it")
    }
    return Finding(.careful, "the server registered it, but sent no browser anywhere for it")
  }

  /// The port listens while the registration is judged, and five seconds longer.
  private func inwardFetch(_ good: JSON) async throws(TestStop) -> Finding {
    guard let trap = TrapPort() else { return .notSeen("no port could be opened for the trap") }
    let document = good.setting("jwks_uri", .string("http://127.0.0.1:\(trap.port)/jwks.json"))
      .setting("token_endpoint_auth_method", "private_key_jwt")
    let answer = try await clients.register(document).0
    try await sender.rest(5)
    if trap.hasBeenAsked { return Finding(.careless, "the server connected to the port that the registration named") }
    if case .unclear(let why) = answer.outcome() { return .disturbed(why) }
    return Finding(.careful, "nobody connected to the port that the registration named")
  }
}

/// A port of this computer that never answers, and notes whether a connection was made.
final class TrapPort {
  private let descriptor: Int32
  let port: Int

  init?() {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    guard bindToLoopback(socket, isIPv6: false, port: 0) == 0, listen(socket, 4) == 0, let port = boundPort(socket)
    else {
      close(socket)
      return nil
    }
    (descriptor, self.port) = (socket, port)
  }

  var hasBeenAsked: Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  deinit { close(descriptor) }
}
