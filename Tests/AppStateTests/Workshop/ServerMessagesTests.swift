import Foundation
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The choice between this phone, one client and everybody, and what the server's answers do to the list.
@Suite struct ServerMessagesTests {
  private static func seen(_ number: Int, of clients: [String] = [], body: Int = 0) -> Message {
    var record = ExchangeRecord(number: number)
    record.clients = clients
    let request = HTTPRequest(
      "POST", "https://idp.example/\(number)", body: Array(repeating: 0x61, count: body), endpoint: .token)
    let exchange = Exchange(request, outcome: .success(HTTPResponse(200)), started: Scenario.start)
    return Message(from: .client, to: .server, .exchange(exchange), at: Scenario.start, record: record)
  }

  private func scenario() -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    (scenario.state.settings.embeddedServer, scenario.state.server) = (true, .ready)
    scenario.state.view.tab = .messages
    return scenario
  }

  private func listed(_ scenario: Scenario) -> [String] {
    Phone<MessagesTool>(scenario.state).listedMessages.map { message in
      guard case .exchange(let exchange) = message.content else { return "" }
      return exchange.request.url.replacing("https://idp.example/", with: "")
    }
  }

  private func readings(_ scenario: Scenario) -> [ServerMessagesEffect] {
    scenario.effects.compactMap { $0.of(ServerMessagesEffect.self) }
  }

  private func answer(
    _ scenario: inout Scenario, from: Int = 1, _ messages: [Message], more: Bool = false,
    clients: [String] = ["a", "b"],
    to reading: Int? = nil
  ) {
    let number = reading ?? scenario.state[ServerMessages.self].reading
    scenario.send(
      .serverMessages(
        .seen(SeenMessages(reading: number, from: from, messages: messages, hasMore: more, clients: clients))))
  }

  @Test func everybodysMessagesAreNotThisPhones() {
    var scenario = scenario()
    let own = Exchange(
      HTTPRequest("GET", "https://idp.example/own"), outcome: .success(HTTPResponse(200)), started: Scenario.start)
    scenario.send(.exchanged(trace: 1, own))
    scenario.send(.serverMessages(.choose(.everybody)))
    #expect(readings(scenario) == [.read(1, client: nil)])
    answer(&scenario, [Self.seen(1, of: ["a"]), Self.seen(2), Self.seen(3, of: ["b"])])
    #expect(listed(scenario) == ["1", "2", "3"])
    #expect(scenario.state.messages.count == 1, "the phone's own log has its own message alone")
    let parts = Phone<MessagesTool>(scenario.state).shownMessages.flows
    #expect(parts.map(\.name) == ["a", "", "b"] && parts.map(\.first) == [1, 2, 3])
    scenario.send(.serverMessages(.choose(.phone)))
    #expect(listed(scenario) == ["own"] && readings(scenario).isEmpty)
  }

  @Test func theKeysGoThroughThePhoneEverybodyAndEachClient() {
    var scenario = scenario()
    scenario.send(.serverMessages(.choose(Workshop.messageChoice(scenario.state).source(1))))
    answer(&scenario, [])
    var chosen: [MessageSource] = []
    for step in [1, 1, 1, -1] {
      scenario.send(.serverMessages(.choose(Workshop.messageChoice(scenario.state).source(step))))
      chosen.append(scenario.state[ServerMessages.self].source)
    }
    #expect(chosen == [.client("a"), .client("b"), .phone, .client("b")])
    #expect(readings(scenario) == [.read(5, client: "b")])
  }

  /// One question at a time; what happens meanwhile leads to the next one.
  @Test func whatHappensIsAskedForAtOnce() {
    var scenario = scenario()
    scenario.send(.serverMessages(.happened))
    #expect(readings(scenario).isEmpty, "nobody looks")
    scenario.send(.serverMessages(.choose(.everybody)))
    scenario.send(.serverMessages(.happened))
    #expect(readings(scenario).isEmpty, "a question is open")
    answer(&scenario, [Self.seen(1)])
    #expect(readings(scenario).count == 1)
    answer(&scenario, from: 2, [Self.seen(2)])
    #expect(readings(scenario).isEmpty && listed(scenario) == ["1", "2"])
    scenario.send(.serverMessages(.happened))
    #expect(readings(scenario).count == 1)
    answer(&scenario, from: 3, [Self.seen(3)], more: true)
    #expect(readings(scenario).count == 1, "the server has more")
  }

  /// Whose an exchange is can become known later: then it and the later ones come again.
  @Test func whatTheServerTakesBackIsReplaced() {
    var scenario = scenario()
    scenario.send(.serverMessages(.choose(.everybody)))
    answer(&scenario, [Self.seen(1, of: ["a"]), Self.seen(2), Self.seen(3)])
    scenario.send(.messages(.nextParty))
    #expect(listed(scenario) == ["1", "2", "3"])
    answer(&scenario, from: 2, [Self.seen(2, of: ["b"]), Self.seen(3, of: ["b"]), Self.seen(4, of: ["b"])])
    #expect(listed(scenario) == ["1", "2", "3", "4"], "the filter covers what has come again")
    #expect(Phone<MessagesTool>(scenario.state).shownMessages.flows.map(\.name) == ["a", "b"])
    // A restarted server counts from 1 again.
    answer(&scenario, from: 1, [Self.seen(1, of: ["b"])])
    #expect(listed(scenario) == ["1"])
  }

  @Test func anAnswerToAnEarlierChoiceCountsNoMore() {
    var scenario = scenario()
    scenario.send(.serverMessages(.choose(.everybody)))
    scenario.send(.serverMessages(.choose(.client("a"))))
    answer(&scenario, [Self.seen(1, of: ["b"])], to: 1)
    #expect(listed(scenario).isEmpty)
    answer(&scenario, [Self.seen(2, of: ["a"])])
    #expect(listed(scenario) == ["2"])
  }

  @Test func theListIsBounded() {
    var scenario = scenario()
    scenario.send(.serverMessages(.choose(.everybody)))
    answer(&scenario, (1...MessageLog.capacity + 50).map { Self.seen($0, of: ["a"]) })
    #expect(listed(scenario).count == MessageLog.capacity && listed(scenario).first == "51")
    scenario.send(.serverMessages(.choose(.client("a"))))
    answer(&scenario, (1...20).map { Self.seen($0, of: ["a"], body: 1 << 20) })
    #expect(Phone<MessagesTool>(scenario.state).shownMessages.weight <= MessageLog.weightLimit)
  }

  @Test func anotherServerTellsNothing() {
    for (isEmbedded, server) in [(false, ServerCondition.ready), (true, .external)] {
      var scenario = scenario()
      (scenario.state.settings.embeddedServer, scenario.state.server) = (isEmbedded, server)
      let choice = Workshop.messageChoice(scenario.state)
      #expect(choice.reason(for: .everybody) != nil && choice.reason(for: .phone) == nil)
      scenario.send(.serverMessages(.choose(.everybody)))
      #expect(scenario.state[ServerMessages.self].source == .phone && scenario.effects.isEmpty)
    }
  }

  /// The server may not run yet: choosing starts it, and the question waits.
  @Test func theServerIsStartedForTheChoice() {
    var scenario = scenario()
    scenario.state.server = .unknown
    scenario.send(.serverMessages(.choose(.everybody)))
    #expect(scenario.effects == [.ensureServer])
    scenario.send(.server(.ready))
    #expect(readings(scenario) == [.read(1, client: nil)])
  }

  @Test func anotherPhoneGoesOnReading() {
    var first = scenario()
    first.send(.serverMessages(.choose(.client("a"))))
    answer(&first, [Self.seen(1, of: ["a"])])
    var second = scenario()
    second.state.tools[ServerMessages.self].arrive(from: first.state[ServerMessages.self])
    second.send(.tick)
    #expect(readings(second) == [.read(1, client: "a")] && listed(second) == ["1"])
  }
}
