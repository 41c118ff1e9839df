import OAuthClient
import SharedValues

/// Judges the management of registrations (RFC 7592).
enum ManagementJudge {
  static func id(_ answer: Answer, own: String, twin: Judged?) -> Finding {
    let judged = answer.judged()
    guard judged.isAccepted else {
      return TwinJudgement.finding(judged, twin: twin, "an update with another client_id")
    }
    return answer.text("client_id")?.isExactly(own) == true
      ? Finding(.careful, "the server kept the id") : Finding(.careless, "the update changed the id")
  }

  /// What a deleted client can still do. `isSigned`: the access token can be judged without asking the server that issued it.
  static func gone(deletion: Answer, read: Judged, refresh: Judged?, userinfo: Judged?, isSigned: Bool) -> Finding {
    switch deletion.outcome() {
    case .accepted: break
    case .refused(405, _), .absent: return .notApplicable("the server deletes no clients")
    case .refused(let status, let error):
      return .notSeen("the server refused the deletion: \(TwinJudgement.words(status, error))")
    case .unclear(let why): return .disturbed(why)
    }
    if read.isAccepted { return Finding(.careless, "the registration of the deleted client is still shown") }
    if refresh?.isAccepted == true { return Finding(.careless, "the refresh token of the deleted client still works") }
    if userinfo?.isAccepted == true {
      return isSigned
        ? Finding(.doubtful, "the access token of the deleted client still works, until it ends by itself")
        : Finding(.careless, "the access token of the deleted client still works")
    }
    for judged in [read, refresh, userinfo].compactMap(\.self) {
      if case .unclear(let why) = judged.outcome { return .notSeen("after the deletion: \(why)") }
    }
    let note = deletion.status == 204 ? "" : ", with status \(deletion.status) for 204"
    return Finding(.careful, "after the deletion everything of the client is refused" + note)
  }
}

extension ServerTester {
  func managementRow(_ id: ServerCheck.ID, _ a: TestClient) async throws(TestStop) -> Finding {
    switch id {
    case .managementToken:
      let offence = try await read(a.registrationURI ?? "", nil).judged()
      return TwinJudgement.finding(offence, twin: try await readTwin(), "a request without a token")
    case .managementCross:
      guard let b = await clients.b, let other = b.registrationURI, let token = a.registrationToken else {
        return .oneClient
      }
      let offence = try await read(other, token).judged()
      return TwinJudgement.finding(offence, twin: try await readTwin(), "another client's token")
    case .managementID:
      let answer = try await put(a, ["client_id": .string(a.id + "x")])
      let twin = answer.judged().isAccepted ? nil : try await put(await clients.a ?? a, [:]).judged()
      return ManagementJudge.id(answer, own: a.id, twin: twin)
    case .badUpdate:
      let offence = try await put(a, ["redirect_uris": ["javascript:alert(1)"]]).judged()
      let twin = try await put(await clients.a ?? a, [:]).judged()
      return TwinJudgement.finding(offence, twin: twin, "an update to a javascript: redirect URI")
    case .ownSecret: return try await ownSecret()
    case .deletedClient: return try await deletedClient()
    default: return .notSeen("")
    }
  }

  private func read(_ uri: String, _ token: Secret?) async throws(TestStop) -> Answer {
    try await sender.send(ClientRequest.get(uri, bearer: token), carrying: .member("client_id"), "read registration")
  }

  private func readTwin() async throws(TestStop) -> Judged? {
    guard let a = await clients.a, let uri = a.registrationURI else { return nil }
    let answer = try await read(uri, a.registrationToken)
    _ = try await clients.update(a, by: answer)
    return answer.judged()
  }

  /// Sends the whole registration with some members changed (RFC 7592 §2.2).
  private func put(_ client: TestClient, _ changes: JSON) async throws(TestStop) -> Answer {
    var document = client.asked.setting("client_id", .string(client.id))
    if let secret = client.secret { document = document.setting("client_secret", .string(secret.revealed)) }
    let answer = try await sender.send(
      ClientRequest.json(
        "PUT", document.merging(changes), to: client.registrationURI ?? "", bearer: client.registrationToken),
      carrying: .member("client_id"), "update registration")
    _ = try await clients.update(client, by: answer)
    return answer
  }

  private func ownSecret() async throws(TestStop) -> Finding {
    guard let client = await clients.confidential, client.registrationURI != nil else {
      return .notApplicable("no client has a secret")
    }
    let chosen = TestRandom.text()
    let answer = try await put(client, ["client_secret": .string(chosen)])
    let what = "an update with a secret of the client's own choice"
    guard answer.judged().isAccepted else {
      let twin = try await put(await clients.confidential ?? client, [:]).judged()
      return TwinJudgement.finding(answer.judged(), twin: twin, what)
    }
    guard logins.browser != nil else {
      return .notSeen("the server accepted the update; a login would show whether the secret works")
    }
    var liar = client
    liar.secret = Secret(chosen)
    let attempt = AuthorizationAttempt(liar, scope: facts.scope)
    let redeemed = try await grants.redeem(attempt, try await logins.visit(attempt))?.judged()
    guard let redeemed else { return .notSeen("no login of the client succeeded") }
    if redeemed.isAccepted {
      // The client lives on with it, so that later rows and cleaning can use it.
      return Finding(.careless, "the chosen secret works at the token endpoint")
    }
    let twin = try await grants.newGrant(await clients.confidential ?? client)?.answer.judged()
    return TwinJudgement.finding(redeemed, twin: twin, "the chosen secret")
  }

  private func deletedClient() async throws(TestStop) -> Finding {
    let (_, made) = try await clients.register(clients.metadata(clients.usualMethod))
    guard var client = made, let uri = client.registrationURI else {
      return .notSeen("no client could be registered for it")
    }
    let grant = try await grants.newGrant(client)
    let before = try await read(uri, client.registrationToken)
    client = try await clients.update(client, by: before)
    guard before.judged().isAccepted else { return .notSeen("the registration was not shown before the deletion") }
    let request = ClientRequest.delete(uri, bearer: client.registrationToken)
    let deletion = try await sender.send(request, carrying: .nothing, "delete registration")
    let after = try await read(uri, client.registrationToken).judged()
    if deletion.outcome() == .accepted, !after.isAccepted { try await clients.strike(client) }
    var refreshed: Judged?
    if let token = grant?.refresh { refreshed = try await grants.refresh(token, as: client).judged() }
    var claims: Judged?
    if let token = grant?.access, facts[.userinfo] != nil { claims = try await grants.userinfo(token).judged() }
    let isSigned = grant.map { $0.access.revealed.split(scalar: ".").count == 3 } ?? false
    return ManagementJudge.gone(
      deletion: deletion, read: after, refresh: refreshed, userinfo: claims, isSigned: isSigned)
  }
}
