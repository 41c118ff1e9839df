import SharedValues

/// What a login gave to a client.
struct TestGrant: Sendable {
  var attempt: AuthorizationAttempt
  var answer: Answer
  var access: Secret
  var refresh: Secret?
  var idToken: Secret?
}

/// The tokens of a run: redeems codes, and uses what comes of them.
actor TestGrants {
  private let facts: ServerFacts
  private let sender: TestSender
  private let logins: TestLogins
  private var first: TestGrant?
  private var hasTriedFirst = false
  /// The latest good one, which serves as twin for a minute.
  private var goodRedemption: Judged?
  /// The latest answer without a token to a right request for one.
  private(set) var refusal: Judged?
  private var keySet: JSON?

  init(_ facts: ServerFacts, _ sender: TestSender, _ logins: TestLogins) {
    (self.facts, self.sender, self.logins) = (facts, sender, logins)
  }

  /// Redeems the code of a visit (RFC 6749 §4.1.3), right unless something is changed; `nil`: the visit brought no code.
  func redeem(
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

  /// The same with the code of a new login of its own.
  func login(
    _ client: TestClient, as other: TestClient? = nil, _ credentials: ClientRequest.Credentials = .own,
    verifier: String? = "", redirectURI: String? = nil
  ) async throws(TestStop) -> Answer? {
    let attempt = AuthorizationAttempt(client, scope: facts.scope)
    return try await redeem(
      attempt, try await logins.visit(attempt), as: other, credentials, verifier: verifier, redirectURI: redirectURI)
  }

  /// Logs in and redeems the code; `nil`: that failed.
  func newGrant(_ client: TestClient) async throws(TestStop) -> TestGrant? {
    let attempt = AuthorizationAttempt(client, scope: facts.scope)
    let visit = try await logins.visit(attempt)
    await logins.note(good: visit.judged())
    guard let answer = try await redeem(attempt, visit) else { return nil }
    guard let access = answer.secret("access_token") else {
      refusal = answer.judged()
      return nil
    }
    goodRedemption = answer.judged()
    return TestGrant(
      attempt: attempt, answer: answer, access: access, refresh: answer.secret("refresh_token"),
      idToken: answer.secret("id_token"))
  }

  /// The first grant of the run's first client, which tells what the server gives.
  @discardableResult
  func firstGrant(_ client: TestClient?) async throws(TestStop) -> TestGrant? {
    guard !hasTriedFirst else { return first }
    hasTriedFirst = true
    if let client { first = try await newGrant(client) }
    return first
  }

  /// A good redemption, at most 40 seconds old.
  func redemptionTwin(_ client: TestClient?) async throws(TestStop) -> Judged? {
    if let goodRedemption, goodRedemption.isFresh { return goodRedemption }
    guard let client else { return nil }
    return try await newGrant(client)?.answer.judged()
  }

  func refresh(
    _ token: Secret, as client: TestClient, scope: String? = nil
  ) async throws(TestStop) -> Answer {
    var pairs = [("grant_type", "refresh_token"), ("refresh_token", token.revealed)]
    if let scope { pairs.append(("scope", scope)) }
    let request = ClientRequest.form(
      pairs, to: facts[.token] ?? "", as: client, issuer: facts.issuer, endpoint: .refresh)
    return try await sender.send(request, carrying: .member("access_token"), "refresh")
  }

  func userinfo(
    _ token: Secret, scheme: String = "Bearer", proof: String? = nil
  ) async throws(TestStop) -> Answer {
    let request = ClientRequest.get(facts[.userinfo] ?? "", bearer: token, scheme: scheme, proof: proof)
    return try await sender.send(request, carrying: .member("sub"), "userinfo")
  }

  /// The server's key set, fetched once.
  func keys() async throws(TestStop) -> JSON? {
    if let keySet { return keySet }
    guard let uri = facts[.keys] else { return nil }
    keySet = try await sender.send(ClientRequest.get(uri, bearer: nil), carrying: .member("keys"), "key set").json
    return keySet
  }

  /// Revokes the first grant (RFC 7009), for a client that stays.
  func revokeFirst() async {
    guard let first, let refresh = first.refresh, let endpoint = facts[.revocation] else { return }
    let request = ClientRequest.form(
      [("token", refresh.revealed)], to: endpoint, as: first.attempt.client, issuer: facts.issuer)
    _ = try? await sender.send(request, carrying: .nothing, "cleaning")
  }
}
