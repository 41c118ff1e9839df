import Foundation
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Presenter mode: masks secrets for good, plays the main job, looks back without changes, and returns to the start.
@Suite struct PresenterTests {
  private func presenting(_ scenario: Scenario = Scenario(tools: Workshop.tools), forGood: Bool = false) -> Scenario {
    var scenario = scenario
    scenario.state.tools[PresenterTool.self].isForGood = forGood
    scenario.state.settings.presenter = forGood
    if !forGood { scenario.send(.presenter(.toggle)) }
    return scenario
  }

  /// The time of the scheduled turn has come.
  private func turn(_ scenario: inout Scenario) {
    let numbers = scenario.effects.compactMap {
      if case .turn(let number, _)? = $0.of(PresenterEffect.self) { number } else { nil }
    }
    scenario.send(.presenter(.due(numbers.last ?? scenario.state[PresenterTool.self].lastTurn)))
  }

  /// The embedded server deletes the phone's client, with the administrator's right.
  private func administer(_ scenario: inout Scenario, _ problem: ServerProblem? = nil) {
    let changes = scenario.effects.compactMap {
      if case .change(let change)? = $0.of(ServerEffect.self) { change } else { nil }
    }
    let client = scenario.state.registration?.credentials.clientID ?? ""
    #expect(changes == [.forget(client: client)])
    for change in changes { scenario.send(.serverPanel(.changed(change, problem))) }
  }

  @Test func secretsStayMaskedOnBothWays() {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    scenario.send(.view(.toggleSecrets))
    #expect(scenario.state.view.revealsSecrets)
    scenario.send(.presenter(.toggle))
    scenario.send(.view(.toggleSecrets))
    #expect(scenario.state.settings.presenter && !scenario.state.view.revealsSecrets)
    scenario.send(.presenter(.toggle))
    #expect(!scenario.state.settings.presenter && !scenario.state.view.revealsSecrets)
  }

  @Test func presenterModeForGoodCannotBeLeft() {
    var scenario = presenting(forGood: true)
    scenario.send(.presenter(.toggle))
    #expect(scenario.state.settings.presenter)
  }

  @Test func autoplayPressesTheButtonsOfTheMainJob() {
    var scenario = presenting()
    scenario.send(.keystoreLoaded(nil))
    scenario.send(.presenter(.play))
    turn(&scenario)
    #expect(scenario.state.flow?.kind == .registration)
    // Autoplay presses nothing while a flow is under way.
    let asked = scenario.state[PresenterTool.self].lastTurn
    scenario.send(.tick)
    #expect(scenario.state[PresenterTool.self].lastTurn == asked)
  }

  /// The end of the story, which shows what one client per installation is good for.
  @Test func autoplayHasTheClientRevokedIsRefusedAndRegistersAgain() throws {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.state.settings.embeddedServer = true
    let client = try #require(scenario.state.registration?.credentials.clientID)
    scenario.send(.presenter(.play))
    scenario.state.tools[PresenterTool.self].played = [.refresh, .profile]
    turn(&scenario)
    let change = ServerChange.revoke(client: client)
    #expect(scenario.effects.contains(.tool(ServerEffect.change(change))))
    scenario.send(.serverPanel(.changed(change, nil)))
    #expect(StopCaption(scenario.state).title == .stopRevoked)
    turn(&scenario)
    #expect(scenario.state.flow?.kind == .refresh && scenario.state.view.focus == .phone)
    scenario.send(.cancel)
    var refusal = Banner(
      error: AppError(code: .server(.invalidClient), step: .refresh, cause: .app(detail: "")), retry: nil)
    refusal.registrationIsDead = true
    scenario.state.banner = refusal
    turn(&scenario)
    #expect(scenario.state[PresenterTool.self].isPlaying && scenario.state.flow?.kind == .registration)
    // The story is played once.
    scenario.send(.cancel)
    scenario.state.banner = refusal
    turn(&scenario)
    #expect(!scenario.state[PresenterTool.self].isPlaying && scenario.state.flow == nil)
  }

  /// A phone that keeps a refused registration counts as dead until a user signs in with it.
  @Test func aRefusedClientStaysDeadUntilASignIn() throws {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    let session = try #require(scenario.state.session)
    let error = AppError(code: .server(.invalidClient), step: .refresh, cause: .app(detail: ""))
    scenario.state.auth = .failed(error)
    scenario.state.banner = Banner(error: error, retry: nil)
    scenario.state.banner?.registrationIsDead = true
    scenario.send(.tick)
    #expect(StopCaption(scenario.state).title == .stopDead)
    scenario.send(.dismissBanner)
    #expect(StopCaption(scenario.state).title == .stopDead && StopCaption(scenario.state).number == nil)
    scenario.state.auth = .authorized(session, refreshing: false)
    scenario.send(.tick)
    scenario.state.auth = .idle
    scenario.send(.tick)
    #expect(StopCaption(scenario.state).title == .stopRegistered)
  }

  /// At an external server nobody can revoke, so autoplay leaves that out.
  @Test func autoplayRefreshesShowsTheProfileAndSignsOut() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.state.settings.embeddedServer = false
    scenario.send(.presenter(.play))
    turn(&scenario)
    #expect(scenario.state.flow?.kind == .refresh)
    scenario.send(.cancel)
    turn(&scenario)
    #expect(scenario.state.view.route == .profile)
    turn(&scenario)
    #expect(scenario.state.view.route == .home)
    turn(&scenario)
    #expect(scenario.state.flow?.kind == .signOut)
  }

  @Test func autoplayLeavesErrorsToThePerson() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.send(.presenter(.play))
    scenario.state.banner = Banner(error: AppError(.noRefreshToken, step: nil, cause: .app(detail: "")), retry: nil)
    turn(&scenario)
    #expect(!scenario.state[PresenterTool.self].isPlaying && scenario.state.flow == nil && scenario.state.banner != nil)
  }

  @Test func aPausedShowTakesNoTurn() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.send(.presenter(.play))
    let asked = scenario.state[PresenterTool.self].lastTurn
    scenario.send(.presenter(.play))
    scenario.send(.presenter(.due(asked)))
    #expect(scenario.state.flow == nil)
  }

  @Test func resetErasesTheDeviceAndTheBrowser() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.send(.phones(.show))
    scenario.state.phones.cloned = Phones.Clone(from: "phone", to: "phone-2")
    scenario.send(.presenter(.reset))
    #expect(!scenario.state.phones.isShown && scenario.state.phones.cloned == nil)
    administer(&scenario)
    #expect(scenario.state.flow?.kind == .forgetDevice)
    scenario.send(.server(.ready))
    scenario.lose(.unregistration)
    scenario.send(.answered(scenario.flowID, .erased(["keystore.age"])))
    #expect(scenario.effects.contains(.clearBrowserData))
    scenario.send(.browserDataCleared(["cookies"]))
    #expect(!scenario.state[PresenterTool.self].isResetting && scenario.state.settings.presenter)
    #expect(scenario.state.registration == nil && scenario.state.session == nil)
    #expect(scenario.state.notice == nil && scenario.state.messages.isEmpty)
  }

  /// The browser's data is cleared after the phone; a question about quitting that came meanwhile stays.
  @Test func quittingDuringAResetStillAsks() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.send(.presenter(.reset))
    administer(&scenario)
    scenario.send(.server(.ready))
    scenario.lose(.unregistration)
    scenario.send(.answered(scenario.flowID, .erased(["keystore.age"])))
    scenario.send(.quit)
    #expect(scenario.state.view.confirmation == .quit)
    scenario.send(.browserDataCleared(["cookies"]))
    #expect(!scenario.state[PresenterTool.self].isResetting && scenario.state.view.confirmation == .quit)
    scenario.send(.quit)
    #expect(scenario.effects.contains(.quit))
  }

  @Test func aServerThatCannotBeAdministeredDoesNotStopTheReset() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.send(.presenter(.reset))
    administer(&scenario, ServerProblem(.databaseLocked, "idsvr.sqlite"))
    #expect(scenario.state.flow?.kind == .forgetDevice)
  }

  @Test func inTheMiddleOfAFlowItAsksWithOneKey() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.send(.refreshAccessToken)
    scenario.send(.presenter(.reset))
    #expect(scenario.state.flow?.kind == .refresh && !scenario.state[PresenterTool.self].isResetting)
    scenario.clock.addTimeInterval(6)
    scenario.send(.presenter(.reset))
    #expect(!scenario.state[PresenterTool.self].isResetting, "the question was forgotten")
    scenario.send(.presenter(.reset))
    #expect(scenario.state[PresenterTool.self].isResetting)
  }

  @Test func theCounterNeverRunsBackwards() {
    var scenario = Scenario(tools: Workshop.tools)
    func number() -> Int? { StopCaption(scenario.state).number }
    scenario.coldStart()
    #expect(number() == 1)
    scenario.register()
    #expect(number() == 6)
    scenario.authenticate()
    #expect(number() == 10)
    scenario.state.auth = .idle
    scenario.send(.tick)
    #expect(number() == nil, "after a sign-out no earlier step is presented again")
    scenario.beginAuthentication()
    #expect(number() == nil)
    scenario.send(.cancel)
    // A new registration is counted from its beginning.
    (scenario.state.registration, scenario.state.keystore) = (nil, .empty)
    scenario.send(.tick)
    #expect(number() == 1)
    scenario.beginRegistration()
    #expect(number() == 3)
  }

  /// A new client is counted from the beginning; a cancelled registration leaves the count of the current client.
  @Test func registeringAgainIsCountedAnew() {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    func number() -> Int? { StopCaption(scenario.state).number }
    func registerAgain() {
      scenario.send(.registerAgain)
      #expect(number() == 2)
      scenario.send(.server(.ready))
      if scenario.request?.endpoint == .metadata { scenario.respond(.openIDMetadata, Scenario.metadata) }
      scenario.prepareAuthorization()
      #expect(number() == 3)
    }
    scenario.state.auth = .idle
    scenario.send(.tick)
    #expect(number() == nil)
    registerAgain()
    scenario.send(.cancel)
    #expect(number() == nil)
    registerAgain()
    var numbers: [Int?] = []
    scenario.returnCode("first")
    numbers.append(number())
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300, "scope": "dcr"])
    numbers.append(number())
    scenario.respond(.registration, 201, Scenario.registration.setting("client_id", "another"))
    scenario.send(.answered(scenario.flowID, .saved))
    numbers.append(number())
    scenario.beginAuthentication()
    numbers.append(number())
    #expect(numbers == [4, 5, 6, 7])
  }

  @Test(arguments: zip(RegistrationMode.allCases, [10, 9, 9, 9, 8, 6]))
  func eachWayToRegisterHasItsCount(_ mode: RegistrationMode, _ count: Int) {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.state.settings.registration = mode
    scenario.coldStart()
    let caption = StopCaption(scenario.state)
    #expect(caption.number == 1 && caption.count == count)
  }

  @Test func chaptersLeadFromOneCountedStopToAnother() {
    var scenario = presenting()
    var presentation = Presentation()
    func number() -> Int? { StopCaption(presentation.seen(scenario.state)).number }
    scenario.coldStart()
    presentation.note(scenario.state)
    for route in [ViewState.Route.settings, .home] {
      scenario.send(.view(.show(route)))
      presentation.note(scenario.state)
    }
    scenario.state.registration = Scenario().signedIn().state.registration
    scenario.state.keystore = .open
    scenario.send(.tick)
    presentation.note(scenario.state)
    for route in [ViewState.Route.settings, .home] {
      scenario.send(.view(.show(route)))
      presentation.note(scenario.state)
    }
    #expect(presentation.stops.count == 6)
    presentation.back(toChapter: true)
    #expect(presentation.position == 3 && number() == 6)
    presentation.back(toChapter: true)
    #expect(presentation.position == 2 && number() == 1)
    presentation.forth(toChapter: true)
    #expect(presentation.position == 3)
    presentation.forth(toChapter: true)
    #expect(presentation.position == nil)
  }

  /// Looking at another panel and back is no stop.
  @Test func aSwitchOfPanelsIsNoStop() throws {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.state.settings.embeddedServer = true
    var presentation = Presentation()
    presentation.note(scenario.state)
    let change = ServerChange.revoke(client: try #require(scenario.state.registration?.credentials.clientID))
    (scenario.state.view.tab, scenario.state.view.focus) = (.server, .panel)
    scenario.state.tools[ServerInsight.self].change = ServerInsight.Change(change)
    scenario.send(.serverPanel(.changed(change, nil)))
    presentation.note(scenario.state)
    for focus in [ViewState.Focus.phone, .panel, .phone] {
      scenario.state.view.focus = focus
      presentation.note(scenario.state)
    }
    #expect(presentation.stops.count == 2)
    scenario.send(.view(.show(.profile)))
    presentation.note(scenario.state)
    presentation.back()
    #expect(StopCaption(presentation.seen(scenario.state)).title == .stopRevoked)
  }

  @Test func lookingBackPausesAndTheCountStandsStill() {
    var scenario = presenting()
    scenario.coldStart()
    var presentation = Presentation()
    scenario.send(.presenter(.play))
    presentation.note(scenario.state)
    scenario.send(.view(.show(.settings)))
    presentation.note(scenario.state)
    presentation.back()
    scenario.send(.presenter(.back))
    #expect(!scenario.state[PresenterTool.self].isPlaying)
    #expect(presentation.seen(scenario.state)[PresenterTool.self].place == PresenterTool.Place(number: 1, count: 2))
    scenario.send(.view(.show(.home)))
    presentation.note(scenario.state)
    #expect(presentation.seen(scenario.state)[PresenterTool.self].place == PresenterTool.Place(number: 1, count: 2))
    presentation.forth()
    #expect(presentation.position == nil)
  }

  /// A flow that knows the metadata passes discovery without showing it.
  @Test func unseenStepsAreNoStops() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    var presentation = Presentation()
    presentation.note(scenario.state)
    scenario.send(.refreshAccessToken)
    presentation.note(scenario.state)
    scenario.send(.server(.ready))
    presentation.note(scenario.state)
    #expect(presentation.stops.map { $0.visibleFlow?.step } == [nil, .refresh])
  }

  /// The server reports its answer before the phone has it.
  @Test func thePastDoesNotKnowTheAnswerBeforeThePhoneHasIt() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.begin(.refreshAccessToken)
    scenario.clock.addTimeInterval(2)
    scenario.send(.woke(scenario.state.lastWake))
    #expect(scenario.request?.endpoint == .refresh)
    var presentation = Presentation()
    presentation.note(scenario.state)
    scenario.send(
      .serverPanel(.event(method: "POST", path: "/token", status: 400, note: "", client: nil, endpoint: .token)))
    presentation.note(scenario.state)
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    presentation.note(scenario.state)
    presentation.back()
    #expect(presentation.seen(scenario.state)[ServerInsight.self].events.all.isEmpty)
    #expect(!scenario.state[ServerInsight.self].events.all.isEmpty)
  }

  @Test func aFailedResetSaysSoAndStops() {
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    scenario.send(.presenter(.reset))
    administer(&scenario)
    scenario.send(.server(.ready))
    scenario.lose(.unregistration)
    scenario.send(.answered(scenario.flowID, .notErased(.init(.unwritable, path: "/x"))))
    #expect(!scenario.state[PresenterTool.self].isResetting && scenario.state.banner != nil)
    #expect(!scenario.effects.contains(.clearBrowserData))
  }

  @Test func lookingAtThePastDoesNotChangeIt() {
    var scenario = presenting()
    var presentation = Presentation()
    presentation.note(scenario.state)
    scenario.send(.keystoreLoaded(nil))
    presentation.note(scenario.state)
    scenario.send(.startRegistration)
    presentation.note(scenario.state)
    let present = scenario.state
    presentation.back()
    #expect(presentation.seen(present).flow == nil)
    #expect(presentation.seen(present)[PresenterTool.self].place?.number == presentation.stops.count - 1)
    presentation.forth()
    #expect(presentation.seen(present) == present)
    for _ in 0..<10 { presentation.back() }
    #expect(presentation.position == 0)
    presentation.backToThePresent()
    #expect(presentation.seen(present) == present)
  }

  @Test func aLongShowIsBounded() {
    var presentation = Presentation()
    var scenario = presenting(Scenario(tools: Workshop.tools).signedIn())
    for number in 0..<(Presentation.most + 20) {
      scenario.send(.view(.show(number.isMultiple(of: 2) ? .profile : .home)))
      presentation.note(scenario.state)
    }
    #expect(presentation.stops.count == Presentation.most)
  }
}
