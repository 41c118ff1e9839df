/// Client B where it offends with what belongs to A.
extension ServerTester {
  /// B, after it has redeemed its own code once: a client that cannot authenticate is refused whatever it sends, which would prove nothing.
  /// - Returns: the client; `nil`, and why there is none.
  func offender() async throws(TestStop) -> (client: TestClient?, excuse: Finding) {
    guard let b = await clients.b else { return (nil, .oneClient) }
    if secondWorks == nil { secondWorks = try await grants.newGrant(b) != nil }
    return secondWorks == true
      ? (b, .notSeen(""))
      : (nil, .notSeen("the second client cannot redeem a code of its own, so that a refusal would say nothing"))
  }

  /// Why there is no grant although everything was right.
  var noGrant: Finding {
    get async {
      guard let refusal = await grants.refusal else { return .noLogin }
      return .notSeen("the login brought a code, and no token for it: \(TwinJudgement.why(refusal))")
    }
  }

  /// What would let the check be seen, with a space before it; empty: the run has it already.
  func help(for check: ServerCheck, _ finding: Finding) async -> String {
    let asksForLogin = check.traits.contains(.logsIn) && check.id != .repeatedPassword
    if asksForLogin && logins.browser != nil { return "" }
    // A token for registrations helps where no client could be registered, and where the one that was given is used up.
    let lacksClient = finding.evidence.utf8.starts(with: Finding.noClient.evidence.utf8)
    let hasAny = await clients.a != nil
    let hasClients = check.group == .management || (check.group == .registration && hasAny && !clients.needsToken)
    return hasClients && !lacksClient ? "" : ". " + check.help
  }
}
