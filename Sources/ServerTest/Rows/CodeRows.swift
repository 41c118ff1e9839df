import SharedValues

/// Judges the answers to codes (RFC 6749 §4.1.3).
enum CodeJudge {
  /// - Parameter first: whether the tokens of the first redemption still work; `nil`: that is not known.
  static func twice(_ second: Judged, first twin: Judged, tokensLive: Bool?) -> Finding {
    let finding = TwinJudgement.finding(second, twin: twin, "a code that was redeemed before")
    guard finding.kind == .careful, tokensLive == true else { return finding }
    return Finding(.doubtful, finding.evidence + "; but the tokens of the first redemption still work")
  }

  /// RFC 6749 §5.2: invalid_client, with 401 for credentials in the header.
  static func wrongSecret(_ offence: Judged, twin: Judged?, isBasic: Bool) -> Finding {
    let finding = TwinJudgement.finding(offence, twin: twin, "a wrong secret")
    guard finding.kind == .careful, case .refused(let status, let error) = offence.outcome else { return finding }
    return error == "invalid_client" && (status == 401 || status == 400 && !isBasic)
      ? finding : Finding(.doubtful, finding.evidence + "; 401 invalid_client was expected")
  }

  /// RFC 6749 §5.2: the grant is not there, rather than some parameter.
  static func passwordGrant(_ offence: Judged, twin: Judged?) -> Finding {
    let finding = TwinJudgement.finding(offence, twin: twin, "grant_type=password")
    guard finding.kind == .careful, case .refused(_, let error) = offence.outcome else { return finding }
    return ["unsupported_grant_type", "unauthorized_client"].contains(error)
      ? finding : Finding(.doubtful, finding.evidence + "; the grant itself seems to be there")
  }
}

extension ServerTester {
  func codeRow(_ id: ServerCheck.ID, _ a: TestClient) async throws(TestStop) -> Finding {
    try await grants.firstGrant(a)
    switch id {
    case .wrongVerifier:
      return try await judged(try await grants.login(a, verifier: TestRandom.text()), "a wrong code verifier")
    case .noVerifier: return try await judged(try await grants.login(a, verifier: nil), "a code without its verifier")
    case .downgrade:
      var attempt = AuthorizationAttempt(a, scope: facts.scope)
      (attempt["code_challenge"], attempt["code_challenge_method"]) = (nil, nil)
      let answer = try await grants.redeem(attempt, try await logins.visit(attempt))
      return try await judged(answer, "a code verifier without a challenge")
    case .codeTwice: return try await codeTwice(a)
    case .foreignCode:
      let (second, excuse) = try await offender()
      guard let other = second else { return excuse }
      return try await judged(try await grants.login(a, as: other), "the code of another client")
    case .otherRegisteredRedirect:
      let answer = try await grants.login(a, redirectURI: TestClient.redirects[1])
      return try await judged(answer, "another registered redirect URI")
    case .wrongSecret:
      guard let client = await clients.confidential else { return .notApplicable("no client has a secret") }
      guard let answer = try await grants.login(client, .secret(TestRandom.text())) else { return .noCode }
      let twin = try await grants.login(client)?.judged()
      return CodeJudge.wrongSecret(answer.judged(), twin: twin, isBasic: client.method == .basic)
    case .passwordGrant:
      let request = ClientRequest.form(
        [("grant_type", "password")], to: facts[.token] ?? "", as: await clients.confidential ?? a, issuer: facts.issuer
      )
      let answer = try await sender.send(request, carrying: .member("access_token"), "password grant")
      return CodeJudge.passwordGrant(answer.judged(), twin: try await grants.redemptionTwin(a))
    default: return .notSeen("")
    }
  }

  private func judged(_ answer: Answer?, _ what: String) async throws(TestStop) -> Finding {
    guard let judged = answer?.judged() else { return .noCode }
    return try await finding(judged, what, beside: try await grants.redemptionTwin(await clients.a))
  }

  private func codeTwice(_ client: TestClient) async throws(TestStop) -> Finding {
    let attempt = AuthorizationAttempt(client, scope: facts.scope)
    let visit = try await logins.visit(attempt)
    guard let first = try await grants.redeem(attempt, visit), let access = first.secret("access_token") else {
      return .disturbed("the login brought no token")
    }
    try await sender.rest(2)
    guard let second = try await grants.redeem(attempt, visit) else { return .notSeen("the login brought no code") }
    var tokensLive: Bool?
    if let refreshToken = first.secret("refresh_token") {
      tokensLive = try await grants.refresh(refreshToken, as: client).judged().isAccepted
    } else if facts[.userinfo] != nil {
      tokensLive = try await grants.userinfo(access).judged().isAccepted
    }
    return CodeJudge.twice(second.judged(), first: first.judged(), tokensLive: tokensLive)
  }
}
