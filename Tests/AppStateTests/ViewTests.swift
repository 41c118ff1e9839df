import Foundation
import SharedValues
import Testing

@testable import AppState

/// Moves of the eye, and the message log.
@Suite struct ViewTests {
  private func exchange(_ path: String, done: Bool = true) -> Exchange {
    Exchange(
      HTTPRequest("GET", "https://idp.example/\(path)"),
      outcome: done ? .success(HTTPResponse(200)) : nil, started: Scenario.start,
      finished: done ? Scenario.start + 0.012 : nil)
  }

  @Test func anExchangeIsOneMessageFromRequestToAnswer() {
    var scenario = Scenario()
    scenario.send(.exchanged(trace: 7, exchange("a", done: false)))
    scenario.send(.exchanged(trace: 8, exchange("b", done: false)))
    scenario.send(.exchanged(trace: 7, exchange("a")))
    #expect(scenario.state.messages.all.count == 2)
    #expect(scenario.state.messages.all[0].content == .exchange(exchange("a")))
    #expect(scenario.state.messages.all[1].content == .exchange(exchange("b", done: false)))
    #expect(scenario.state.openTraces == [8: 2])
  }

  @Test func selectionFollowsTheNewestUntilOneIsChosen() {
    var scenario = Scenario()
    for trace in 1...3 { scenario.send(.exchanged(trace: trace, exchange("\(trace)"))) }
    #expect(scenario.state.view.selectedMessage == nil)
    scenario.send(.view(.moveSelection(-1)))
    #expect(scenario.state.view.selectedMessage == 2)
    scenario.send(.view(.moveSelection(-5)))
    #expect(scenario.state.view.selectedMessage == 1)
    scenario.send(.view(.moveSelection(9)))
    #expect(scenario.state.view.selectedMessage == nil)
  }

  @Test func presentersNeverRevealSecrets() {
    var scenario = Scenario()
    scenario.state.settings.presenter = true
    scenario.send(.view(.toggleSecrets))
    #expect(scenario.state.view.revealsSecrets == false)
    scenario.state.settings.presenter = false
    scenario.send(.view(.toggleSecrets))
    #expect(scenario.state.view.revealsSecrets == true)
  }

  @Test func ticksAreWantedOnlyWhileSomethingOnTheScreenRuns() {
    var scenario = Scenario()
    scenario.coldStart()
    #expect(!scenario.state.needsTicks)
    scenario.beginRegistration()
    #expect(scenario.state.needsTicks)
    scenario = Scenario.signedIn()
    #expect(scenario.state.needsTicks)
    scenario.clock += 301
    scenario.send(.tick)
    #expect(!scenario.state.needsTicks)
  }
}
