import CheckRuns
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

/// One run against one server: its rows send what they need through it, and share what earlier ones have made.
///
/// The clients A (public, if the server has such) and B (with a secret) are made once. Rows that kill a client or a grant make their own.
package actor ServerTester {
  package let facts: ServerFacts
  package let consent: TestConsent
  package let sender: TestSender
  package let browser: TestBrowser?
  package let access: RegistrationAccess
  private let journal: TestJournal
  private let secondsBeforeSecondTry: TimeInterval

  package private(set) var a: TestClient?
  package private(set) var b: TestClient?
  private var hasPrepared = false
  private var spareToken: Secret?
  /// The answers that registered A and B.
  package private(set) var registrations: [(client: TestClient, answer: Answer)] = []
  /// Whether a login brought a code.
  package private(set) var hasLoggedIn = false
  /// The latest good ones, which serve as twins for a minute.
  private var goodRegistration: Judged?
  private var goodVisit: Judged?
  private var goodRedemption: Judged?
  private var grant: Grant?
  private var hasTriedGrant = false
  private var hasAskedPerson = false
  /// The server asks for the password again although the run may not post it any more.
  private var asksAgain = false
  package var givesWithoutChallenge = false
  package private(set) var passwordHop: (answer: Visit.Hop, number: Int)?
  private var keySet: JSON?
  /// The client that authenticates with its key.
  package var keyed: TestClient?
  /// Whether B has redeemed a code of its own; `nil`: it has not tried.
  var secondWorks: Bool?
  private let started = TimeSource.system.now

  package init(
    _ facts: ServerFacts, _ consent: TestConsent, _ sender: TestSender, _ browser: TestBrowser?,
    _ access: RegistrationAccess, journal: TestJournal, secondsBeforeSecondTry: TimeInterval = 10
  ) {
    (self.facts, self.consent, self.sender, self.browser, self.access) = (facts, consent, sender, browser, access)
    (self.journal, self.secondsBeforeSecondTry) = (journal, secondsBeforeSecondTry)
    if case .client(let client) = access { a = client }
  }

  // MARK: - The run

  /// Runs the rows in their order. Returns why it ended before the last one; `nil`: it did not.
  package func run(_ checks: [ServerCheck], _ tell: @Sendable (CheckedVerdict) -> Void) async -> TestStop? {
    for check in checks {
      do throws(TestStop) {
        let before = await sender.lastNumber
        var finding = try await finding(check)
        if finding.kind == .notSeen(again: true), !asksAgain {
          try await sender.rest(secondsBeforeSecondTry)
          finding = try await self.finding(check)
        }
        let after = await sender.lastNumber
        finding.exchanges = after > before ? Array(before + 1...after) : []
        if case .notSeen = finding.kind { finding.evidence += help(for: check) }
        tell(check.verdict(finding))
      } catch { return error }
    }
    return nil
  }

  private func finding(_ check: ServerCheck) async throws(TestStop) -> Finding {
    if check.deeds.contains(.logsIn), browser == nil { return .notSeen("this row needs a login") }
    if check.deeds.contains(.isDeep), !consent.allowsDeep(host: AbsoluteURL(facts.issuer)?.host ?? "") {
      return .notSeen("this row was not allowed")
    }
    for condition in check.conditions {
      if let finding = try await excuse(condition) { return finding }
    }
    if check.deeds.contains(.logsIn), asksAgain {
      return .notSeen("the server asks for the password at each login, and \(browser?.spentLogin ?? "")")
    }
    if check.deeds.contains(.logsIn) {
      try await prepare()
      guard a != nil else { return .notSeen("no client could be registered") }
      guard facts[.authorization] != nil, facts[.token] != nil else {
        return .notApplicable("the server has no authorization and token endpoint that may be asked")
      }
    }
    return try await row(check.id)
  }

  // MARK: - Clients

  /// Makes A and B, unless that was tried before.
  package func prepare() async throws(TestStop) {
    guard !hasPrepared, registers else { return }
    hasPrepared = true
    let methods = [facts.publicMethod ?? facts.secretMethod, facts.secretMethod ?? facts.publicMethod]
    for method in methods.compactMap(\.self) {
      let (answer, client) = try await register(metadata(method))
      guard let client, answer.outcome() == .accepted else { continue }
      registrations.append((client, answer))
      goodRegistration = answer.judged()
      if a == nil { a = client } else { b = client }
    }
  }

  package var registers: Bool {
    if case .client = access { return false }
    return facts[.registration] != nil
  }

  /// Whether the server wants a token for a registration, as far as the run knows.
  package var needsToken: Bool { if case .open = access { false } else { true } }

  /// A good registration (RFC 7591 §2).
  package func metadata(_ method: TestClient.Method) -> JSON {
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
    return document
  }

  /// The method of clients whose authentication does not matter.
  package var usualMethod: TestClient.Method { facts.publicMethod ?? facts.secretMethod ?? .basic }

  package enum Token: Sendable {
    /// As the access to the registration has it.
    case own
    case none
    case text(Secret)
  }

  /// Sends a registration. A client that comes of it is in the journal before anything else happens.
  package func register(
    _ document: JSON, _ token: Token = .own, key: TestKey? = nil
  ) async throws(TestStop) -> (Answer, TestClient?) {
    guard let endpoint = facts[.registration], await sender.budget.mayMakeClient else {
      return (
        Answer(
          .failure(TransportFailure(.hostNotAllowed)), carries: .member("client_id"), time: TimeSource.system.now,
          number: 0), nil
      )
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
    let client = (200..<300).contains(answer.status) ? TestClient(answer: answer.json, asked: document, key: key) : nil
    if let client {
      try journal.note(client.entry)
      await sender.addClient()
      if case .own = token, case .login = access { spareToken = nil }
    }
    return (answer, client)
  }

  /// A good registration, at most 40 seconds old.
  package func registrationTwin() async throws(TestStop) -> Judged? {
    if let goodRegistration, isFresh(goodRegistration) { return goodRegistration }
    goodRegistration = try await register(metadata(usualMethod)).0.judged()
    return goodRegistration
  }

  /// A token that registers one client; `nil`: none is needed, or none came.
  package func registrationToken() async throws(TestStop) -> Secret? {
    switch access {
    case .open, .client: return nil
    case .token(let secret): return secret
    case .login(let id, let redirectURI):
      if let spareToken { return spareToken }
      var client = TestClient(id: id, method: .unauthenticated)
      client.redirectURI = redirectURI
      let attempt = AuthorizationAttempt(client, scope: "dcr")
      let answer = try await redeem(attempt, try await visit(attempt))
      spareToken = answer?.text("access_token").map { Secret($0) }
      return spareToken
    }
  }

  /// Takes over what the answer to a management request has changed, in the journal first.
  package func update(_ client: TestClient, by answer: Answer) throws(TestStop) -> TestClient {
    guard (200..<300).contains(answer.status), let json = answer.json else { return client }
    var changed = client
    changed.take(json)
    if changed.entry != client.entry { try journal.note(changed.entry) }
    if a?.id == client.id { a = changed }
    if b?.id == client.id { b = changed }
    return changed
  }

  package func strike(_ client: TestClient) throws(TestStop) { try journal.strike(client.id) }

  // MARK: - Logins

  package struct Grant: Sendable {
    package var attempt: AuthorizationAttempt
    package var answer: Answer
    package var access: Secret
    package var refresh: Secret?
    package var idToken: Secret?
  }

  /// Sends the browser with a request. The password is posted only while the budget has some left.
  package func visit(_ attempt: AuthorizationAttempt) async throws(TestStop) -> Visit {
    guard let endpoint = facts[.authorization] else { return Visit(time: TimeSource.system.now) }
    guard attempt.isPushed || facts.requiresPush else {
      return try await visit(attempt.url(endpoint), attempt["redirect_uri"] ?? "", attempt["scope"] ?? "")
    }
    let answer = try await push(attempt)
    guard let uri = answer.text("request_uri"), (200..<300).contains(answer.status) else {
      var refused = Visit(time: answer.time)
      refused.hops = [
        Visit.Hop(method: "POST", target: "", status: answer.status, failure: "", hasPassword: false)
      ]
      refused.end = answer.status == 0 ? nil : "page"
      return refused
    }
    return try await visit(pushed: uri, attempt.client, attempt["redirect_uri"] ?? "")
  }

  package func push(_ attempt: AuthorizationAttempt) async throws(TestStop) -> Answer {
    let pairs = attempt.parameters.filter { $0.name != "client_id" }.map { ($0.name, $0.value) }
    let request = ClientRequest.form(
      pairs, to: facts[.pushed] ?? "", as: attempt.client, issuer: facts.issuer, endpoint: .pushedAuthorization)
    return try await sender.send(request, carrying: .member("request_uri"), "push")
  }

  package func visit(pushed uri: String, _ client: TestClient, _ redirectURI: String) async throws(TestStop) -> Visit {
    let pairs = [(name: "client_id", value: client.id), (name: "request_uri", value: uri)]
    return try await visit(AuthorizationAttempt.url(facts[.authorization] ?? "", pairs), redirectURI, facts.scope)
  }

  package func visit(
    _ url: String, _ redirectURI: String, _ scope: String, isSignOut: Bool = false, presses: Bool = true
  ) async throws(TestStop) -> Visit {
    guard let browser else { return Visit(time: TimeSource.system.now) }
    if browser.login == nil, !hasAskedPerson {
      hasAskedPerson = true
      try await browser.logInByHand(url, redirectURI: redirectURI, scope: scope, sender)
    }
    try await sender.pause()
    var visit = await browser.visit(
      url, redirectURI: redirectURI, scope: scope, isSignOut: isSignOut,
      passwords: min(1, await sender.budget.passwordsLeft), presses: presses)
    visit.numbers = try await sender.add(visit)
    if visit.parameter("code") != nil { hasLoggedIn = true }
    if passwordHop == nil, let place = visit.hops.firstIndex(where: \.hasPassword), place < visit.numbers.count {
      passwordHop = (visit.hops[place], visit.numbers[place])
    }
    if visit.end == "login_refused" {
      if visit.passwords > 0 { throw .loginRefused }
      asksAgain = true
    }
    return visit
  }

  /// A good login, at most 40 seconds old.
  package func visitTwin() async throws(TestStop) -> Judged? {
    if let goodVisit, isFresh(goodVisit) { return goodVisit }
    guard let a else { return nil }
    let judged = try await visit(AuthorizationAttempt(a, scope: facts.scope)).judged()
    goodVisit = judged.isAccepted ? judged : nil
    return judged
  }

  package func note(good visit: Judged) { if visit.isAccepted { goodVisit = visit } }

  private func isFresh(_ judged: Judged) -> Bool { TimeSource.system.now.timeIntervalSince(judged.time) < 40 }

  /// Redeems the code of a visit (RFC 6749 §4.1.3), right unless something is changed; `nil`: the visit brought no code.
  package func redeem(
    _ attempt: AuthorizationAttempt, _ visit: Visit, as other: TestClient? = nil,
    _ credentials: ClientRequest.Credentials = .own, verifier: String? = "", redirectURI: String? = nil,
    headers: [HTTPHeader] = []
  ) async throws(TestStop) -> Answer? {
    guard let code = visit.parameter("code"), !code.isEmpty, let endpoint = facts[.token] else { return nil }
    var pairs = [
      ("grant_type", "authorization_code"), ("code", code),
      ("redirect_uri", redirectURI ?? attempt["redirect_uri"] ?? ""),
    ]
    // The empty text stands for the right one.
    if let verifier { pairs.append(("code_verifier", verifier.isEmpty ? attempt.verifier : verifier)) }
    let request = ClientRequest.form(
      pairs, to: endpoint, as: other ?? attempt.client, credentials, issuer: facts.issuer, headers: headers)
    return try await sender.send(request, carrying: .member("access_token"), "code")
  }

  /// Logs in and redeems the code; `nil`: that failed.
  package func newGrant(_ client: TestClient, scope: String? = nil) async throws(TestStop) -> Grant? {
    let attempt = AuthorizationAttempt(client, scope: scope ?? facts.scope)
    let visit = try await visit(attempt)
    note(good: visit.judged())
    guard let answer = try await redeem(attempt, visit), let access = answer.text("access_token") else { return nil }
    goodRedemption = answer.judged()
    return Grant(
      attempt: attempt, answer: answer, access: Secret(access),
      refresh: answer.text("refresh_token").map { Secret($0) },
      idToken: answer.text("id_token").map { Secret($0) })
  }

  /// The first grant of A, which tells what the server gives.
  package func firstGrant() async throws(TestStop) -> Grant? {
    guard !hasTriedGrant else { return grant }
    hasTriedGrant = true
    if let a { grant = try await newGrant(a) }
    return grant
  }

  /// A good redemption, at most 40 seconds old.
  package func redemptionTwin() async throws(TestStop) -> Judged? {
    if let goodRedemption, isFresh(goodRedemption) { return goodRedemption }
    guard let a else { return nil }
    return try await newGrant(a)?.answer.judged()
  }

  package func refresh(
    _ token: Secret, as client: TestClient, scope: String? = nil
  ) async throws(TestStop) -> Answer {
    var pairs = [("grant_type", "refresh_token"), ("refresh_token", token.revealed)]
    if let scope { pairs.append(("scope", scope)) }
    let request = ClientRequest.form(
      pairs, to: facts[.token] ?? "", as: client, issuer: facts.issuer, endpoint: .refresh)
    return try await sender.send(request, carrying: .member("access_token"), "refresh")
  }

  package func userinfo(
    _ token: Secret, scheme: String = "Bearer", proof: String? = nil
  ) async throws(TestStop) -> Answer {
    let request = ClientRequest.get(facts[.userinfo] ?? "", bearer: token, scheme: scheme, proof: proof)
    return try await sender.send(request, carrying: .member("sub"), "userinfo")
  }

  /// The server's key set, fetched once.
  package func keys() async throws(TestStop) -> JSON? {
    if let keySet { return keySet }
    guard let uri = facts[.keys] else { return nil }
    keySet = try await sender.send(ClientRequest.get(uri, bearer: nil), carrying: .member("keys"), "key set").json
    return keySet
  }

  // MARK: - Cleaning

  /// Deletes what the journal lists. Returns the clients that stay.
  package func clean() async -> [TestJournal.Entry] {
    await sender.beginCleaning()
    if let grant, let refresh = grant.refresh, let endpoint = facts[.revocation], !registers {
      let request = ClientRequest.form(
        [("token", refresh.revealed)], to: endpoint, as: grant.attempt.client, issuer: facts.issuer)
      _ = try? await sender.send(request, carrying: .nothing, "cleaning")
    }
    let left = await TestCleaning.clean(journal, sender)
    await browser?.forget()
    return left
  }
}
