/// Client B where it offends with what belongs to A.
extension ServerTester {
  /// B, after it has redeemed a code of its own once. One that cannot authenticate itself is refused whatever it sends, which would say nothing.
  /// - Returns: `nil` and why: there is none.
  func offender() async throws(TestStop) -> (client: TestClient?, excuse: Finding) {
    guard let b = await clients.b else { return (nil, .oneClient) }
    if secondWorks == nil { secondWorks = try await grants.newGrant(b) != nil }
    return secondWorks == true
      ? (b, .notSeen(""))
      : (nil, .notSeen("the second client cannot redeem a code of its own, so that a refusal would say nothing"))
  }

  /// What would let the check be seen, with a space before it; empty: the run has it already.
  func help(for check: ServerCheck) -> String {
    let asksForLogin = check.deeds.contains(.logsIn) && check.id != .repeatedPassword
    return asksForLogin && logins.browser != nil ? "" : ". " + check.help
  }
}
