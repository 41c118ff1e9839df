import FoundationEssentials
import SharedValues

/// How a run may register clients.
package enum RegistrationAccess: Sendable {
  /// Without a token.
  case open
  /// With an initial access token, for each client the same.
  case token(Secret)
  /// Each client with a token that this public client gets by a login with the scope `dcr`, as the app does it.
  case login(clientID: String, redirectURI: String)
  /// Not at all: this client of the tester's is the only one.
  case client(TestClient)
}

/// The clients of a run: A (public, if the server has such) and B (with a secret, or with a key where the server takes no secret) are made once.
/// Rows that kill a client make their own.
actor TestClients {
  private let facts: ServerFacts
  private let sender: TestSender
  private let grants: TestGrants
  private let logins: TestLogins
  let access: RegistrationAccess
  private let journal: TestJournal
  private let started = TimeSource.system.now
  /// Of all clients that authenticate with one.
  private let key = TestKey()

  private(set) var a: TestClient?
  private(set) var b: TestClient?
  /// The client that authenticates with its key.
  private(set) var keyed: TestClient?
  private var hasPrepared = false
  private var spareToken: Secret?
  /// The answers that registered A and B, or that should have.
  private(set) var registrations: [Answer] = []
  /// The latest good one, which serves as twin for a minute.
  private var goodRegistration: Judged?

  init(
    _ facts: ServerFacts, _ sender: TestSender, _ access: RegistrationAccess, _ journal: TestJournal,
    _ logins: TestLogins, _ grants: TestGrants
  ) {
    (self.facts, self.sender, self.access, self.journal) = (facts, sender, access, journal)
    (self.logins, self.grants) = (logins, grants)
    if case .client(let client) = access { a = client }
  }

  /// Makes A and B, unless that was tried before.
  func prepare() async throws(TestStop) {
    guard !hasPrepared, registers else { return }
    hasPrepared = true
    let methods = [facts.publicMethod ?? facts.confidentialMethod, facts.confidentialMethod ?? facts.publicMethod]
    for method in methods.compactMap(\.self) {
      let (answer, client) = try await register(metadata(method))
      if (200..<300).contains(answer.status), answer.json != nil, answer.json?["error"] == nil {
        registrations.append(answer)
      }
      guard let client, answer.outcome() == .accepted else { continue }
      goodRegistration = answer.judged()
      if a == nil { a = client } else { b = client }
    }
  }

  nonisolated var registers: Bool { !isGiven && facts[.registration] != nil }

  /// Whether the run uses a client of the tester's.
  nonisolated var isGiven: Bool { if case .client = access { true } else { false } }

  /// Whether the server wants a token for a registration, as far as the run knows.
  nonisolated var needsToken: Bool { if case .open = access { false } else { true } }

  /// A good registration (RFC 7591 §2).
  nonisolated func metadata(_ method: TestClient.Method) -> JSON {
    var document: JSON = [
      "client_name": .string("dcr-terminal test \(started.formatted(.iso8601.year().month().day()))"),
      "application_type": "native", "redirect_uris": .strings(TestClient.redirects),
      "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
      "token_endpoint_auth_method": .string(method.rawValue),
    ]
    if !facts.registeredScope.isEmpty { document = document.setting("scope", .string(facts.registeredScope)) }
    if facts[.endSession] != nil {
      document = document.setting("post_logout_redirect_uris", [.string(TestClient.postLogoutRedirect)])
    }
    guard method == .assertion else { return document }
    let jwk = key.jwk.setting("use", "sig").setting("alg", "ES256").setting("kid", .string(TestKey.id))
    return document.setting("token_endpoint_auth_signing_alg", "ES256").setting("jwks", ["keys": [jwk]])
  }

  /// The method of clients whose authentication does not matter.
  nonisolated var usualMethod: TestClient.Method { facts.publicMethod ?? facts.confidentialMethod ?? .basic }
  /// The client with a secret that it uses: some servers send one to every client.
  var confidential: TestClient? {
    [b, a].compactMap(\.self).first { $0.secret != nil && [.basic, .post].contains($0.method) }
  }

  enum Token: Sendable {
    /// As the access to the registration has it.
    case own
    case none
    case text(Secret)
  }

  /// Sends a registration. A client that comes of it is in the journal before anything else happens.
  func register(_ document: JSON, _ token: Token = .own) async throws(TestStop) -> (Answer, TestClient?) {
    guard let endpoint = facts[.registration], await sender.budget.mayMakeClient else {
      return (.notSent(.member("client_id")), nil)
    }
    let bearer: Secret?
    switch token {
    case .own: bearer = try await registrationToken()
    case .none: bearer = nil
    case .text(let secret): bearer = secret
    }
    let answer = try await sender.send(
      ClientRequest.json("POST", document, to: endpoint, bearer: bearer), carrying: .member("client_id"), "registration"
    )
    guard (200..<300).contains(answer.status) else { return (answer, nil) }
    let client = TestClient(answer: answer.json, asked: document, key: key, at: endpoint)
    if let entry = client?.entry ?? TestClient.entry(ofUnnamed: answer.json, at: endpoint) {
      try journal.note(entry)
      await sender.addClient()
      if case .own = token, case .login = access { spareToken = nil }
    }
    return (answer, client)
  }

  /// A good registration, at most 40 seconds old.
  func registrationTwin() async throws(TestStop) -> Judged? {
    if let goodRegistration, goodRegistration.isFresh { return goodRegistration }
    goodRegistration = try await register(metadata(usualMethod)).0.judged()
    return goodRegistration
  }

  /// A token that registers one client; `nil`: none is needed, or none came.
  func registrationToken() async throws(TestStop) -> Secret? {
    switch access {
    case .open, .client: return nil
    case .token(let secret): return secret
    case .login(let id, let redirectURI):
      if let spareToken { return spareToken }
      var client = TestClient(id: id, method: .unauthenticated)
      client.redirectURI = redirectURI
      let attempt = AuthorizationAttempt(client, scope: "dcr")
      let answer = try await grants.redeem(attempt, try await logins.visit(attempt))
      spareToken = answer?.secret("access_token")
      return spareToken
    }
  }

  /// Takes over what the answer to a management request has changed, in the journal first.
  func update(_ client: TestClient, by answer: Answer) throws(TestStop) -> TestClient {
    guard (200..<300).contains(answer.status), let json = answer.json else { return client }
    var changed = client
    changed.take(json)
    if changed.entry != client.entry { try journal.note(changed.entry) }
    if a?.id == client.id { a = changed }
    if b?.id == client.id { b = changed }
    return changed
  }

  func strike(_ client: TestClient) throws(TestStop) { try journal.strike(client.id) }

  /// The client with a registered key, made once.
  func keyClient() async throws(TestStop) -> TestClient? {
    if let keyed { return keyed }
    let (answer, client) = try await register(metadata(.assertion))
    keyed = answer.judged().isAccepted && client?.method == .assertion ? client : nil
    return keyed
  }
}
