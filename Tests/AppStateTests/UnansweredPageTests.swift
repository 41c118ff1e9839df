import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// A page that stays open in the desktop's browser: the user is told for as long as the answer is missing.
@Suite struct UnansweredPageTests {
  private static let page = UnansweredPage(address: "https://idp.example/authorize?state=s")

  private func waiting() -> Scenario {
    var scenario = Scenario()
    scenario.state.userAgent = .system
    scenario.coldStart()
    scenario.beginRegistration()
    return scenario
  }

  @Test func theReportCountsUntilTheAnswerComes() {
    var scenario = waiting()
    #expect(scenario.state.flow?.unanswered == nil)
    scenario.send(.userAgentUnanswered(scenario.flowID, Self.page))
    #expect(scenario.effects == [] && scenario.state.flow?.unanswered == Self.page)
    scenario.returnCode("first")
    #expect(scenario.state.flow?.step == .registrationToken && scenario.state.flow?.unanswered == nil)
    // A late report is about a page that has been answered.
    scenario.send(.userAgentUnanswered(scenario.flowID, Self.page))
    #expect(scenario.state.flow?.unanswered == nil)
  }

  @Test func aReportAboutAnotherFlowIsIgnored() {
    var scenario = waiting()
    let first = scenario.flowID
    scenario.send(.cancel)
    scenario.beginRegistration()
    scenario.send(.userAgentUnanswered(first, Self.page))
    #expect(scenario.state.flow?.unanswered == nil)
  }
}
