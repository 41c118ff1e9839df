import Foundation
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// A test of a client in the place of the test plan: what a person's keys tell the server, and what its news change.
@Suite struct ClientTestingTests {
  private func scenario(_ server: ServerCondition = .ready) -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    (scenario.state.settings.embeddedServer, scenario.state.server) = (true, server)
    scenario.send(.clientTest(.show("c-1")))
    return scenario
  }

  private func orders(_ scenario: Scenario) -> [ClientTestEffect] {
    scenario.effects.compactMap { $0.of(ClientTestEffect.self) }
  }

  private func order(_ wish: ClientTestWish) -> ClientTestEffect { ClientTestEffect(client: "c-1", wish: wish) }

  private func test(_ scenario: Scenario) -> ClientTesting { scenario.state[ClientTesting.self] }

  @Test func aPersonIsAskedAndTheServerIsTold() {
    var scenario = scenario()
    #expect(scenario.state.view.tab == .checks && test(scenario).isShown && !test(scenario).isRunning)
    scenario.send(.clientTest(.start(all: false)))
    #expect(orders(scenario) == [order(.start(all: false))] && test(scenario).isRunning)
    scenario.send(.clientTest(.seen(ClientTestNews("c-1", .acting(number: 2, [.login], seconds: 180), planned: 3))))
    scenario.send(.clientTest(.acted(isPossible: false)))
    #expect(orders(scenario) == [order(.acted(2, isPossible: false))])
    // It was told once.
    scenario.send(.clientTest(.acted(isPossible: false)))
    #expect(orders(scenario).isEmpty)
    scenario.send(.clientTest(.seen(ClientTestNews("c-1", .asking(number: 3, "Did it?")))))
    scenario.send(.clientTest(.answer(.no)))
    #expect(orders(scenario) == [order(.answer(3, .no))])
    scenario.send(.clientTest(.stop))
    #expect(
      orders(scenario) == [order(.stop)] && test(scenario).isRunning, "the server says when it has stopped")
    scenario.send(.clientTest(.seen(ClientTestNews("c-1", .stopped))))
    #expect(!test(scenario).isRunning)
  }

  @Test func theLatestVerdictOfACheckCounts() {
    var scenario = scenario()
    let first = ClientTestNews.Verdict("cb-state", "about", .notSeen, "nothing")
    let other = ClientTestNews.Verdict("id-iss", "about", .passed, "good")
    let last = ClientTestNews.Verdict("cb-state", "about", .failed, "bad")
    for verdicts in [[first], [other], [last]] {
      scenario.send(.clientTest(.seen(ClientTestNews("c-1", .watching, done: 2, planned: 3, verdicts: verdicts))))
    }
    #expect(test(scenario).verdicts == [last, other] && test(scenario).done == 2)
    scenario.send(.clientTest(.seen(ClientTestNews("c-2", .ended))))
    #expect(test(scenario).stage == .watching, "news of another client's test are not this one's")
  }

  @Test func aServerThatDoesNotRunIsStartedFirst() {
    var scenario = scenario(.unknown)
    scenario.send(.clientTest(.start(all: true)))
    #expect(scenario.effects.contains(.ensureServer) && orders(scenario).isEmpty)
    scenario.send(.server(.starting))
    scenario.send(.server(.ready))
    #expect(orders(scenario) == [order(.start(all: true))])
    // A new server knows nothing of the test.
    scenario.send(.server(.starting))
    #expect(test(scenario).stage == .stopped)
  }

  @Test func aServerOfAnotherProgramIsToldNothing() {
    var scenario = scenario(.external)
    scenario.send(.clientTest(.start(all: false)))
    #expect(orders(scenario).isEmpty && test(scenario).stage == nil)
    scenario.state.server = .unknown
    scenario.send(.clientTest(.start(all: false)))
    scenario.send(.server(.external))
    #expect(orders(scenario).isEmpty && test(scenario).stage == nil)
  }

  @Test func closingLeadsBackAndTheTestGoesOn() {
    var scenario = Scenario(tools: Workshop.tools)
    (scenario.state.settings.embeddedServer, scenario.state.server) = (true, .ready)
    scenario.send(.view(.tab(.server)))
    scenario.send(.clientTest(.show("c-1")))
    scenario.send(.clientTest(.start(all: false)))
    scenario.send(.clientTest(.close))
    #expect(scenario.state.view.tab == .server && test(scenario).isRunning)
    // Another client's page would hide it.
    scenario.send(.clientTest(.show("c-2")))
    #expect(test(scenario).client == "c-1")
    scenario.send(.clientTest(.close))
    scenario.send(.view(.tab(.checks)))
    #expect(!test(scenario).isShown, "the plan is in its place")
    scenario.send(.clientTest(.show(nil)))
    #expect(test(scenario).isShown && test(scenario).isRunning)
    scenario.send(.clientTest(.close))
    #expect(scenario.state.view.tab == .checks)
  }
}
