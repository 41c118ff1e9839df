import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// The silent refresh by a clock that the test moves: when it comes, how it fails, and what it never does.
@Suite struct RenewalTests {
  /// The one wake that the last action asked for.
  static func wake(_ scenario: Scenario) -> (number: Int, at: Date, spread: TimeInterval)? {
    for case .wake(let number, let at, let spread) in scenario.effects { return (number, at, spread) }
    return nil
  }

  /// Signed in, with the clock at the time of the wake.
  private func due() throws -> Scenario {
    var scenario = Scenario().signedIn()
    let wake = try #require(RenewalTests.wake(scenario))
    scenario.clock = wake.at
    scenario.send(.woke(wake.number))
    return scenario
  }

  private func refused(_ scenario: inout Scenario, _ status: Int, retryAfter: String? = nil) {
    let headers = retryAfter.map { [HTTPHeader("Retry-After", $0)] } ?? []
    scenario.send(.answered(scenario.flowID, .response(.refresh, .success(HTTPResponse(status, headers: headers)))))
  }

  // MARK: When

  @Test(arguments: [
    // Lifetime, seconds from the answer to the wake, random seconds added at most.
    (300.0, 240.0, 30.0), (3600, 3540, 30), (100, 75, 12.5), (8, 6, 1), (4, 5, 0.5), (0, 5, 0),
  ])
  func aRefreshIsDueBeforeExpiryByAMargin(lifetime: Double, after: Double, spread: Double) throws {
    let response = HTTPResponse(
      200, headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array(Scenario.tokens().setting("expires_in", .number("\(lifetime)")).compact.utf8))
    let tokens = try TokenRequest.judge(response, expectsIDToken: false, now: Scenario.start)
    let renewal = try #require(Renewal(tokens))
    #expect(renewal.due == Scenario.start + after)
    #expect(renewal.spread == spread)
  }

  @Test(arguments: ["expires_in", "refresh_token"]) func withoutOneOfTheseThereIsNoSilentRefresh(member: String) throws
  {
    let response = HTTPResponse(
      200, headers: [HTTPHeader("Content-Type", "application/json")],
      body: Array(Scenario.tokens().setting(member, nil).compact.utf8))
    let tokens = try TokenRequest.judge(response, expectsIDToken: false, now: Scenario.start)
    #expect(Renewal(tokens) == nil)
  }

  @Test func signingInAsksForOneWakeAndNothingElseDoes() throws {
    var scenario = Scenario().signedIn()
    #expect(RenewalTests.wake(scenario)?.at == Scenario.start + 240)
    scenario.send(.tick)
    scenario.send(.view(.show(.profile)))
    #expect(scenario.effects == [])
  }

  @Test func itRefreshesWithoutTakingTheScreen() throws {
    var scenario = try due()
    #expect(scenario.effects == [.ensureServer])
    #expect(scenario.state.flow?.isSilent == true)
    scenario.begin(.view(.show(.profile)))
    scenario.renew()
    #expect(scenario.state.session?.tokens.accessToken == Secret("access-2"))
    #expect(scenario.state.view.route == .profile)
    #expect(scenario.state.notice == nil)
    #expect(scenario.state.banner == nil)
    // The next refresh is scheduled.
    #expect(RenewalTests.wake(scenario)?.at == scenario.clock + 240)
  }

  @Test func aWakeOfAnOlderTokenDoesNothing() throws {
    var scenario = Scenario().signedIn()
    let old = try #require(RenewalTests.wake(scenario))
    scenario.begin(.refreshAccessToken)
    scenario.renew()
    scenario.clock = old.at
    scenario.send(.woke(old.number))
    #expect(scenario.state.flow == nil)
    #expect(scenario.effects == [])
  }

  /// The clock was set back: the wake comes too early and is scheduled again.
  @Test func aWakeThatComesTooEarlyIsAskedForAgain() throws {
    var scenario = Scenario().signedIn()
    let wake = try #require(RenewalTests.wake(scenario))
    scenario.clock = wake.at - 100
    scenario.send(.woke(wake.number))
    #expect(scenario.state.flow == nil)
    #expect(RenewalTests.wake(scenario)?.at == wake.at)
  }

  /// The machine slept for a day.
  @Test func aWakeThatComesFarTooLateStillRefreshes() throws {
    var scenario = Scenario().signedIn()
    let wake = try #require(RenewalTests.wake(scenario))
    scenario.clock = wake.at + 86_400
    scenario.send(.woke(wake.number))
    #expect(scenario.state.flow?.kind == .refresh)
  }

  // MARK: One at a time

  @Test func aWakeDuringAnotherFlowWaitsForItsEnd() throws {
    var scenario = Scenario().signedIn()
    let wake = try #require(RenewalTests.wake(scenario))
    scenario.send(.signOut)
    let signOut = scenario.flowID
    scenario.clock = wake.at
    scenario.send(.woke(wake.number))
    #expect(scenario.state.flow?.id == signOut)
    scenario.send(.cancel)
    #expect(scenario.state.flow?.kind == .refresh)
    #expect(scenario.state.flow?.isSilent == true)
  }

  @Test func afterSignOutNothingIsRenewed() throws {
    var scenario = Scenario().signedIn()
    let wake = try #require(RenewalTests.wake(scenario))
    scenario.send(.signOut)
    scenario.send(.server(.failed("gone")))
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.clock = wake.at
    scenario.send(.woke(wake.number))
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.renewal == nil)
  }

  @Test func refreshPressedDuringASilentOneStartsNoSecond() throws {
    var scenario = try due()
    let running = scenario.flowID
    scenario.send(.refreshAccessToken)
    #expect(scenario.effects == [])
    #expect(scenario.state.flow?.id == running)
  }

  @Test func signOutPressedDuringASilentRefreshComesAfterIt() throws {
    var scenario = try due()
    scenario.send(.signOut)
    #expect(scenario.state.flow?.kind == .refresh)
    #expect(scenario.state.flow?.isSilent == false)
    scenario.send(.server(.ready))
    scenario.renew()
    #expect(scenario.state.flow?.kind == .signOut)
  }

  // MARK: Failures that pass

  @Test func itBacksOffAndShowsOnlyThatItWaits() throws {
    var scenario = try due()
    for (attempt, pause) in [1.0, 2, 4, 8, 16, 32, 60, 60, 60].enumerated() {
      scenario.send(.server(.ready))
      if attempt % 2 == 0 { scenario.lose(.refresh) } else { refused(&scenario, 502) }
      #expect(scenario.state.banner == nil)
      #expect(scenario.state.notice == nil)
      #expect(scenario.state.session != nil)
      #expect(scenario.state.renewal?.attempt == attempt + 1)
      #expect(scenario.state.needsTicks)
      let wake = try #require(RenewalTests.wake(scenario))
      #expect(wake.at == scenario.clock + pause)
      #expect(wake.spread == pause / 4)
      scenario.clock = wake.at
      scenario.send(.woke(wake.number))
      #expect(scenario.state.flow?.isSilent == true, "no try after \(attempt + 1) failures")
    }
    scenario.send(.server(.ready))
    scenario.renew()
    #expect(scenario.state.renewal?.attempt == 0)
  }

  @Test(arguments: [(429, "30", 30.0), (503, "100000", 900), (503, "0", 1), (429, "nonsense", 1)])
  func retryAfterIsHonouredWithinLimits(status: Int, header: String, pause: Double) throws {
    var scenario = try due()
    scenario.send(.server(.ready))
    refused(&scenario, status, retryAfter: header)
    #expect(RenewalTests.wake(scenario)?.at == scenario.clock + pause)
    #expect(scenario.state.banner == nil)
  }

  @Test func refreshPressedBetweenTwoTriesTriesAtOnceAndQuietly() throws {
    var scenario = try due()
    scenario.send(.server(.ready))
    scenario.lose(.refresh)
    let waiting = try #require(RenewalTests.wake(scenario))
    scenario.send(.refreshAccessToken)
    #expect(scenario.effects == [.ensureServer])
    #expect(scenario.state.flow?.isSilent == true)
    // The wake that the wait had scheduled does nothing.
    scenario.clock = waiting.at
    scenario.send(.woke(waiting.number))
    #expect(scenario.effects == [])
    scenario.send(.server(.ready))
    scenario.lose(.refresh)
    #expect(scenario.state.renewal?.attempt == 2)
  }

  // MARK: Failures that do not pass

  @Test func aRefusedRefreshTokenEndsTheSessionCalmly() throws {
    var scenario = try due()
    scenario.send(.server(.ready))
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(scenario.state.session == nil)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.notice == .sessionEnded)
    #expect(scenario.state.registration != nil)
    #expect(RenewalTests.wake(scenario) == nil)
  }

  @Test func aRefusedClientIsADeadRegistration() throws {
    var scenario = try due()
    scenario.send(.server(.ready))
    scenario.respond(.refresh, 401, ["error": "invalid_client"])
    scenario.respond(.registrationRead, 401, [:])
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(RenewalTests.wake(scenario) == nil)
  }

  @Test func anAnswerThatBreaksTheProtocolIsShownAndNotRetried() throws {
    var scenario = try due()
    scenario.send(.server(.ready))
    scenario.respond(.refresh, ["token_type": "bearer"])
    #expect(scenario.state.banner?.error.code.rawValue == "token_missing_access_token")
    #expect(scenario.state.session != nil)
    #expect(RenewalTests.wake(scenario) == nil)
  }

  @Test func aScriptedAppRenewsNothing() {
    var scenario = Scenario()
    scenario.state.settings.isUnattended = true
    scenario.coldStart()
    scenario.register()
    scenario.authenticate()
    #expect(scenario.state.session != nil)
    #expect(RenewalTests.wake(scenario) == nil)
  }

  // MARK: The secret's life

  private func stored(expiring date: Date) throws -> StoredState {
    let document = Scenario.registration.setting(
      "client_secret_expires_at", .number(String(Int(date.timeIntervalSince1970))))
    return StoredState(
      registration: try RegistrationRequest.restore(document), registeredAt: Scenario.start,
      tokens: KeptTokens(idToken: nil))
  }

  @Test func aSecretThatExpiresDuringTheRunIsReportedThen() throws {
    var scenario = Scenario()
    scenario.send(.started)
    scenario.send(.keystoreLoaded(try stored(expiring: Scenario.start + 100_000)))
    let wake = try #require(RenewalTests.wake(scenario))
    #expect(wake.at == Scenario.start + 100_000)
    #expect(scenario.state.banner == nil)
    scenario.clock = wake.at
    scenario.send(.woke(wake.number))
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.banner?.error.cause == .app(detail: .value("2027-01-16T11:46:40Z")))
    // The user keeps the client: no second message until a request needs the secret.
    scenario.send(.dismissBanner)
    scenario.send(.tick)
    #expect(scenario.state.banner == nil)
    scenario.send(.startAuthentication)
    #expect(scenario.effects == [])
    #expect(scenario.state.banner?.registrationIsDead == true)
  }

  @Test func aSecretThatExpiredBeforeTheStartIsReportedAtOnce() throws {
    var scenario = Scenario()
    scenario.send(.started)
    scenario.send(.keystoreLoaded(try stored(expiring: Scenario.start - 1)))
    #expect(scenario.state.banner?.error.code.rawValue == "client_secret_expired")
    #expect(scenario.effects == [])
  }

  /// The update sends the registration access token, not the secret; its answer may bring a new one (RFC 7592 §2.2).
  @Test(arguments: [true, false]) func anUpdateMayRenewAnExpiredSecret(_ isRenewed: Bool) throws {
    var scenario = Scenario()
    scenario.send(.started)
    scenario.send(.keystoreLoaded(try stored(expiring: Scenario.start - 1)))
    scenario.send(.dismissBanner)
    scenario.send(.updateRegistration)
    scenario.send(.server(.external))
    #expect(scenario.request?.method == "PUT")
    let end = Scenario.start + (isRenewed ? 1000 : -1)
    scenario.respond(
      .registrationUpdate,
      Scenario.registration.setting("client_secret", "a-new-secret").setting(
        "client_secret_expires_at", .number(String(Int(end.timeIntervalSince1970)))))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect((scenario.state.secretHasExpired(at: .login) == nil) == isRenewed)
    #expect((scenario.state.notice == .registrationUpdated(newSecret: true)) == isRenewed)
    #expect((scenario.state.banner?.error.code.rawValue == "client_secret_expired") == !isRenewed)
  }

  @Test func anExpiredSecretIsNotSentInARefresh() throws {
    var scenario = Scenario().signedIn()
    scenario.state.registration?.setMember(
      "client_secret_expires_at", .number(String((Scenario.start + 100).timeIntervalSince1970)))
    scenario.clock = Scenario.start + 100
    scenario.send(.refreshAccessToken)
    #expect(scenario.request == nil)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.session != nil)
  }
}
