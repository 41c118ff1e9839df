import OAuthClient
import SharedValues

/// Judges what tokens are good for (RFC 6749 §6, RFC 7009, RFC 7662).
enum TokenJudge {
  static func scope(_ offence: Answer, twin: Judged?, larger: String) -> Finding {
    let judged = offence.judged()
    guard judged.isAccepted else { return TwinJudgement.finding(judged, twin: twin, "a larger scope at the refresh") }
    guard let granted = offence.text("scope") else {
      return Finding(.doubtful, "the server accepted a larger scope and does not say which it gave (RFC 6749 §5.1)")
    }
    return granted.split(scalar: " ").contains { $0 == larger }
      ? Finding(.careless, "the new token has a scope that the login did not have")
      : Finding(.careful, "the scope stayed as it was")
  }

  /// - Parameter newest: whether the newest refresh token of the family works afterwards.
  static func reuse(_ offence: Judged, twin: Judged?, newest: Judged?) -> Finding {
    let finding = TwinJudgement.finding(offence, twin: twin, "a refresh token that was replaced 61 seconds before")
    guard finding.kind == .careful, newest?.isAccepted == true else { return finding }
    return Finding(.doubtful, finding.evidence + "; but the token that replaced it still works")
  }

  /// - Parameter after: what the token's own client gets after another client has revoked it.
  static func foreignRevocation(before: Judged, revocation: Judged, after: Judged) -> Finding {
    guard before.isAccepted else { return .disturbed("the token did not work before") }
    if case .unclear(let why) = revocation.outcome { return .disturbed(why) }
    switch after.outcome {
    case .accepted: return Finding(.careful, "the token works after another client has tried to revoke it")
    case .refused: return Finding(.careless, "another client has revoked the token")
    case .unclear(let why): return .disturbed(why)
    case .absent: return .notApplicable("there is no such endpoint")
    }
  }

  static func introspection(_ offence: Answer, twin: Judged?) -> Finding {
    if offence.json?["active"] == true {
      return Finding(.careless, "somebody without credentials learns that the token is active")
    }
    let judged = Judged(
      offence.status == 200
        ? .refused(status: 200, error: OAuthErrorName.of(offence.json)) : offence.outcome(isOptional: true),
      offence.time)
    return TwinJudgement.finding(judged, twin: twin, "introspection without credentials")
  }
}

extension ServerTester {
  func tokenRow(_ id: ServerCheck.ID, _ a: TestClient) async throws(TestStop) -> Finding {
    switch id {
    case .foreignRefresh:
      let (second, excuse) = try await offender()
      guard let other = second else { return excuse }
      guard let token = try await grants.newGrant(a)?.refresh else { return .noRefreshToken }
      let offence = try await grants.refresh(token, as: other).judged()
      var twin = try await grants.refresh(token, as: a).judged()
      // A server may end the whole grant at such an offence. Then the good request uses a new grant.
      if !twin.isAccepted, let another = try await grants.newGrant(a)?.refresh {
        twin = try await grants.refresh(another, as: a).judged()
      }
      return TwinJudgement.finding(offence, twin: twin, "the refresh token of another client")
    case .widerScope: return try await widerScope(a)
    case .refreshReuse: return try await reuse(a)
    case .revoked: return try await revoked(a)
    case .foreignRevocation: return try await foreignRevocation(a)
    case .anonymousIntrospection:
      guard let grant = try await grants.newGrant(a) else { return await noGrant }
      let form = [("token", grant.access.revealed)]
      let uri = facts[.introspection] ?? ""
      let offence = try await sender.send(
        ClientRequest.form(form, to: uri, as: a, .nobody, issuer: facts.issuer, endpoint: .introspection),
        carrying: .member("active"), "introspection")
      let twin = try await sender.send(
        ClientRequest.form(
          form, to: uri, as: await clients.confidential ?? a, issuer: facts.issuer, endpoint: .introspection),
        carrying: .nothing, "introspection")
      return TokenJudge.introspection(offence, twin: twin.judged())
    case .idTokenAtUserinfo:
      guard let grant = try await grants.newGrant(a), let idToken = grant.idToken else {
        return .notSeen("the login brought no ID token")
      }
      let offence = try await grants.userinfo(idToken).judged()
      return TwinJudgement.finding(
        offence, twin: try await grants.userinfo(grant.access).judged(), "an ID token in place of an access token")
    case .idToken: return try await idToken(a)
    default: return try await codeRow(id, a)
    }
  }

  private func widerScope(_ client: TestClient) async throws(TestStop) -> Finding {
    let larger = facts.registeredScope.split(scalar: " ").map(String.init).last ?? ""
    guard !facts.scope.isEmpty, larger != facts.scope else {
      return .notApplicable("the server has only one harmless scope")
    }
    guard let token = try await grants.newGrant(client)?.refresh else { return .noRefreshToken }
    let offence = try await grants.refresh(token, as: client, scope: facts.registeredScope)
    let next = offence.secret("refresh_token") ?? token
    let twin =
      offence.judged().isAccepted ? nil : try await grants.refresh(next, as: client, scope: facts.scope).judged()
    return TokenJudge.scope(offence, twin: twin, larger: larger)
  }

  private func reuse(_ client: TestClient) async throws(TestStop) -> Finding {
    guard let old = try await grants.newGrant(client)?.refresh else { return .noRefreshToken }
    let first = try await grants.refresh(old, as: client)
    guard first.judged().isAccepted else { return .disturbed("the first refresh failed") }
    try await sender.rest(61)
    var twin: Judged?
    if let other = try await grants.newGrant(client)?.refresh {
      twin = try await grants.refresh(other, as: client).judged()
    }
    let offence = try await grants.refresh(old, as: client).judged()
    guard let newest = first.secret("refresh_token"), newest.revealed != old.revealed else {
      return offence.isAccepted
        ? Finding(.careless, "the server neither replaces a public client's refresh token nor binds it to a key")
        : TwinJudgement.finding(offence, twin: twin, "a refresh token that was used before")
    }
    return TokenJudge.reuse(offence, twin: twin, newest: try await grants.refresh(newest, as: client).judged())
  }

  private func revoke(_ token: Secret, as client: TestClient) async throws(TestStop) -> Answer {
    let request = ClientRequest.form(
      [("token", token.revealed), ("token_type_hint", "refresh_token")], to: facts[.revocation] ?? "", as: client,
      issuer: facts.issuer, endpoint: .revocation)
    return try await sender.send(request, carrying: .nothing, "revocation")
  }

  private func revoked(_ client: TestClient) async throws(TestStop) -> Finding {
    guard let first = try await grants.newGrant(client)?.refresh else { return .noRefreshToken }
    let twin = try await grants.refresh(first, as: client)
    let token = twin.secret("refresh_token") ?? first
    let revocation = try await revoke(token, as: client)
    guard revocation.outcome(isOptional: true) == .accepted else {
      return revocation.outcome(isOptional: true) == .absent
        ? .notApplicable("there is no such endpoint") : .notSeen("the revocation itself was refused")
    }
    return TwinJudgement.finding(
      try await grants.refresh(token, as: client).judged(), twin: twin.judged(), "a revoked refresh token")
  }

  private func foreignRevocation(_ client: TestClient) async throws(TestStop) -> Finding {
    let (second, excuse) = try await offender()
    guard let other = second else { return excuse }
    guard let first = try await grants.newGrant(client)?.refresh else { return .noRefreshToken }
    let before = try await grants.refresh(first, as: client)
    let token = before.secret("refresh_token") ?? first
    let revocation = try await revoke(token, as: other)
    let after = try await grants.refresh(token, as: client)
    return TokenJudge.foreignRevocation(
      before: before.judged(), revocation: revocation.judged(isOptional: true), after: after.judged())
  }

  /// By the app's own judgement (OpenID Connect Core §3.1.3.7).
  private func idToken(_ client: TestClient) async throws(TestStop) -> Finding {
    guard let grant = try await grants.newGrant(client) else { return await noGrant }
    guard let token = grant.idToken else {
      return Finding(.careless, "a login with the scope openid brought no ID token")
    }
    guard let issuer = try? Issuer(facts.issuer, allowPlainHTTPLoopback: true) else {
      return .notSeen("the issuer is no issuer")
    }
    guard let keys = try await grants.keys() else { return .notSeen("no key set came") }
    let registered = client.document["id_token_signed_response_alg"]?.stringValue
    let check = IDTokenCheck(
      token: token, jwks: keys, issuer: issuer, clientID: client.id,
      algorithm: registered ?? ServerTester.algorithm(of: token) ?? "RS256", nonce: Secret(grant.attempt.nonce),
      accessToken: grant.access, previous: nil, now: TimeSource.system.now)
    do throws(ProtocolError) {
      _ = try await check.judge()
      return Finding(.careful, "signature and claims are right")
    } catch {
      switch error.code {
      case .idTokenAlgUnsupported, .idTokenEncrypted:
        return .notSeen("this program does not know the algorithm of the ID token")
      // Lawful since errata set 2 of OpenID Connect Core, but the app goes no further, and so do other clients.
      case .idTokenAzpMissing:
        return Finding(.doubtful, "the ID token is for others, too, without azp: lawful, but refused by many clients")
      // Only advised against (OpenID Connect Core §2); the app goes no further.
      case .idTokenEmbeddedKey:
        return Finding(.doubtful, "the ID token has a key, or its address, in its header, where it should not be")
      default: return Finding(.careless, "the ID token is wrong: \(error.code.rawValue)")
      }
    }
  }

  private static func algorithm(of token: Secret) -> String? {
    let header = token.revealed.split(scalar: ".").first.flatMap { Base64URL.decode($0) }
    let alg = header.flatMap { try? JSON.parse($0) }?["alg"]?.stringValue
    return alg.flatMap { ["RS256", "PS256", "ES256"].contains($0) ? $0 : nil }
  }
}
