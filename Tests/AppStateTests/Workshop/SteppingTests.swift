import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Step mode as values: every message of a flow is held once, in order, and leaves only after its release.
@Suite struct SteppingTests {
  private static let state = Scenario.secrets.state.revealed

  private func started() -> Stepper {
    var stepper = Stepper()
    stepper.scenario.coldStart()
    stepper.send(.step(.toggle))
    return stepper
  }

  private func register(_ stepper: inout Stepper) {
    stepper.begin(.startRegistration)
    stepper.respond(.openIDMetadata, Scenario.metadata)
    stepper.prepared()
    stepper.returnRedirect("code=first&state=\(SteppingTests.state)")
    stepper.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    stepper.respond(.registration, 201, Scenario.registration)
    stepper.saved()
  }

  private func logIn(_ stepper: inout Stepper) {
    stepper.begin(.startAuthentication)
    stepper.prepared()
    stepper.returnRedirect("code=second&state=\(SteppingTests.state)")
    stepper.respond(.token, Scenario.tokens())
    stepper.respond(.jwks, ["keys": []])
    stepper.send(.answered(stepper.scenario.flowID, .idTokenJudged(.success(Scenario.claims))))
    stepper.respond(.userinfo, Scenario.userinfo)
    stepper.saved()
  }

  @Test func everyMessageOfTheMainJobIsHeldOnceAndInOrder() {
    var stepper = started()
    register(&stepper)
    #expect(
      stepper.names == [
        .metadata, .openRegistrationLogin, .registrationToken, .register, .saveRegistration,
      ])
    stepper.names = []
    logIn(&stepper)
    #expect(stepper.names == [.openLogin, .token, .jwks, .userinfo, .saveTokens])
    let order = StepMessage.order(of: .authentication, .user, hasApplicationServer: false)
    #expect(order == [.metadata] + stepper.names)
    #expect(stepper.scenario.state.session?.subject == "demouser")
    stepper.names = []
    stepper.begin(.refreshAccessToken)
    stepper.respond(.refresh, Scenario.tokens("2", idToken: false))
    stepper.respond(.userinfo, Scenario.userinfo)
    stepper.saved()
    #expect(stepper.names.prefix(2) == [.refresh, .userinfo] && stepper.names.count == 3)
    stepper.names = []
    stepper.begin(.signOut)
    stepper.prepared(Scenario.postLogoutRedirectURI)
    stepper.send(
      .answered(
        stepper.scenario.flowID, .returned(.redirect("\(Scenario.postLogoutRedirectURI)?state=\(SteppingTests.state)")))
    )
    stepper.saved()
    #expect(stepper.names == [.openSignOut, .clearTokens])
    #expect(stepper.scenario.state.notice == .signedOut)
    stepper.names = []
    stepper.begin(.forgetDevice)
    stepper.respond(.unregistration, 204, [:])
    stepper.send(.answered(stepper.scenario.flowID, .erased(["keystore.age"])))
    #expect(stepper.names == [.deleteRegistration, .eraseKeystore])
    #expect(stepper.scenario.state.registration == nil)
    #expect(stepper.leaks.isEmpty, "left without a release: \(stepper.leaks.map(\.awaitedAnswer))")
  }

  /// Plays up to a held message of the first flow.
  private func stopped(before name: StepMessage, _ prepare: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = Scenario(tools: Workshop.tools).started()
    scenario.send(.step(.toggle))
    prepare(&scenario)
    scenario.begin(.startRegistration)
    let answers: [(StepMessage, (inout Scenario) -> Void)] = [
      (.metadata, { $0.respond(.openIDMetadata, Scenario.metadata) }),
      (.openRegistrationLogin, { $0.returnRedirect("code=first&state=\(SteppingTests.state)") }),
      (.registrationToken, { $0.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer"]) }),
      (.register, { $0.respond(.registration, 201, Scenario.registration) }),
      (.saveRegistration, { $0.send(.answered($0.flowID, .saved)) }),
    ]
    for (held, answer) in answers where scenario.state[Stepping.self].heldMessage?.name != name {
      #expect(scenario.state[Stepping.self].heldMessage?.name == held)
      scenario.send(.step(.next))
      answer(&scenario)
      if held == .metadata {
        scenario.prepareAuthorization()
      }
    }
    #expect(scenario.state[Stepping.self].heldMessage?.name == name)
    return scenario
  }

  @Test(arguments: [StepMessage.metadata, .openRegistrationLogin, .registrationToken, .register])
  func cancelDropsTheHeldMessage(_ name: StepMessage) {
    var scenario = stopped(before: name)
    let id = scenario.flowID
    scenario.send(.cancel)
    #expect(scenario.effects == [.abandon(id)])
    #expect(scenario.state[Stepping.self].heldMessage == nil && scenario.state.flow == nil)
    #expect(scenario.state.banner == nil)
    // The registration was not sent, so the server cannot have made a client.
    #expect(scenario.state.notice == nil)
    scenario.send(.step(.next))
    #expect(scenario.effects.isEmpty)
  }

  @Test func aConfirmedRegistrationIsSavedOnReleaseAndCannotBeCancelled() {
    var scenario = stopped(before: .saveRegistration)
    #expect(scenario.state.registration == nil)
    scenario.send(.cancel)
    #expect(scenario.effects.isEmpty && scenario.state[Stepping.self].heldMessage?.name == .saveRegistration)
    scenario.send(.step(.next))
    #expect(scenario.effects.contains { $0.awaitedAnswer == .keystore })
    #expect(scenario.state.registration == nil)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration != nil)
  }

  @Test func quittingPerformsAHeldSave() {
    var scenario = stopped(before: .saveRegistration)
    let save = scenario.state[Stepping.self].heldMessage?.effect
    scenario.send(.quit)
    scenario.send(.quit)
    #expect(scenario.effects.first == save && scenario.effects.last == .quit)
    var other = stopped(before: .register)
    other.send(.quit)
    other.send(.quit)
    #expect(other.effects == [.abandon(other.flowID), .quit])
  }

  /// Between the start of a flow and its first message the app looks for the server, which may take a while.
  @Test func aHeldMessageDoesNotMoveTheSelectionInTheListOfPhones() {
    var scenario = started().scenario
    scenario.send(.startRegistration)
    scenario.send(.phones(.show))
    scenario.begin(.view(.focusButton(1)))
    #expect(scenario.state[Stepping.self].heldMessage != nil)
    #expect(scenario.state.view.button == 1)
  }

  @Test func runningOnHoldsNoMoreOfThisFlowAndTheNextOneAgain() {
    var scenario = stopped(before: .openRegistrationLogin)
    scenario.send(.step(.runOn))
    #expect(scenario.openedURL != nil)
    scenario.returnRedirect("code=first&state=\(SteppingTests.state)")
    #expect(scenario.request?.endpoint == .token)
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer"])
    scenario.respond(.registration, 201, Scenario.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.begin(.startAuthentication)
    scenario.prepareAuthorization()
    #expect(scenario.state[Stepping.self].heldMessage?.name == .openLogin && scenario.openedURL == nil)
  }

  @Test func leavingStepModeReleasesEverything() {
    var scenario = stopped(before: .register)
    scenario.send(.step(.toggle))
    #expect(scenario.request?.endpoint == .registration)
    #expect(!scenario.state[Stepping.self].isOn && scenario.state[Stepping.self].heldMessage == nil)
    scenario.respond(.registration, 201, Scenario.registration)
    #expect(scenario.effects.contains { $0.awaitedAnswer == .keystore })
  }

  @Test func aSilentRefreshIsNotHeld() {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    scenario.send(.step(.toggle))
    scenario.clock += 290
    scenario.send(.woke(scenario.state.lastWake))
    #expect(scenario.state.flow?.isSilent == true)
    scenario.send(.server(.ready))
    #expect(scenario.request?.endpoint == .refresh && scenario.state[Stepping.self].heldMessage == nil)
  }

  @Test func theBrowserIsInTheLogOnlyWhenItOpens() {
    var scenario = stopped(before: .openRegistrationLogin)
    func opened(_ scenario: Scenario) -> Bool { scenario.state.messages.contains { $0.to == .browser } }
    #expect(!opened(scenario))
    scenario.send(.step(.next))
    #expect(opened(scenario))
  }

  /// The five minutes for a push count from the first request to the channel, which then repeats without being held.
  @Test func aDeadlineBeginsWhenTheMessageIsSent() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.state.settings.registration = .push
    scenario.coldStart()
    scenario.send(.step(.toggle))
    scenario.begin(.startRegistration)
    scenario.send(.step(.next))
    scenario.respond(.openIDMetadata, RegistrationModeTests.deviceMetadata)
    #expect(scenario.state[Stepping.self].heldMessage?.name == .push)
    scenario.clock += 1000
    scenario.send(.step(.next))
    #expect(scenario.state.flow?.stepStarted == scenario.clock)
    scenario.send(.answered(scenario.flowID, .response(.push, .success(HTTPResponse(204)))))
    #expect(scenario.state.banner == nil)
    scenario.send(.answered(scenario.flowID, .paused))
    #expect(scenario.request?.endpoint == .push && scenario.state[Stepping.self].heldMessage == nil)
  }

  // MARK: Slow motion

  @Test(arguments: [(Stepping.Pace.slow, 1.5), (.slower, 4)])
  func inSlowMotionMessagesLeaveByThemselves(_ pace: Stepping.Pace, _ seconds: TimeInterval) throws {
    var scenario = stopped(before: .metadata)
    scenario.send(.step(.pace(pace)))
    let due = try #require(scenario.state[Stepping.self].releaseAt)
    #expect(due == scenario.clock + seconds)
    #expect(scenario.effects == [.wake(scenario.state.lastWake, at: due, spread: 0)])
    scenario.clock += seconds
    scenario.send(.woke(scenario.state.lastWake))
    #expect(scenario.request?.endpoint == .metadata && scenario.state[Stepping.self].heldMessage == nil)
  }

  @Test func aPauseKeepsTheRemainingTime() throws {
    var scenario = stopped(before: .metadata)
    scenario.send(.step(.pace(.slower)))
    let first = scenario.state.lastWake
    scenario.clock += 3
    scenario.send(.step(.pause))
    scenario.clock += 100
    scenario.send(.woke(first))
    #expect(scenario.state[Stepping.self].heldMessage != nil && scenario.request == nil)
    scenario.send(.step(.pause))
    #expect(scenario.state[Stepping.self].releaseAt == scenario.clock + 1)
    scenario.send(.step(.next))
    #expect(scenario.request != nil)
    let second = scenario.state.lastWake
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.prepareAuthorization()
    // The wake of the previous message releases nothing.
    scenario.send(.woke(second))
    #expect(scenario.state[Stepping.self].heldMessage?.name == .openRegistrationLogin)
  }

  // MARK: Predictions

  @Test func aQuestionHidesNothingFromTheFlowAndIsAnsweredOnce() throws {
    var scenario = stopped(before: .registrationToken) { $0.send(.step(.predict)) }
    let question = try #require(scenario.state[Stepping.self].openQuestion)
    #expect(question.right == .registrationToken && Set(question.choices).count == 4)
    let wrong = try #require(question.choices.firstIndex { $0 != question.right })
    scenario.send(.step(.answer(wrong)))
    #expect(scenario.state[Stepping.self].prediction?.isRight == false)
    #expect(scenario.request == nil && scenario.state[Stepping.self].heldMessage != nil)
    scenario.send(.step(.answer(question.choices.firstIndex(of: question.right) ?? 0)))
    #expect(scenario.state[Stepping.self].prediction?.isRight == false)
    scenario.send(.step(.next))
    #expect(scenario.request?.endpoint == .token)
  }

  @Test func aSlowMotionWaitsForTheAnswer() throws {
    var scenario = stopped(before: .metadata) { $0.send(.step(.predict)) }
    scenario.send(.step(.pace(.slow)))
    #expect(scenario.state[Stepping.self].releaseAt == nil)
    scenario.send(.step(.answer(0)))
    #expect(scenario.state[Stepping.self].releaseAt != nil)
  }

  /// Each message that a flow sends has a place in the order by which answers are judged.
  @Test func anAnswerIsPlacedByTheFlowThatIsHeld() {
    var scenario = stopped(before: .registrationToken)
    func place(_ answer: StepMessage) -> Prediction.Place { Phone<Stepping>(scenario.state).place(of: answer) }
    #expect(place(.openRegistrationLogin) == .earlier && place(.metadata) == .earlier)
    #expect(place(.register) == .later && place(.saveRegistration) == .later)
    #expect(place(.userinfo) == .elsewhere && place(.deviceToken) == .elsewhere)
    scenario.send(.cancel)
    #expect(place(.register) == .elsewhere)
  }

  @Test func theWholeCardIsReadInThePanel() {
    var scenario = stopped(before: .register)
    scenario.state.view.panelScroll = 7
    scenario.send(.step(.card))
    #expect(
      scenario.state[Stepping.self].showsCard && scenario.state.view.focus == .panel
        && scenario.state.view.panelScroll == 0)
    scenario.send(.view(.scroll(4)))
    // The card of the next message begins at its top.
    scenario.send(.step(.next))
    scenario.respond(.registration, 201, Scenario.registration)
    #expect(scenario.state[Stepping.self].showsCard && scenario.state.view.panelScroll == 0)
    scenario.send(.step(.card))
    #expect(!scenario.state[Stepping.self].showsCard && scenario.state[Stepping.self].heldMessage != nil)
    #expect(scenario.state.view.focus == .phone, "the focus returns to where it was")
  }

  @Test(arguments: StepMessage.allCases)
  func everyMessageHasChoices(_ name: StepMessage) {
    var places: Set<Int> = []
    for turn in 0..<8 {
      let question = Prediction(name, turn: turn)
      #expect(question.choices.filter { $0 == name }.count == 1)
      #expect((3...4).contains(question.choices.count) && Set(question.choices).count == question.choices.count)
      places.insert(question.choices.firstIndex(of: name) ?? -1)
    }
    #expect(places.count == 4, "the right answer has only some of the places")
  }
}
