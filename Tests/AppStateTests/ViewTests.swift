import Foundation
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Navigation, selection and the message log.
@Suite struct ViewTests {
  private func exchange(_ path: String, done: Bool = true) -> Exchange {
    Exchange(
      HTTPRequest("GET", "https://idp.example/\(path)"),
      outcome: done ? .success(HTTPResponse(200)) : nil, started: Scenario.start,
      finished: done ? Scenario.start + 0.012 : nil)
  }

  @Test func anExchangeIsOneMessageFromRequestToAnswer() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.exchanged(trace: 7, exchange("a", done: false)))
    scenario.send(.exchanged(trace: 8, exchange("b", done: false)))
    scenario.send(.exchanged(trace: 7, exchange("a")))
    #expect(scenario.state.messages.count == 2)
    #expect(scenario.state.messages[0].content == .exchange(exchange("a")))
    #expect(scenario.state.messages[1].content == .exchange(exchange("b", done: false)))
    #expect(scenario.state.openTraces == [8: 2])
  }

  @Test func selectionFollowsTheNewestUntilOneIsChosen() {
    var scenario = Scenario(tools: Workshop.tools)
    for trace in 1...3 { scenario.send(.exchanged(trace: trace, exchange("\(trace)"))) }
    #expect(scenario.state.messagesView.selected == nil)
    scenario.send(.view(.moveSelection(-1)))
    #expect(scenario.state.messagesView.selected == 2)
    scenario.send(.view(.moveSelection(-5)))
    #expect(scenario.state.messagesView.selected == 1)
    scenario.send(.view(.moveSelection(9)))
    #expect(scenario.state.messagesView.selected == nil)
  }

  @Test func presentersNeverRevealSecrets() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.state.settings.presenter = true
    scenario.send(.view(.toggleSecrets))
    #expect(scenario.state.view.revealsSecrets == false)
    scenario.state.settings.presenter = false
    scenario.send(.view(.toggleSecrets))
    #expect(scenario.state.view.revealsSecrets == true)
  }

  @Test func ticksAreNeededOnlyWhileSomethingOnTheScreenRuns() {
    var scenario = Scenario(tools: Workshop.tools).started()
    #expect(!scenario.state.needsTicks)
    scenario.beginRegistration()
    #expect(scenario.state.needsTicks)
    scenario = Scenario(tools: Workshop.tools).signedIn()
    #expect(scenario.state.needsTicks)
    scenario.clock += 301
    scenario.send(.tick)
    #expect(!scenario.state.needsTicks)
  }
}
