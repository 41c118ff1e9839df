import Foundation
import SharedValues
import TestValues
import Testing

@testable import AppState
@testable import Workshop

/// Filter and search of the panel Messages: what is listed and found, and that masked text is not found.
struct MessagesViewTests {
  private static func exchange(_ path: String, _ endpoint: Endpoint, answer: String? = "{}") -> Exchange {
    Exchange(
      HTTPRequest(
        "POST", "https://idp.example/\(path)?client_id=a-client",
        headers: [
          HTTPHeader("Content-Type", "application/x-www-form-urlencoded"),
          HTTPHeader("Authorization", "Bearer \(token)"),
        ], body: Array("grant_type=refresh_token&refresh_token=\(token)&scope=openid+profile".utf8), endpoint: endpoint),
      outcome: answer.map {
        .success(
          HTTPResponse(200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array($0.utf8)))
      }, started: Scenario.start)
  }

  private static let token = "14757ddb-1814-4abd-a898-665fdea83ccc"

  /// Messages: 1 metadata, 2 token, 3 the browser, 4 token, 5 the keystore.
  private func scenario() -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.exchanged(trace: 1, Self.exchange("metadata", .metadata, answer: "{\"issuer\":\"Somebody\"}")))
    scenario.send(.exchanged(trace: 2, Self.exchange("token", .token, answer: "{\"access_token\":\"\(Self.token)\"}")))
    scenario.send(
      .observed(
        ObservedRequest(
          method: "GET", path: "/oauth/v2/oauth-authorize", status: 303, note: "SSO session used",
          endpoint: .authorization, usesSession: true)))
    scenario.send(.exchanged(trace: 3, Self.exchange("token", .token, answer: nil)))
    scenario.state.log(from: .app, to: .keystore, .keystoreSaved(file: "keystore.age"))
    scenario.send(.tick)
    return scenario
  }

  /// Types a text and runs the search, as the program does.
  private func search(_ text: String, _ scenario: inout Scenario) -> [Int]? {
    scenario.send(.messages(.beginSearch))
    scenario.send(.messages(.editSearch(.replace(text))))
    answer(&scenario)
    return scenario.state.messagesView.search?.matches
  }

  private func answer(_ scenario: inout Scenario) {
    for case .search(let number, let query)? in scenario.effects.map({ $0.of(MessagesEffect.self) }) {
      scenario.send(.messages(.searched(number, query.run())))
    }
  }

  private func listed(_ scenario: Scenario) -> [Int] { Phone<MessagesTool>(scenario.state).listedMessages.map(\.id) }

  // MARK: The filter

  @Test func actorsAndEndpointsComeInTurn() {
    var scenario = scenario()
    var seen: [[Int]] = []
    for _ in 1...5 {
      scenario.send(.messages(.nextParty))
      seen.append(listed(scenario))
    }
    #expect(seen == [[1, 2, 4, 5], [3], [1, 2, 3, 4], [5], [1, 2, 3, 4, 5]])
    var endpoints: [Endpoint?] = []
    for _ in 1...4 {
      scenario.send(.messages(.nextEndpoint))
      endpoints.append(scenario.state.messagesView.filter.endpoint)
    }
    // Only endpoints that occur in the log are offered.
    #expect(endpoints == [.metadata, .authorization, .token, nil])
  }

  @Test func theListGrowsWithTheLog() {
    var scenario = scenario()
    for _ in 1...3 { scenario.send(.messages(.nextEndpoint)) }
    #expect(listed(scenario) == [2, 4])
    scenario.send(.exchanged(trace: 4, Self.exchange("keys", .jwks)))
    scenario.send(.exchanged(trace: 5, Self.exchange("token", .token)))
    #expect(listed(scenario) == [2, 4, 7])
    #expect(
      Phone<MessagesTool>(scenario.state).selectedMessage?.id == 7, "the selection follows the newest listed message")
    scenario.send(.view(.moveSelection(-1)))
    #expect(scenario.state.messagesView.selected == 4)
    // The diagram shows all of them.
    scenario.send(.view(.tab(.sequence)))
    #expect(listed(scenario).count == 7)
  }

  @Test func aChosenMessageThatIsNotListedGivesWayToTheOneBefore() {
    var scenario = scenario()
    scenario.send(.messages(.open(3)))
    for _ in 1...3 { scenario.send(.messages(.nextEndpoint)) }
    #expect(Phone<MessagesTool>(scenario.state).selectedMessage?.id == 2)
    for _ in 1...4 { scenario.send(.messages(.nextParty)) }
    #expect(listed(scenario).isEmpty)
    #expect(Phone<MessagesTool>(scenario.state).selectedMessage == nil)
    scenario.send(.view(.moveSelection(1)))
    scenario.send(.messages(.clearFilter))
    #expect(Phone<MessagesTool>(scenario.state).selectedMessage?.id == 3)
  }

  @Test func droppedMessagesAreNotListed() {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.send(.exchanged(trace: 0, Self.exchange("metadata", .metadata)))
    scenario.send(.messages(.nextEndpoint))
    #expect(listed(scenario) == [1])
    #expect(search("metadata", &scenario) == [1])
    for _ in 1...MessageLog.capacity { scenario.state.log(from: .app, to: .browser, .userAgentClosed) }
    scenario.send(.tick)
    #expect(listed(scenario).isEmpty)
    #expect(scenario.state.messagesView.search?.matches == [])
  }

  // MARK: The search

  @Test(arguments: [
    ("oauth-AUTHORIZE", [3]), ("post", [1, 2, 4]), ("303", [3]), ("grant_type", [1, 2, 4]),
    ("openid profile", [1, 2, 4]),
    ("somebody", [1]), ("sso session", [3]), ("keystore.age", [5]), ("a-client", [1, 2, 4]), ("no such text", []),
  ])
  func aTextIsFoundWhereItCanBeSeen(_ text: String, _ found: [Int]) {
    var scenario = scenario()
    #expect(search(text, &scenario) == found)
  }

  /// Otherwise a search could reveal a secret letter by letter.
  @Test func maskedTextIsNotFound() {
    var scenario = scenario()
    #expect(search(Self.token, &scenario) == [])
    #expect(search("1814-4abd", &scenario) == [])
    #expect(search("14757ddb-•", &scenario) == [1, 2, 4], "the visible part is found")
    scenario.send(.view(.toggleSecrets))
    answer(&scenario)
    #expect(search(Self.token, &scenario) == [1, 2, 4], "a revealed token is found")
    scenario.state.settings.presenter = true
    #expect(search("1814-4abd", &scenario) == [], "presenter mode never finds secrets")
  }

  @Test func theNearestMatchIsChosenAndTheNextOnesInTurn() {
    var scenario = scenario()
    #expect(search("post", &scenario)?.count == 3)
    #expect(scenario.state.messagesView.selected == 4)
    scenario.send(.messages(.nextMatch(1)))
    #expect(scenario.state.messagesView.selected == 1, "the search continues at the start")
    scenario.send(.messages(.nextMatch(1)))
    #expect(scenario.state.messagesView.selected == 2)
    scenario.send(.messages(.nextMatch(-1)))
    scenario.send(.messages(.nextMatch(-1)))
    #expect(scenario.state.messagesView.selected == 4)
    scenario.send(.messages(.endSearch))
    #expect(scenario.state.messagesView.search?.edits == false)
    scenario.send(.messages(.clearSearch))
    #expect(scenario.state.messagesView.search == nil)
  }

  @Test func aMessageThatComesOrIsAnsweredIsSearchedToo() {
    var scenario = scenario()
    #expect(search("somebody", &scenario) == [1])
    scenario.send(.exchanged(trace: 3, Self.exchange("token", .token, answer: "{\"name\":\"SOMEBODY\"}")))
    #expect(scenario.state.messagesView.search?.matches == [1, 4])
    scenario.send(.exchanged(trace: 9, Self.exchange("somebody", .userinfo)))
    #expect(scenario.state.messagesView.search?.matches == [1, 4, 6])
  }

  @Test func anAnswerToAnEarlierTextIsIgnored() throws {
    var scenario = scenario()
    scenario.send(.messages(.beginSearch))
    scenario.send(.messages(.editSearch(.insert("p"))))
    let early = scenario.effects
    scenario.send(.messages(.editSearch(.insert("x"))))
    let late = scenario.effects
    guard case .search(let first, let earlier)? = early.first?.of(MessagesEffect.self),
      case .search(let second, let later)? = late.first?.of(MessagesEffect.self)
    else { throw Unexpected("no search is active") }
    scenario.send(.messages(.searched(first, earlier.run())))
    #expect(scenario.state.messagesView.search?.matches == nil)
    // A message that came during the search is searched, too.
    scenario.send(.exchanged(trace: 9, Self.exchange("px", .userinfo)))
    scenario.send(.messages(.searched(second, later.run())))
    #expect(scenario.state.messagesView.search?.matches == [6])
  }

  @Test func aCancelledSearchStops() {
    let scenario = scenario()
    var log = scenario.state.messages
    for _ in 1...500 {
      log.append(Message(from: .app, to: .keystore, .keystoreSaved(file: "a"), at: Scenario.start, step: nil))
    }
    let query = MessageQuery(text: "a", messages: log, numbers: nil, reveal: false)
    #expect(query.run { true }.count < 100)
    #expect(query.run().count > 500)
  }

  // MARK: Exports

  @Test func anExportHasTheListedMessages() throws {
    var scenario = scenario()
    for _ in 1...3 { scenario.send(.messages(.nextEndpoint)) }
    scenario.send(.messages(.export(.archive)))
    guard case .export(let number, let request)? = scenario.effects.first?.of(MessagesEffect.self) else {
      throw Unexpected("nothing is written")
    }
    #expect(request.listed.map(\.id) == [2, 4])
    scenario.send(.messages(.export(.archive)))
    #expect(scenario.effects.isEmpty, "a second export was started")
    scenario.send(.messages(.exported(number + 1, .success(ExportReceipt(files: ["/other"])))))
    #expect(scenario.state.export?.outcome == .pending)
    scenario.send(.messages(.exported(number, .success(ExportReceipt(files: ["/a.har"])))))
    #expect(scenario.state.export?.outcome == .done(ExportReceipt(files: ["/a.har"])))
    scenario.send(.view(.moveSelection(-1)))
    #expect(scenario.state.export == nil)
    // The diagram exports every message.
    scenario.send(.messages(.export(.diagram)))
    guard case .export(_, let diagram)? = scenario.effects.first?.of(MessagesEffect.self) else { return }
    #expect(diagram.numbers == nil)
  }
}
