import Foundation
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// Every message belongs to the flow that caused it, at whichever step.
struct MessageFlowTests {
  private func exchange(_ path: String, _ endpoint: Endpoint) -> Exchange {
    Exchange(
      HTTPRequest("POST", "https://idp.example/\(path)", endpoint: endpoint), outcome: .success(HTTPResponse(200)),
      started: Scenario.start)
  }

  private func sections(_ scenario: Scenario) -> [Flow.Kind?] { scenario.state.messages.flows.map(\.kind) }

  /// Requests to the server by other phones, administrators and people in browsers are not this phone's messages.
  @Test func requestsOfOthersAreNotThisPhones() throws {
    var scenario = Scenario(tools: [MessagesTool.self]).signedIn()
    let own = try #require(scenario.state.registration?.credentials.clientID)
    func observed(_ method: String, _ asker: ObservedRequest.Asker) -> [Message] {
      let before = scenario.state.messages.lastNumber
      var request = ObservedRequest(method: method, path: "/p", status: 200, note: "", endpoint: .page)
      request.asker = asker
      scenario.send(.observed(request))
      return scenario.state.messages.filter { $0.id > before }
    }
    let mine = recognitionMark(Scenario.secrets.state.revealed.utf8)
    #expect(observed("POST", .browser(visit: mine, client: "mobile-dcr-client")).map(\.from) == [.browser])
    #expect(observed("GET", .browser(visit: nil, client: own)).map(\.from) == [.browser])
    #expect(observed("GET", .browser(visit: "another", client: own)).isEmpty)
    #expect(observed("GET", .browser(visit: "another", client: "tablets")).isEmpty)
    #expect(observed("GET", .browser(visit: nil, client: nil)).isEmpty)
    #expect(observed("POST", .administrator(client: own)).map(\.from) == [.administrator])
    // The administrator used a command, so no request was sent.
    #expect(observed("", .administrator(client: own)).map(\.from) == [.administrator])
    #expect(observed("GET", .administrator(client: own)).isEmpty)
    #expect(observed("POST", .administrator(client: "tablets")).isEmpty)
  }

  @Test func aRefreshIsOnePart() {
    var scenario = Scenario(tools: [MessagesTool.self]).signedIn()
    #expect(sections(scenario) == [.registration, .authentication])
    scenario.begin(.refreshAccessToken)
    scenario.send(.exchanged(trace: 101, exchange("token", .refresh)))
    scenario.respond(.refresh, Scenario.tokens("2"))
    scenario.send(.exchanged(trace: 102, exchange("jwks", .jwks)))
    scenario.respond(.jwks, ["keys": []])
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.success(Scenario.claims))))
    scenario.send(.exchanged(trace: 103, exchange("userinfo", .userinfo)))
    scenario.respond(.userinfo, Scenario.userinfo)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.flow == nil && scenario.state.notice == .tokenRefreshed)
    #expect(sections(scenario) == [.registration, .authentication, .refresh])
    // A late report about the browser still belongs to this flow; the next flow's discovery does not.
    scenario.send(.observed(ObservedRequest(method: "GET", path: "/late", status: 200, note: "")))
    #expect(scenario.state.messages.flows.count == 3)
    let next = scenario.state.messages.lastNumber + 1
    scenario.send(.signOut)
    scenario.send(.exchanged(trace: 104, exchange("metadata", .metadata)))
    #expect(scenario.state.messages.flows.last == MessagePart(number: 4, kind: .signOut, first: next))
  }
}
