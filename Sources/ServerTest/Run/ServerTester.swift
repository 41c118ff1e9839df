import CheckRuns
import FoundationEssentials
import SharedValues

/// One run against one server: its rows send what they need, and share clients and logins that earlier ones have made.
package actor ServerTester {
  let facts: ServerFacts
  package let sender: TestSender
  package let logins: TestLogins
  let grants: TestGrants
  let clients: TestClients
  let consent: TestConsent
  private let journal: TestJournal
  private let secondsBeforeSecondTry: TimeInterval
  /// The server gave a code although no challenge was sent.
  var givesWithoutChallenge = false
  /// Whether B has redeemed a code of its own; `nil`: it has not tried.
  var secondWorks: Bool?

  package init(
    _ facts: ServerFacts, _ consent: TestConsent, _ sender: TestSender, _ browser: TestBrowser?,
    _ access: RegistrationAccess, journal: TestJournal, secondsBeforeSecondTry: TimeInterval = 10
  ) {
    (self.facts, self.consent, self.sender) = (facts, consent, sender)
    (self.journal, self.secondsBeforeSecondTry) = (journal, secondsBeforeSecondTry)
    logins = TestLogins(facts, sender, browser)
    grants = TestGrants(facts, sender, logins)
    clients = TestClients(facts, sender, access, journal, logins, grants)
  }

  /// Runs the rows in their order. Returns why it ended before the last one; `nil`: it did not.
  package func run(_ checks: [ServerCheck], _ tell: @Sendable (CheckedVerdict) -> Void) async -> TestStop? {
    for check in checks {
      do throws(TestStop) {
        let before = await sender.lastNumber
        var finding = try await finding(check)
        if finding.kind == .notSeen(again: true), await !logins.asksAgain {
          try await sender.rest(secondsBeforeSecondTry)
          finding = try await self.finding(check)
        }
        let after = await sender.lastNumber
        finding.exchanges = after > before ? Array(before + 1...after) : []
        if case .notSeen = finding.kind { finding.evidence += await help(for: check, finding) }
        tell(check.verdict(finding))
      } catch { return error }
    }
    return nil
  }

  private func finding(_ check: ServerCheck) async throws(TestStop) -> Finding {
    if check.traits.contains(.logsIn), logins.browser == nil { return .notSeen("this check needs a login") }
    if check.traits.contains(.isDeep), !consent.allowsDeep(host: AbsoluteURL(facts.issuer)?.host ?? "") {
      return .notSeen("this check was not allowed")
    }
    for condition in check.conditions {
      if let finding = try await excuse(condition) { return finding }
    }
    if check.traits.contains(.logsIn) {
      if await logins.asksAgain {
        return .notSeen("the server asks for the password at each login, and \(logins.browser?.spentLogin ?? "")")
      }
      try await clients.prepare()
      guard await clients.a != nil else { return .noClient }
      guard facts[.authorization] != nil, facts[.token] != nil else {
        return isLeftOut(.authorization) || isLeftOut(.token)
          ? .notSeen("an endpoint of the login is left out, as the plan says")
          : .notApplicable("the server has no authorization and token endpoint")
      }
    }
    return try await row(check)
  }

  /// Deletes what the journal lists. Returns the clients that stay.
  package func clean() async -> [TestJournal.Entry] {
    await sender.beginCleaning()
    if !clients.registers { await grants.revokeFirst() }
    let left = await TestCleaning.clean(journal, sender)
    await logins.browser?.forget()
    return left
  }
}
