import SharedValues
import Testing

@testable import AppState

/// An error names the faults that can have caused it, and no others.
@Suite struct SimulatedErrorTests {
  private static let late = FaultMark("refresh: latency 20 ms", isDelay: true)
  private static let spoiled: FaultMark = "refresh: status 400"

  /// Plays a refresh with this outcome and these faults. Returns the faults that the error names.
  private func refresh(
    _ scenario: inout Scenario, _ outcome: Result<HTTPResponse, TransportFailure>, _ marks: [FaultMark]
  ) -> [String]? {
    scenario.begin(.refreshAccessToken)
    guard let request = scenario.request else { return nil }
    var exchange = Exchange(request, outcome: outcome, started: Scenario.start)
    exchange.faults = marks
    scenario.send(.exchanged(trace: scenario.flowID, exchange))
    scenario.send(.answered(scenario.flowID, .response(.refresh, outcome)))
    return scenario.state.banner?.error.faults
  }

  private static let refusal: Result<HTTPResponse, TransportFailure> = .success(
    HTTPResponse(
      400, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(#"{"error":"invalid_request"}"#.utf8))
  )

  @Test(
    arguments: [
      (refusal, [late, spoiled], [spoiled]), (refusal, [late], []),
      (.failure(TransportFailure(.timeout)), [late], [late]),
      (.failure(TransportFailure(.connectionRefused)), [late], []),
    ] as [(Result<HTTPResponse, TransportFailure>, [FaultMark], [FaultMark])])
  func aDelayCausesOnlyTimeOuts(
    _ outcome: Result<HTTPResponse, TransportFailure>, _ marks: [FaultMark], _ named: [FaultMark]
  ) {
    var scenario = Scenario().signedIn()
    #expect(refresh(&scenario, outcome, marks) == named.map(\.words))
  }

  /// A fault of the previous attempt is not named.
  @Test func aRealErrorAfterASimulatedOneIsReal() {
    var scenario = Scenario().signedIn()
    #expect(refresh(&scenario, SimulatedErrorTests.refusal, [SimulatedErrorTests.spoiled]) == ["refresh: status 400"])
    #expect(refresh(&scenario, SimulatedErrorTests.refusal, []) == [])
  }

  /// A failed connection is not blamed on a fault of the answer before it.
  @Test func aLostConnectionIsNotBlamedOnTheAnswerBefore() throws {
    var scenario = Scenario().registered()
    scenario.redeemSecondCode()
    var exchange = Exchange(
      try #require(scenario.request), outcome: .success(HTTPResponse(200)), started: Scenario.start)
    exchange.faults = ["token: wrong-member expires_in"]
    scenario.send(.exchanged(trace: 1, exchange))
    scenario.respond(.token, Scenario.tokens())
    exchange = Exchange(
      try #require(scenario.request), outcome: .failure(TransportFailure(.connectionRefused)), started: Scenario.start)
    scenario.send(.exchanged(trace: 2, exchange))
    scenario.lose(.jwks)
    let error = try #require(scenario.state.banner?.error)
    #expect(error.code == .transport(.connectionRefused) && error.faults == [])
  }
}
