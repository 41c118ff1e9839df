import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The rhythm of a show: every step stays long enough to be read, the registration waits for a key, and autoplay has each stop's pace.
@Suite struct PresenterRhythmTests {
  /// A show whose server, browser and disk answer at once. It measures by the clock how long each step stayed.
  private struct Stage {
    var scenario: Scenario
    private(set) var stood: [FlowStep: TimeInterval] = [:]

    init(playing: Bool = false, pace: PresenterTool.Pace = .calm) {
      scenario = Scenario(tools: Workshop.tools)
      scenario.coldStart()
      scenario.send(.presenter(.toggle))
      while scenario.state[PresenterTool.self].pace != pace {
        scenario.send(.presenter(pace == .brisk ? .faster : .slower))
      }
      if playing { scenario.send(.presenter(.play)) }
      scenario.begin(.startRegistration)
    }

    /// Moves the clock to the time of the scheduled release.
    /// - Returns: whether a release was scheduled.
    @discardableResult mutating func pass() -> Bool {
      guard let due = scenario.state[Stepping.self].releaseAt, let step = scenario.state[Stepping.self].message?.step
      else {
        return false
      }
      stood[step, default: 0] += due.timeIntervalSince(scenario.clock)
      scenario.clock = due
      scenario.send(.woke(scenario.state.lastWake))
      return true
    }

    /// Plays up to the registration's own request.
    mutating func reachRegistration() {
      pass()
      scenario.respond(.openIDMetadata, Scenario.metadata)
      scenario.prepareAuthorization()
      pass()
      scenario.returnCode("c")
      pass()
      scenario.respond(
        .token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300, "scope": "dcr"])
    }
  }

  @Test func everyStepStaysLongEnoughToBeRead() {
    var stage = Stage()
    stage.reachRegistration()
    #expect(
      stage.stood == [
        .discovery: Hold.least, .registrationLogin: Hold.least,
        .registrationToken: Hold.least,
      ])
  }

  @Test func theRegistrationIsHeldUntilAKeyReleasesIt() {
    var stage = Stage()
    stage.reachRegistration()
    #expect(
      stage.scenario.state[Stepping.self].heldMessage?.name == .register && stage.scenario.state.flow?.step == .register
    )
    let isToGoByItself = stage.pass()
    #expect(!isToGoByItself && stage.scenario.request == nil)
    stage.scenario.clock += 1000
    stage.scenario.send(.step(.next))
    #expect(stage.scenario.request?.endpoint == .registration)
    // Saving belongs to the same step, so nothing new is held.
    stage.scenario.respond(.registration, 201, Scenario.registration)
    #expect(stage.scenario.state[Stepping.self].message == nil)
  }

  @Test(arguments: PresenterTool.Pace.allCases) func autoplayHoldsEachMessageAsLongAsItSays(_ pace: PresenterTool.Pace)
  {
    var stage = Stage(playing: true, pace: pace)
    let seconds = TimeInterval(pace.rawValue)
    stage.reachRegistration()
    stage.pass()
    #expect(stage.scenario.request?.endpoint == .registration)
    stage.scenario.respond(.registration, 201, Scenario.registration)
    stage.pass()
    #expect(stage.stood[.discovery] == seconds && stage.stood[.registrationToken] == seconds)
    #expect(stage.stood[.register] == 2 * seconds)
  }

  @Test func outsidePresenterModeNothingWaits() {
    var scenario = Scenario(tools: Workshop.tools).started()
    scenario.begin(.startRegistration)
    #expect(scenario.request?.endpoint == .metadata && scenario.state[Stepping.self].message == nil)
  }

  @Test func leavingPresenterModeReleasesHeldMessages() {
    var stage = Stage()
    #expect(stage.scenario.request == nil)
    stage.scenario.send(.presenter(.toggle))
    #expect(stage.scenario.request?.endpoint == .metadata && stage.scenario.state[Stepping.self].message == nil)
  }

  @Test func stepModeTakesOverHeldMessages() {
    var stage = Stage()
    #expect(stage.scenario.state[Stepping.self].heldMessage == nil)
    let wake = stage.scenario.state.lastWake
    stage.scenario.send(.step(.toggle))
    #expect(stage.scenario.state[Stepping.self].heldMessage?.name == .metadata)
    stage.scenario.clock += 1000
    stage.scenario.send(.woke(wake))
    #expect(stage.scenario.state[Stepping.self].heldMessage?.name == .metadata && stage.scenario.request == nil)
  }

  @Test func thePaceIsSetBeforeAutoplayBegins() {
    var scenario = Scenario(tools: Workshop.tools).started()
    scenario.send(.presenter(.toggle))
    scenario.send(.presenter(.faster))
    scenario.send(.presenter(.play))
    #expect(scenario.state[Stepping.self].pace.seconds == 2)
    scenario.send(.presenter(.slower))
    scenario.send(.presenter(.slower))
    #expect(scenario.state[Stepping.self].pace.seconds == 10)
  }

  @Test func stoppedAutoplayStandsStill() {
    var stage = Stage(playing: true)
    stage.scenario.send(.presenter(.play))
    #expect(
      stage.scenario.state[Stepping.self].heldMessage?.name == .metadata
        && stage.scenario.state[Stepping.self].releaseAt == nil)
    stage.scenario.send(.presenter(.play))
    #expect(stage.scenario.state[Stepping.self].releaseAt != nil)
  }
}
