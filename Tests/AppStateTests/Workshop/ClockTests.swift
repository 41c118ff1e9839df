import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The bench's clock as the state sees it: who is moved, what is told to whom, and what it does to the app.
struct ClockTests {
  private var scenario = Scenario.signedIn(tools: Workshop.tools)
  private var state: AppState { scenario.state }

  init() {
    scenario.state.settings.embeddedServer = true
    scenario.state.server = .ready
  }

  /// The app's clock shows from now on what it was set to; the machine's stands still.
  private mutating func send(_ action: ClockAction) {
    scenario.send(.clock(action))
    scenario.clock = state.now
  }

  private let machine = Scenario.start

  private var told: (app: ClockSetting, server: ClockSetting)? {
    for case .set(let app, let server)? in scenario.effects.map({ $0.of(ClockEffect.self) }) { return (app, server) }
    return nil
  }

  @Test mutating func bothAreMovedTogether() throws {
    send(.unit(.hour))
    send(.step(2))
    let told = try #require(told)
    #expect(told.app == told.server && told.app.offset(at: machine) == 7200)
    #expect(state.now == machine + 7200 && state.serverNow == state.now && state.clockSkew == 0)
    #expect(state.machineNow == machine)
  }

  @Test(arguments: [Clocks.Subject.app, .server]) mutating func oneAloneMakesASkew(subject: Clocks.Subject) {
    send(.subject(subject))
    send(.step(-3))
    #expect(state.clockSkew == (subject == .app ? -180 : 180))
    #expect(state.now == (subject == .app ? machine - 180 : machine))
  }

  @Test mutating func aJumpEndsOneSecondBefore() throws {
    let moment = try #require(state.clockMoments.first { $0.kind == .accessToken })
    send(.jump(moment))
    #expect(state.now == moment.date - 1 && state.serverNow == moment.date - 1)
  }

  /// Ends come and go; whoever is about to press Enter on one does not press another.
  @Test mutating func theCursorStaysOnItsRow() throws {
    send(.watched(true))
    let place = try #require(state.clockRows.firstIndex { $0.kind == .moment(.accessToken) })
    send(.select(place))
    let sooner = [
      ClockMoment(.session, state.now + 1), ClockMoment(.registrationToken, state.now + 31_536_000),
    ]
    send(.surveyed(state.clocks.lastSurvey, ClockSurvey(sooner)))
    #expect(state.selectedClockRow.kind == .moment(.accessToken) && state.clocks.selected == place + 1)
    #expect(state.clockRows.contains { $0.kind == .moment(.registrationToken) })
  }

  @Test mutating func aForeignServersClockIsNotTouched() throws {
    scenario.state.settings.embeddedServer = false
    send(.subject(.server))
    send(.step(1))
    let told = try #require(told)
    #expect(told.server == .real && told.app != .real)
    #expect(!state.clockRows.contains(.subject))
  }

  @Test mutating func resetIsForBothWhoeverIsChosen() throws {
    send(.step(5))
    send(.subject(.app))
    send(.reset)
    let told = try #require(told)
    #expect(told.app == .real && told.server == .real && state.now == machine && state.clocks.areReal)
  }

  @Test mutating func fasterTimeDoesNotJump() {
    send(.pace(60))
    #expect(state.now == machine)
    // What the app's clock shows two of the machine's seconds later.
    scenario.clock += 120
    scenario.send(.tick)
    #expect(state.machineNow == machine + 2)
  }

  /// Two hours later the access token is over: the app finds out and renews, as it would on that day.
  @Test mutating func whatHasExpiredThenIsRenewedThen() {
    send(.unit(.hour))
    send(.step(2))
    #expect(state.flow?.kind == .refresh && state.flow?.isSilent == true)
    #expect(scenario.effects.contains(.ensureServer))
  }

  /// Whoever sleeps until a time sleeps by another clock now: the wake is asked for anew, and the old one wakes nobody.
  @Test mutating func aWakeIsAskedForAnew() throws {
    let before = state.lastWake
    send(.step(1))
    let wake = try #require(RenewalTests.wake(scenario))
    #expect(wake.number > before && wake.at > state.now)
    scenario.send(.woke(before))
    #expect(state.flow == nil)
  }

  @Test mutating func aSecretThatIsGoodAgainCanExpireAgain() {
    scenario.state.registration?.secretExpiresAt = scenario.clock + 60
    send(.step(2))
    #expect(state.banner?.error.code.rawValue == "client_secret_expired")
    scenario.send(.dismissBanner)
    send(.reset)
    #expect(state.banner == nil)
    send(.step(2))
    #expect(state.banner?.error.code.rawValue == "client_secret_expired")
  }

  @Test mutating func theEndsAreLookedForWhileSomebodyLooks() {
    scenario.send(.tick)
    #expect(scenario.effects == [])
    send(.watched(true))
    #expect(scenario.effects == [.clock(.survey(1, client: state.registration?.credentials.clientID))])
    // The database has not answered: nothing more is asked of it.
    scenario.send(.tick)
    #expect(scenario.effects == [])
    let moment = ClockMoment(.refreshToken, scenario.clock + 3600)
    send(.surveyed(7, ClockSurvey([moment])))
    #expect(!state.clockMoments.contains(moment))
    send(.surveyed(1, ClockSurvey([moment])))
    #expect(state.clockMoments.contains(moment) && state.needsTicks)
    send(.watched(false))
    scenario.send(.tick)
    #expect(scenario.effects == [])
  }

  @Test mutating func theToolTakesThePanelsPlaceAndGivesItBack() {
    scenario.send(.view(.tab(.server)))
    scenario.send(.view(.switchFocus))
    scenario.send(.view(.switchFocus))
    #expect(state.view.focus == .phone)
    scenario.send(.view(.tab(.clock)))
    #expect(state.view.tab == .clock && state.view.focus == .panel)
    scenario.send(.view(.tab(.clock)))
    #expect(state.view.tab == .server && state.view.focus == .phone)
    // From the phone its key brings it back rather than away.
    scenario.send(.view(.tab(.clock)))
    scenario.send(.view(.switchFocus))
    scenario.send(.view(.tab(.clock)))
    #expect(state.view.tab == .clock && state.view.focus == .panel)
    scenario.send(.view(.closeBench))
    #expect(state.view.tab == .server)
  }

  @Test mutating func rowsAreWalkedThroughAndNeverLeft() {
    scenario.send(.view(.tab(.clock)))
    for _ in 0..<50 { scenario.send(.view(.moveSelection(1))) }
    #expect(state.selectedClockRow == state.clockRows.last)
    scenario.send(.view(.moveSelection(-1000)))
    #expect(state.selectedClockRow == .subject)
  }
}
