import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// A value that was read although it deviates from the specification is noted at its message, once in a run.
struct LeniencyTests {
  private func exchange(_ document: JSON, _ endpoint: Endpoint = .token) -> Exchange {
    Exchange(
      HTTPRequest("POST", Scenario.issuer + "/token", endpoint: endpoint),
      outcome: .success(
        HTTPResponse(
          200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(document.compact.utf8))),
      started: Scenario.start)
  }

  @Test func eachDeviationIsNotedOnce() {
    var scenario = Scenario(tools: [MessagesTool.self]).started()
    scenario.send(.exchanged(trace: 201, exchange(["access_token": "a", "token_type": "bearer", "expires_in": "300"])))
    let first = scenario.state.messages.last
    #expect(first?.leniencies.map(\.name) == ["expires_in"])
    #expect(first?.leniencies.first?.deviation == .numberAsText)
    scenario.send(
      .exchanged(
        trace: 202, exchange(["access_token": "a", "token_type": "bearer", "expires_in": "300", "scope": .null])))
    #expect(scenario.state.messages.last?.leniencies.map(\.name) == ["scope"])
    #expect(scenario.state.leniencies.map(\.name) == ["expires_in", "scope"])
    scenario.send(.exchanged(trace: 203, exchange(["keys": []], .jwks)))
    #expect(scenario.state.messages.last?.leniencies == [])
  }

  /// An answer that comes after its request was recorded is noted at the same message.
  @Test func theNoteStandsAtTheMessageOfTheAnswer() {
    var scenario = Scenario(tools: [MessagesTool.self]).started()
    var exchange = exchange(["refresh_token": ""], .refresh)
    let outcome = exchange.outcome
    exchange.outcome = nil
    scenario.send(.exchanged(trace: 204, exchange))
    let number = scenario.state.messages.lastNumber
    exchange.outcome = outcome
    scenario.send(.exchanged(trace: 204, exchange))
    #expect(scenario.state.messages.message(number)?.leniencies.map(\.name) == ["refresh_token"])
  }

  @Test func aClientWithoutManagementWorks() {
    var scenario = Scenario(tools: [MessagesTool.self]).started()
    scenario.beginRegistration()
    scenario.returnCode("c")
    scenario.respond(.token, Scenario.tokens(idToken: false))
    scenario.respond(
      .registration, 201,
      Scenario.registration.setting("registration_client_uri", "/register/1")
        .setting("registration_access_token", "t").setting("client_id_issued_at", "1795642597"))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .registered)
    #expect(scenario.state.registration?.management == .refused)
    #expect(!scenario.state.canUpdateRegistration)
    #expect(scenario.state.registeredAt == Date(timeIntervalSince1970: 1_795_642_597))
  }
}
