import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The bench's clock as state: which clocks it moves, whom it tells, and how the app reacts.
struct ClockTests {
  private var scenario = Scenario(tools: Workshop.tools).signedIn()
  private var state: AppState { scenario.state }
  private var phone: Phone<Clocks> { Phone(state) }

  init() {
    scenario.state.settings.embeddedServer = true
    scenario.state.server = .ready
  }

  /// The app's clock shows what it was set to; the machine's stands still.
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
    #expect(state.now == machine + 7200 && phone.serverNow == state.now && phone.skew == 0)
    #expect(phone.machineNow == machine)
  }

  @Test(arguments: [Clocks.Subject.app, .server]) mutating func oneAloneMakesASkew(subject: Clocks.Subject) {
    send(.subject(subject))
    send(.step(-3))
    #expect(phone.skew == (subject == .app ? -180 : 180))
    #expect(state.now == (subject == .app ? machine - 180 : machine))
  }

  @Test mutating func aJumpEndsOneSecondBefore() throws {
    let moment = try #require(phone.moments.first { $0.kind == .accessToken })
    send(.jump(moment))
    #expect(state.now == moment.date - 1 && phone.serverNow == moment.date - 1)
  }

  /// New rows must not move the cursor to another row, where Enter would jump to the wrong time.
  @Test mutating func theCursorStaysOnItsRow() throws {
    send(.watched(true))
    let place = try #require(phone.rows.firstIndex { $0.kind == .accessToken })
    send(.select(place))
    let sooner = [
      ClockMoment(.session, state.now + 1), ClockMoment(.registrationToken, state.now + 31_536_000),
    ]
    send(.surveyed(phone.own.lastSurvey, ClockSurvey(sooner)))
    #expect(phone.selectedRow.kind == .accessToken && phone.own.selected == place + 1)
    #expect(phone.rows.contains { $0.kind == .registrationToken })
  }

  @Test mutating func aForeignServersClockIsNotTouched() throws {
    scenario.state.settings.embeddedServer = false
    send(.subject(.server))
    send(.step(1))
    let told = try #require(told)
    #expect(told.server == .real && told.app != .real)
    #expect(!phone.rows.contains(.subject))
  }

  @Test mutating func resetIsForBothClocks() throws {
    send(.step(5))
    send(.subject(.app))
    send(.reset)
    let told = try #require(told)
    #expect(told.app == .real && told.server == .real && state.now == machine && phone.own.areReal)
  }

  @Test mutating func fasterTimeDoesNotJump() {
    send(.pace(60))
    #expect(state.now == machine)
    // The time that the app's clock shows two of the machine's seconds later.
    scenario.clock += 120
    scenario.send(.tick)
    #expect(phone.machineNow == machine + 2)
  }

  /// Two hours later the access token has expired: the app notices and refreshes, as it would in real time.
  @Test mutating func tokensThatHaveExpiredAreRenewed() {
    send(.unit(.hour))
    send(.step(2))
    #expect(state.flow?.kind == .refresh && state.flow?.isSilent == true)
    #expect(scenario.effects.contains(.ensureServer))
  }

  /// After a change of the clock the wake is scheduled again, and the old one does nothing.
  @Test mutating func aWakeIsScheduledAgain() throws {
    let before = state.lastWake
    send(.step(1))
    let wake = try #require(RenewalTests.wake(scenario))
    #expect(wake.number > before && wake.at > state.now)
    scenario.send(.woke(before))
    #expect(state.flow == nil)
  }

  @Test mutating func aSecretThatIsGoodAgainCanExpireAgain() {
    scenario.state.registration?.setMember(
      "client_secret_expires_at", .number(String((scenario.clock + 60).timeIntervalSince1970)))
    send(.step(2))
    #expect(state.banner?.error.code.rawValue == "client_secret_expired")
    scenario.send(.dismissBanner)
    send(.reset)
    #expect(state.banner == nil)
    send(.step(2))
    #expect(state.banner?.error.code.rawValue == "client_secret_expired")
  }

  @Test mutating func expiriesAreReadWhileTheToolIsVisible() {
    scenario.send(.tick)
    #expect(scenario.effects == [])
    send(.watched(true))
    #expect(scenario.effects == [.tool(ClockEffect.survey(1, client: state.registration?.credentials.clientID))])
    // The database has not answered, so no second query starts.
    scenario.send(.tick)
    #expect(scenario.effects == [])
    let moment = ClockMoment(.refreshToken, scenario.clock + 3600)
    send(.surveyed(7, ClockSurvey([moment])))
    #expect(!phone.moments.contains(moment))
    send(.surveyed(1, ClockSurvey([moment])))
    #expect(phone.moments.contains(moment) && state.needsTicks)
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
    // With the phone focused, the tool's key focuses the tool instead of closing it.
    scenario.send(.view(.tab(.clock)))
    scenario.send(.view(.switchFocus))
    scenario.send(.view(.tab(.clock)))
    #expect(state.view.tab == .clock && state.view.focus == .panel)
    scenario.send(.view(.closeBench))
    #expect(state.view.tab == .server)
  }

  @Test mutating func theSelectionStaysWithinTheRows() {
    scenario.send(.view(.tab(.clock)))
    for _ in 0..<50 { scenario.send(.view(.moveSelection(1))) }
    #expect(phone.selectedRow == phone.rows.last)
    scenario.send(.view(.moveSelection(-1000)))
    #expect(phone.selectedRow == .subject)
  }
}
