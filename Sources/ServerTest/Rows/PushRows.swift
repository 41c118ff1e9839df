import OAuthClient
import SharedValues

// Pushed requests (RFC 9126) and the end of the session (OpenID Connect RP-Initiated Logout).

enum SignOutJudge {
  /// - Parameter page: whether a page was shown before the redirect.
  static func hint(_ visit: Visit, to registered: String) -> Finding {
    guard visit.redirect != nil else {
      if case .unclear(let why) = visit.judged().outcome { return .disturbed(why) }
      return Finding(.careful, "the server shows a page in place of believing the hint")
    }
    return visit.base?.isExactly(registered) == true
      ? Finding(.careless, "the server believed an unsigned hint and sent the browser back without a question")
      : .notSeen("the browser was sent to another address")
  }

  static func redirect(_ visit: Visit, other: String, twin: Visit?, registered: String) -> Finding {
    if let base = visit.base {
      return base.isExactly(other)
        ? Finding(.careless, "the browser was sent to an address that nobody registered")
        : Finding(.careful, "the browser was sent to another address than the unregistered one")
    }
    let isGood = twin?.base?.isExactly(registered) == true
    return TwinJudgement.finding(
      visit.judged(), twin: twin.map { Judged(isGood ? .accepted : $0.judged().outcome, $0.time) },
      "an unregistered address after the sign-out")
  }
}

extension ServerTester {
  func pushRow(_ id: ServerCheck.ID, _ a: TestClient) async throws(TestStop) -> Finding {
    let attempt = AuthorizationAttempt(a, scope: facts.scope)
    guard let uri = try await logins.push(attempt).text("request_uri") else {
      return .disturbed("the server took no pushed request")
    }
    if id == .foreignPush {
      guard let b = await clients.b else { return .oneClient }
      let offence = try await logins.visit(pushed: uri, b, b.redirectURI).judged()
      // The twin is a fresh push: the offence may have used the first one up.
      var good = AuthorizationAttempt(a, scope: facts.scope)
      good.isPushed = true
      return TwinJudgement.finding(
        offence, twin: try await logins.visit(good).judged(), "the pushed request of another client")
    }
    let twin = try await logins.visit(pushed: uri, a, a.redirectURI).judged()
    guard twin.isAccepted else { return .disturbed("the pushed request brought no code") }
    let offence = try await logins.visit(pushed: uri, a, a.redirectURI).judged()
    return TwinJudgement.finding(offence, twin: twin, "a pushed request after its code has come")
  }

  func signOutRow(_ id: ServerCheck.ID, _ a: TestClient) async throws(TestStop) -> Finding {
    guard clients.registers else { return .notApplicable("the addresses that the client has registered are not known") }
    let endpoint = facts[.endSession] ?? ""
    var grant = try await grants.newGrant(a)
    if grant == nil { grant = try await grants.firstGrant(a) }
    guard let idToken = grant?.idToken else { return .notSeen("no login brought an ID token") }
    let registered = TestClient.postLogoutRedirect
    if id == .logoutHint {
      let url = signOut(endpoint, ServerTester.unsigned(idToken), registered)
      return SignOutJudge.hint(
        try await logins.visit(url, registered, "", isSignOut: true, presses: false), to: registered)
    }
    let other = "https://dcr-terminal.invalid/signed-out"
    let offence = try await logins.visit(signOut(endpoint, idToken.revealed, other), other, "", isSignOut: true)
    let twin = try await logins.visit(signOut(endpoint, idToken.revealed, registered), registered, "", isSignOut: true)
    return SignOutJudge.redirect(offence, other: other, twin: twin, registered: registered)
  }

  private func signOut(_ endpoint: String, _ hint: String, _ redirect: String) -> String {
    AuthorizationAttempt.url(
      endpoint, [("id_token_hint", hint), ("post_logout_redirect_uri", redirect), ("state", TestRandom.text())])
  }

  /// The same claims with alg none.
  private static func unsigned(_ token: Secret) -> String {
    let parts = token.revealed.split(scalar: ".", omittingEmptySubsequences: false)
    let payload = parts.count == 3 ? String(parts[1]) : ""
    let header: JSON = ["alg": "none", "typ": "JWT"]
    return Base64URL.encode(header.compact.utf8) + "." + payload + "."
  }
}
