import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// A browser of the desktop keeps the page: its user is told, as long as it does.
@Suite struct UnansweredPageTests {
  private static let page = UnansweredPage(address: "https://idp.example/authorize?state=s")

  private func waiting() -> Scenario {
    var scenario = Scenario()
    scenario.state.userAgent = .system
    scenario.coldStart()
    scenario.beginRegistration()
    return scenario
  }

  @Test func itIsKnownUntilTheAnswerComes() {
    var scenario = waiting()
    #expect(scenario.state.flow?.unanswered == nil)
    scenario.send(.userAgentUnanswered(scenario.flowID, Self.page))
    #expect(scenario.effects == [] && scenario.state.flow?.unanswered == Self.page)
    scenario.returnRedirect("code=first&state=\(Scenario.secrets.state.revealed)")
    #expect(scenario.state.flow?.step == .registrationToken && scenario.state.flow?.unanswered == nil)
    // The word that comes late is about a page that has its answer.
    scenario.send(.userAgentUnanswered(scenario.flowID, Self.page))
    #expect(scenario.state.flow?.unanswered == nil)
  }

  @Test func anotherFlowIsNotMeant() {
    var scenario = waiting()
    let first = scenario.flowID
    scenario.send(.cancel)
    scenario.beginRegistration()
    scenario.send(.userAgentUnanswered(first, Self.page))
    #expect(scenario.state.flow?.unanswered == nil)
  }
}
