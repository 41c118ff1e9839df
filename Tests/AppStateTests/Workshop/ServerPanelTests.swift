import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The panel **Server**: when it is read, which answers count, and what its keys change.
@Suite struct ServerPanelTests {
  private static func client(_ number: Int, status: String = "active") -> RegisteredClient {
    RegisteredClient(id: "client-\(number)", owner: "demouser", status: status, registered: Scenario.start)
  }

  private static func reading(_ numbers: Range<Int>, before: Int = 0, of total: Int? = nil) -> ServerReading {
    let clients = numbers.map { client($0) }
    let count = total ?? clients.count
    return ServerReading(
      .clients(
        ClientWindow(clients: clients, positions: clients.map { "at " + $0.id }, before: before, total: count)),
      totals: .init(clients: count, sessions: 2))
  }

  private static func session(_ id: String) -> UserSession {
    UserSession(id: id, user: "demouser", created: Scenario.start, expires: Scenario.start + 60)
  }

  /// A phone whose panel is visible and has started its first reading.
  private func watching(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    change(&scenario)
    scenario.state.view.tab = .server
    scenario.send(.serverPanel(.watched(true)))
    return scenario
  }

  /// The same after that reading has been answered.
  private func read(_ reading: ServerReading, _ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = watching(change)
    scenario.answer(.success(reading))
    return scenario
  }

  /// A revocation by key is a message of the administrator in Messages and Sequence; changes of other clients are not this phone's.
  @Test func anAdministratorsChangeIsAMessage() throws {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    let own = try #require(scenario.state.registration?.credentials.clientID)
    let before = scenario.state.messages.lastNumber
    for (client, problem) in [("other", nil), (own, ServerProblem(.databaseLocked, "idsvr.sqlite")), (own, nil)] {
      let change = ServerChange.revoke(client: client)
      scenario.state.tools[ServerInsight.self].change = ServerInsight.Change(change)
      scenario.send(.serverPanel(.changed(change, problem)))
    }
    #expect(scenario.state.messages.lastNumber == before + 1)
    let message = try #require(scenario.state.messages.last)
    #expect(message.from == .administrator && message.to == .server)
    #expect(message.content == .observed(.change(of: own, "client revoked")))
  }

  /// The same key shortens and restores; the secret expires only after a question.
  @Test func aClientsTokensAndSecretAreChanged() throws {
    var scenario = read(Self.reading(0..<1))
    func key(_ letter: Character) throws -> Action {
      let bindings = ServerPanelKeys.bindings(scenario.state)
      return try #require(bindings.first { $0.keys.contains(.character(letter)) }?.action)
    }
    let short = ServerChange.shorten(client: "client-0", seconds: 30)
    #expect(try key("t") == .serverPanel(.change(short)))
    scenario.state.tools[ServerInsight.self].clients?.clients[0].accessTokenLifetime = 30
    #expect(try key("t") == .serverPanel(.change(.shorten(client: "client-0", seconds: nil))))
    #expect(try key("e") == .serverPanel(.askToExpire))
    scenario.send(.serverPanel(.askToExpire))
    let question = try #require(ServerQuestion(scenario.state))
    #expect(
      question.answers.map(\.action) == [
        .serverPanel(.dropQuestion), .serverPanel(.change(.expireSecret(client: "client-0"))),
      ])
  }

  /// A client with metadata of its own has no template to change.
  @Test func aClientGetsTheNextTemplate() throws {
    var scenario = read(Self.reading(0..<1))
    #expect(ServerPanelKeys.bindings(scenario.state).first { $0.keys.contains(.character("n")) }?.isOn == false)
    scenario.state.tools[ServerInsight.self].clients?.clients[0].template = "kiosk"
    let binding = try #require(ServerPanelKeys.bindings(scenario.state).first { $0.keys.contains(.character("n")) })
    #expect(binding.isOn && binding.action == .serverPanel(.change(.nextTemplate(client: "client-0"))))
  }

  /// The panel's last line is about the phone's current client, or about a client that was just changed in the panel.
  @Test func theOutcomeOfAChangeIsDroppedWithTheClient() throws {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    let own = try #require(scenario.state.registration?.credentials.clientID)
    scenario.state.tools[ServerInsight.self].change = ServerInsight.Change(.revoke(client: own))
    scenario.send(.serverPanel(.changed(.revoke(client: own), nil)))
    scenario.send(.tick)
    #expect(scenario.state[ServerInsight.self].change?.outcome == .done)
    scenario.state.registration = nil
    scenario.send(.tick)
    #expect(scenario.state[ServerInsight.self].change == nil)
  }

  // MARK: When it is read

  @Test func itIsReadOnceASecondWhileVisibleOneReadingAtATime() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.tick)
    #expect(scenario.readings.isEmpty)
    #expect(!scenario.state.needsTicks)

    scenario.send(.serverPanel(.watched(true)))
    #expect(scenario.readings == [.clients(filter: "", order: .registered, at: .first)])
    #expect(scenario.state.needsTicks)
    // A slow database is not asked again before it has answered.
    scenario.send(.tick)
    scenario.send(.tick)
    #expect(scenario.readings.isEmpty)
    scenario.answer(.success(Self.reading(0..<3)))
    #expect(scenario.readings.count == 1, "a second has passed meanwhile")
    scenario.answer(.success(Self.reading(0..<3)))
    #expect(scenario.readings.isEmpty)
    scenario.send(.tick)
    #expect(scenario.readings.count == 1)

    scenario.answer(.success(Self.reading(0..<3)))
    scenario.send(.serverPanel(.watched(false)))
    scenario.send(.tick)
    #expect(scenario.readings.isEmpty)
    #expect(!scenario.state.needsTicks)
  }

  @Test func anExternalServerIsNeitherReadNorChanged() {
    var scenario = watching { $0.state.settings.embeddedServer = false }
    #expect(scenario.readings.isEmpty)
    scenario.send(.tick)
    #expect(scenario.readings.isEmpty)
    #expect(!scenario.state.needsTicks)
    scenario.send(.serverPanel(.change(.revoke(client: "client-1"))))
    #expect(scenario.effects.isEmpty)
  }

  @Test func anUnexpectedAnswerChangesNothing() {
    var scenario = watching()
    let number = scenario.state[ServerInsight.self].lastReading
    scenario.send(.serverPanel(.read(number - 1, .success(Self.reading(0..<3)))))
    #expect(!scenario.state[ServerInsight.self].hasBeenRead)
    scenario.answer(.success(Self.reading(0..<3)))
    scenario.send(.serverPanel(.read(number, .success(Self.reading(5..<9)))))
    #expect(scenario.state[ServerInsight.self].clients?.clients.count == 3)
  }

  /// The answer to an outdated question is not shown; the current question is asked at once, without waiting for a tick.
  @Test func theAnswerToAnEarlierQuestionLeadsToTheNextOne() {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.serverPanel(.editFilter(.insert("a"))))
    #expect(scenario.readings == [.clients(filter: "a", order: .registered, at: .first)])
    scenario.send(.serverPanel(.editFilter(.insert("b"))))
    #expect(scenario.readings.isEmpty)
    scenario.answer(.success(Self.reading(7..<8)))
    #expect(scenario.state[ServerInsight.self].clients?.clients.count == 3)
    #expect(scenario.readings == [.clients(filter: "ab", order: .registered, at: .first)])
  }

  @Test func eachViewReadsWhatItShows() {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.serverPanel(.section(.sessions)))
    #expect(scenario.readings == [.sessions])
    scenario.answer(.success(ServerReading(.sessions([Self.session("s-1")]), totals: .init(clients: 3, sessions: 1))))
    #expect(scenario.state[ServerInsight.self].selectedSession?.id == "s-1")
    scenario.send(.serverPanel(.section(.events)))
    #expect(scenario.readings == [.totals])
    scenario.answer(.success(ServerReading(.totals, totals: .init(clients: 4, sessions: 1))))
    #expect(scenario.state[ServerInsight.self].totals.clients == 4)
    scenario.send(.serverPanel(.section(.clients)))
    scenario.answer(.success(Self.reading(0..<3)))
    scenario.send(.serverPanel(.open("client-2")))
    #expect(scenario.readings == [.client("client-2")])
    let opened = OpenedServerClient(client: Self.client(2), grants: [])
    scenario.answer(.success(ServerReading(.client(opened), totals: .init())))
    #expect(scenario.state[ServerInsight.self].opened == opened)
    // The client was deleted meanwhile: back to the list.
    scenario.send(.tick)
    scenario.answer(.success(ServerReading(.client(nil), totals: .init())))
    #expect(scenario.state[ServerInsight.self].view.opened == nil)
  }

  @Test func onlyABusyDatabaseKeepsTheLastReading() {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.tick)
    let locked = ServerProblem(.databaseLocked, "/x")
    scenario.answer(.failure(locked))
    #expect(scenario.state[ServerInsight.self].problem == locked)
    #expect(scenario.state[ServerInsight.self].clients?.clients.count == 3)
    #expect(scenario.state[ServerInsight.self].hasBeenRead)
    scenario.send(.tick)
    scenario.answer(.failure(ServerProblem(.databaseMissing, "/x")))
    #expect(scenario.state[ServerInsight.self].clients == nil)
    #expect(!scenario.state[ServerInsight.self].hasBeenRead)
    scenario.send(.tick)
    scenario.answer(.success(Self.reading(0..<1)))
    #expect(scenario.state[ServerInsight.self].problem == nil)
    #expect(scenario.state[ServerInsight.self].hasBeenRead)
  }

  // MARK: The list

  @Test func thePhonesOwnClientIsSelectedAtFirst() {
    let own = Scenario.registration["client_id"]?.stringValue ?? ""
    var scenario = Scenario(tools: Workshop.tools).registered()
    scenario.send(.serverPanel(.watched(true)))
    let others = [Self.client(1), RegisteredClient(id: own, registered: Scenario.start), Self.client(2)]
    let window = ClientWindow(clients: others, positions: ["1", "2", "3"], before: 0, total: 3)
    scenario.answer(.success(ServerReading(.clients(window), totals: .init(clients: 3, sessions: 0))))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == own)
    scenario.state.view.tab = .server
    scenario.send(.view(.moveSelection(1)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-2")
    scenario.send(.view(.moveSelection(5)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-2")
    scenario.send(.view(.moveSelection(-1)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == own)
  }

  @Test func theNeighbourOfADeletedClientIsSelected() {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.serverPanel(.select("client-2")))
    scenario.send(.tick)
    scenario.answer(.success(Self.reading(0..<2)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-1")
    scenario.send(.tick)
    scenario.answer(.success(Self.reading(0..<0)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient == nil)
  }

  /// Ten thousand clients: the window follows the selection, and a query never asks for more than one window.
  @Test func theWindowMovesWithTheChoice() {
    let size = ServerInquiry.windowSize
    var scenario = read(Self.reading(0..<size, of: 10_000))
    scenario.send(.view(.moveSelection(10)))
    #expect(scenario.readings.isEmpty, "away from the edge nothing is read again")
    scenario.send(.serverPanel(.select("client-\(size - 2)")))
    scenario.send(.view(.moveSelection(1)))
    #expect(
      scenario.readings == [.clients(filter: "", order: .registered, at: .around("at client-\(size - 1)"))])
    scenario.answer(.success(Self.reading(80..<80 + size, before: 80, of: 10_000)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-\(size - 1)")
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.index == size - 81)
    // The same upwards.
    scenario.send(.serverPanel(.select("client-81")))
    scenario.send(.view(.moveSelection(-1)))
    #expect(scenario.readings == [.clients(filter: "", order: .registered, at: .around("at client-80"))])
  }

  /// A key that is held down is faster than the database, and no step is lost.
  @Test func stepsBeyondTheWindowAreTakenLater() {
    let size = ServerInquiry.windowSize
    var scenario = read(Self.reading(0..<size, of: 10_000))
    scenario.send(.serverPanel(.select("client-\(size - 10)")))
    for _ in 1...3 { scenario.send(.view(.moveSelection(10))) }
    scenario.send(.view(.moveSelection(-1)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-\(size - 1)")
    scenario.answer(.success(Self.reading(80..<80 + size, before: 80, of: 10_000)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-\(size + 19)")
    // At the end of the whole list further steps are dropped.
    scenario = read(Self.reading(0..<3))
    for _ in 1...5 { scenario.send(.view(.moveSelection(1))) }
    scenario.send(.view(.moveSelection(-1)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-1")
  }

  /// The reader counts up to a limit, which must not hide what lies beyond it.
  @Test func theTotalIsAtLeastTheKnownNumber() {
    #expect(
      ClientWindow(clients: [Self.client(1)], positions: ["1"], before: 100_000, total: 100_000).total == 100_001)
  }

  @Test func homeAndEndLeadToTheEndsOfTheWholeList() {
    var scenario = read(Self.reading(0..<160, of: 10_000))
    scenario.send(.view(.moveSelection(AppState.farther)))
    #expect(scenario.readings == [.clients(filter: "", order: .registered, at: .last)])
    scenario.answer(.success(Self.reading(9840..<10_000, before: 9840, of: 10_000)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-9999")
    scenario.send(.view(.moveSelection(-AppState.farther)))
    #expect(scenario.readings == [.clients(filter: "", order: .registered, at: .first)])
    scenario.answer(.success(Self.reading(0..<160, of: 10_000)))
    #expect(Phone<ServerInsight>(scenario.state).selectedClient?.client.id == "client-0")
  }

  @Test func filterAndOrderBeginAtTheTop() {
    var scenario = read(Self.reading(0..<160, of: 10_000))
    scenario.send(.view(.moveSelection(AppState.farther)))
    scenario.answer(.success(Self.reading(9840..<10_000, before: 9840, of: 10_000)))
    scenario.send(.serverPanel(.nextOrder))
    #expect(scenario.readings == [.clients(filter: "", order: .lastUsed, at: .first)])
    scenario.answer(.success(Self.reading(0..<160, of: 10_000)))
    scenario.send(.serverPanel(.beginFilter))
    scenario.send(.serverPanel(.editFilter(.insert("d\nemo"))))
    #expect(scenario.readings == [.clients(filter: "demo", order: .lastUsed, at: .first)])
    scenario.answer(.success(Self.reading(0..<2)))
    scenario.send(.serverPanel(.editFilter(.insert(String(repeating: "x", count: 300)))))
    let cut = "demo" + String(repeating: "x", count: ServerPanelView.longestFilter - 4)
    #expect(scenario.readings == [.clients(filter: cut, order: .lastUsed, at: .first)])
    scenario.answer(.success(Self.reading(0..<0)))
    scenario.send(.serverPanel(.endFilter))
    #expect(scenario.state[ServerInsight.self].view.filter == cut)
    #expect(!scenario.state[ServerInsight.self].view.editsFilter)
    scenario.send(.serverPanel(.clearFilter))
    #expect(scenario.readings == [.clients(filter: "", order: .lastUsed, at: .first)])
    for _ in ClientSort.allCases.dropFirst() { scenario.send(.serverPanel(.nextOrder)) }
    #expect(scenario.state[ServerInsight.self].view.order == .registered)
  }

  // MARK: Changes

  @Test(arguments: [
    ServerChange.revoke(client: "client-1"), .activate(client: "client-1"), .endSession("s-1", user: "demouser"),
  ])
  func aChangeIsDoneOnceAndReadAtOnce(_ change: ServerChange) {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.serverPanel(.change(change)))
    #expect(scenario.effects == [.tool(ServerEffect.change(change))])
    #expect(scenario.state[ServerInsight.self].change?.outcome == .pending)
    // A second press does nothing.
    scenario.send(.serverPanel(.change(change)))
    #expect(scenario.effects.isEmpty)
    scenario.send(.serverPanel(.changed(change, nil)))
    #expect(scenario.state[ServerInsight.self].change?.outcome == .done)
    #expect(scenario.readings.count == 1)
    scenario.answer(.success(Self.reading(0..<3)))
    // The outcome stays until the user goes on.
    #expect(scenario.state[ServerInsight.self].change?.outcome == .done)
    scenario.send(.view(.moveSelection(1)))
    #expect(scenario.state[ServerInsight.self].change == nil)
  }

  @Test func aRefusedChangeSaysWhy() {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.serverPanel(.change(.activate(client: "client-1"))))
    let problem = ServerProblem(.ownerGone, "jd")
    scenario.send(.serverPanel(.changed(.activate(client: "client-1"), problem)))
    #expect(scenario.state[ServerInsight.self].change?.outcome == .failed(problem))
  }

  /// A reading that began before the change may have missed it.
  @Test func aReadingThatBeganBeforeTheChangeIsFollowedByAnother() {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.tick)
    scenario.send(.serverPanel(.change(.revoke(client: "client-1"))))
    scenario.send(.serverPanel(.changed(.revoke(client: "client-1"), nil)))
    #expect(scenario.readings.isEmpty)
    scenario.answer(.success(Self.reading(0..<3)))
    #expect(scenario.readings.count == 1)
  }

  @Test func revokingTouchesNothingOfThePhone() {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    scenario.send(.serverPanel(.watched(true)))
    scenario.answer(.success(Self.reading(0..<3)))
    let own = scenario.state.registration?.credentials.clientID ?? ""
    let before = scenario.state.auth
    scenario.send(.serverPanel(.change(.revoke(client: own))))
    scenario.send(.serverPanel(.changed(.revoke(client: own), nil)))
    #expect(scenario.state.auth == before)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.flow == nil)
  }

  @Test func endingASessionIsAskedFirstAndTheHarmlessAnswerIsFocused() {
    var scenario = read(Self.reading(0..<3))
    scenario.send(.serverPanel(.section(.sessions)))
    let both = ["s-1", "s-2"].map(Self.session)
    scenario.answer(.success(ServerReading(.sessions(both), totals: .init(clients: 3, sessions: 2))))
    scenario.send(.view(.moveSelection(1)))
    #expect(scenario.state[ServerInsight.self].selectedSession?.id == "s-2")
    scenario.send(.serverPanel(.askToEnd("s-2")))
    #expect(scenario.state[ServerInsight.self].view.answer == 0)
    scenario.send(.serverPanel(.answer(7)))
    #expect(scenario.state[ServerInsight.self].view.answer == 1)
    scenario.send(.serverPanel(.dropQuestion))
    scenario.send(.serverPanel(.askToEnd("s-2")))
    #expect(scenario.state[ServerInsight.self].view.answer == 0)
    // The session ended by itself.
    scenario.send(.tick)
    scenario.answer(.success(ServerReading(.sessions([both[0]]), totals: .init(clients: 3, sessions: 1))))
    #expect(scenario.state[ServerInsight.self].view.question == nil)
  }

  // MARK: Events

  @Test func theLatestEventsAreKeptWithTheirTimes() {
    var scenario = Scenario(tools: Workshop.tools)
    for number in 1...ServerEventList.capacity + 5 {
      scenario.clock = Scenario.start + Double(number)
      scenario.send(.serverPanel(.event(method: "GET", path: "/\(number)", status: 200, note: "", client: nil)))
    }
    let events = scenario.state[ServerInsight.self].events
    #expect(events.all.count == ServerEventList.capacity)
    #expect(events.count == ServerEventList.capacity + 5)
    #expect(events.all.first?.path == "/6")
    #expect(events.all.last?.time == scenario.clock)
  }
}

extension Scenario {
  fileprivate var readings: [ServerInquiry] {
    effects.compactMap { if case .read(_, let inquiry)? = $0.of(ServerEffect.self) { inquiry } else { nil } }
  }

  fileprivate mutating func answer(_ result: Result<ServerReading, ServerProblem>) {
    send(.serverPanel(.read(state[ServerInsight.self].lastReading, result)))
  }
}
