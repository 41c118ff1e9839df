import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Opening the app's server to a network: nothing is opened without a choice on the card, and the panel knows what is open.
@Suite struct ReachableByTests {
  private static let address = IPAddress(bytes: [192, 168, 1, 20])
  private static let others = OtherReach(
    address: address, issuer: "https://192.168.1.20:8443/oauth/v2/oauth-anonymous",
    authorityPage: "http://192.168.1.20:8442/", fingerprint: "AA:BB", allowsTutorialUsers: false)

  private func asked() -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.serverPanel(.reach(.ask)))
    return scenario
  }

  private func surveyed() -> Scenario {
    var scenario = asked()
    survey(&scenario)
    return scenario
  }

  private func survey(_ scenario: inout Scenario) {
    scenario.send(.serverPanel(.reach(.surveyed(.success([Self.address])))))
  }

  private func opened() -> Scenario {
    var scenario = surveyed()
    scenario.send(.serverPanel(.reach(.open(Self.address))))
    scenario.send(.serverPanel(.reach(.changed(Self.others, nil))))
    return scenario
  }

  @Test func theCardLooksForAddressesAndOpensNothing() {
    let scenario = asked()
    #expect(scenario.effects.contains(.tool(ServerEffect.reach(.survey))))
    #expect(scenario.state.view.tab == .server && scenario.state.view.focus == .panel)
    #expect(scenario.state[ServerInsight.self].reach.selectedRow == .machine)
    #expect(scenario.state[ServerInsight.self].reach.others == nil)
    var ready = surveyed()
    #expect(ready.orders.isEmpty)
    #expect(ready.state[ServerInsight.self].reach.rows.prefix(3) == [.machine, .address(Self.address), .tutorialUsers])
    ready.send(.serverPanel(.reach(.leave)))
    #expect(ready.orders.isEmpty && ready.state[ServerInsight.self].reach.card == nil)
  }

  /// The passwords of the tutorials are allowed only by their own row.
  @Test func anAddressIsOpenedOnceAndWithoutTheTutorialsPasswords() {
    var scenario = surveyed()
    scenario.send(.serverPanel(.reach(.open(Self.address))))
    #expect(scenario.orders == [.open(Self.address, tutorialUsers: false)])
    scenario.send(.serverPanel(.reach(.open(Self.address))))
    #expect(scenario.orders.isEmpty, "the server is being started anew")
    scenario.send(.serverPanel(.reach(.changed(nil, ServerProblem(.reachUsersKnown, "demouser")))))
    #expect(scenario.state[ServerInsight.self].reach.problem?.code == .reachUsersKnown)
    scenario.send(.serverPanel(.reach(.toggleTutorialUsers)))
    scenario.send(.serverPanel(.reach(.open(Self.address))))
    #expect(scenario.orders == [.open(Self.address, tutorialUsers: true)])
    #expect(scenario.state[ServerInsight.self].reach.problem == nil)
  }

  @Test func itIsClosedAgain() {
    var scenario = opened()
    #expect(scenario.state[ServerInsight.self].reach.others == Self.others)
    #expect(scenario.state[ServerInsight.self].reach.selectedRow == .machine)
    scenario.send(.serverPanel(.reach(.close)))
    #expect(scenario.orders == [.close])
    scenario.send(.serverPanel(.reach(.changed(nil, nil))))
    #expect(scenario.state[ServerInsight.self].reach.others == nil)
    scenario.send(.serverPanel(.reach(.close)))
    #expect(scenario.orders.isEmpty, "there is nothing to close")
  }

  @Test func aFlowIsNotInterrupted() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.coldStart()
    scenario.beginRegistration()
    scenario.send(.serverPanel(.reach(.ask)))
    survey(&scenario)
    #expect(scenario.state.flow != nil)
    scenario.send(.serverPanel(.reach(.open(Self.address))))
    #expect(scenario.orders.isEmpty)
  }

  @Test func aForeignServerIsNotOpened() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.state.settings.embeddedServer = false
    scenario.send(.serverPanel(.reach(.ask)))
    #expect(scenario.orders.isEmpty && scenario.state[ServerInsight.self].reach.card == nil)
  }

  /// The phone is reset or exchanged, the server stays open: whoever looks at it has to see that.
  @Test func whatIsOpenIsNotForgotten() {
    var scenario = opened()
    scenario.state.tools[ServerInsight.self].startOver()
    #expect(scenario.state[ServerInsight.self].reach.others == Self.others)
    scenario.state.tools[ServerInsight.self].turnAway()
    #expect(scenario.state[ServerInsight.self].reach.card == nil)
    #expect(scenario.state[ServerInsight.self].reach.others == Self.others)
    var (other, past) = (ServerInsight(), ServerInsight())
    other.reach.isChanging = true
    other.arrive(from: scenario.state[ServerInsight.self])
    #expect(other.reach.others == Self.others && !other.reach.isChanging)
    past.look(backFrom: other)
    #expect(past.reach.others == Self.others)
    // The other phone asks the server itself, because it may have been changed since.
    scenario.send(.phones(.arrived(scenario.state.surroundings)))
    #expect(scenario.orders == [.read])
  }

  /// An address that the machine has lost can still be closed, and is shown as the open one.
  @Test func theOpenAddressStaysInTheList() {
    var scenario = opened()
    scenario.send(.serverPanel(.reach(.surveyed(.success([])))))
    #expect(scenario.state[ServerInsight.self].reach.addresses == [Self.address])
  }
}

extension Scenario {
  /// What was asked of the server in the last step.
  fileprivate var orders: [ReachOrder] {
    effects.compactMap { effect in
      if case .reach(let order)? = effect.of(ServerEffect.self) { order } else { nil }
    }
  }
}
