import FoundationEssentials
import SharedValues

/// The browser of a run: sends it with authorization requests, and posts the password only while the budget has some left.
package actor TestLogins {
  private let facts: ServerFacts
  private let sender: TestSender
  package let browser: TestBrowser?
  /// Whether a login brought a code.
  package private(set) var hasLoggedIn = false
  /// The server asks for the password again although the run may not post it any more.
  private(set) var asksAgain = false
  /// Of the first answer to the password.
  private(set) var passwordStatus: Int?
  private var hasAskedPerson = false
  /// The latest good one, which serves as twin for a minute.
  private var goodVisit: Judged?

  init(_ facts: ServerFacts, _ sender: TestSender, _ browser: TestBrowser?) {
    (self.facts, self.sender, self.browser) = (facts, sender, browser)
  }

  /// Pushes the request first if it is to be pushed, or the server wants that (RFC 9126).
  func visit(_ attempt: AuthorizationAttempt) async throws(TestStop) -> Visit {
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

  func push(_ attempt: AuthorizationAttempt) async throws(TestStop) -> Answer {
    let pairs = attempt.parameters.filter { $0.name != "client_id" }.map { ($0.name, $0.value) }
    let request = ClientRequest.form(
      pairs, to: facts[.pushed] ?? "", as: attempt.client, issuer: facts.issuer, endpoint: .pushedAuthorization)
    return try await sender.send(request, carrying: .member("request_uri"), "push")
  }

  func visit(pushed uri: String, _ client: TestClient, _ redirectURI: String) async throws(TestStop) -> Visit {
    let pairs = [(name: "client_id", value: client.id), (name: "request_uri", value: uri)]
    return try await visit(AuthorizationAttempt.url(facts[.authorization] ?? "", pairs), redirectURI, facts.scope)
  }

  func visit(
    _ url: String, _ redirectURI: String, _ scope: String, isSignOut: Bool = false, presses: Bool = true
  ) async throws(TestStop) -> Visit {
    guard let browser else { return Visit(time: TimeSource.system.now) }
    if browser.login == nil, !hasAskedPerson {
      hasAskedPerson = true
      try await browser.logInByHand(url, redirectURI: redirectURI, scope: scope, sender)
    }
    try await sender.pause()
    let visit = await browser.visit(
      url, redirectURI: redirectURI, scope: scope, isSignOut: isSignOut,
      passwords: min(1, await sender.budget.passwordsLeft), presses: presses)
    try await sender.add(visit)
    if visit.parameter("code") != nil { hasLoggedIn = true }
    passwordStatus = passwordStatus ?? visit.hops.first(where: \.hasPassword)?.status
    if visit.end == "login_refused" {
      if visit.passwords > 0 { throw .loginRefused }
      asksAgain = true
    }
    return visit
  }

  /// A good login, at most 40 seconds old.
  func visitTwin(_ client: TestClient?) async throws(TestStop) -> Judged? {
    if let goodVisit, goodVisit.isFresh { return goodVisit }
    guard let client else { return nil }
    let judged = try await visit(AuthorizationAttempt(client, scope: facts.scope)).judged()
    goodVisit = judged.isAccepted ? judged : nil
    return judged
  }

  func note(good visit: Judged) { if visit.isAccepted { goodVisit = visit } }
}
