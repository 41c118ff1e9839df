import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Redirects that do not belong to this app's request end nothing, and the user is told of them.
@Suite struct DroppedAnswerTests {
  private static let forged = "io.curity.dcrclient:/callback?code=evil&state=forged"

  private func waiting() -> Scenario {
    var scenario = Scenario(tools: [MessagesTool.self]).started()
    scenario.beginRegistration()
    return scenario
  }

  @Test func theLoginContinuesAfterForgedRedirects() {
    var scenario = waiting()
    let flow = scenario.flowID
    scenario.send(.answerDropped(flow, url: Self.forged))
    scenario.send(.answerDropped(flow, url: Self.forged))
    #expect(scenario.effects == [])
    #expect(scenario.state.flow?.id == flow && scenario.state.flow?.step == .registrationLogin)
    #expect(scenario.state.droppedAnswers == 2)
    #expect(scenario.state.messages.last?.content == .redirectDropped(url: Self.forged))
    scenario.returnCode("first")
    #expect(scenario.request?.endpoint == .token)
    // The in-app browser covered the screen, so the message stays.
    #expect(scenario.state.droppedAnswers == 2)
  }

  @Test func theMessageStaysUntilTheUserDismissesItOrGoesOn() {
    var scenario = waiting()
    scenario.send(.answerDropped(scenario.flowID, url: Self.forged))
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    #expect(scenario.state.droppedAnswers == 1)
    scenario.send(.dismissNotice)
    #expect(scenario.state.droppedAnswers == 0)
    scenario.beginRegistration()
    scenario.send(.answerDropped(scenario.flowID, url: Self.forged))
    scenario.send(.cancel)
    scenario.send(.startRegistration)
    #expect(scenario.state.droppedAnswers == 0)
  }

  @Test func manyForgedRedirectsPushNoMessageOut() {
    var scenario = waiting()
    let before = scenario.state.messages.count
    for _ in 0..<100 { scenario.send(.answerDropped(scenario.flowID, url: Self.forged)) }
    #expect(scenario.state.droppedAnswers == 100)
    #expect(scenario.state.messages.count <= before + 10)
  }

  @Test func anAnswerToAFinishedFlowChangesNothing() {
    var scenario = waiting()
    let flow = scenario.flowID
    scenario.send(.cancel)
    scenario.send(.answerDropped(flow, url: Self.forged))
    #expect(scenario.state.droppedAnswers == 0)
  }
}
