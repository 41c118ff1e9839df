import Faults
import SharedValues
import Testing

@testable import IdentityServer

/// What a server is doing while it is attacked. What it refuses does not depend on that.
enum Circumstances: CaseIterable, Sendable {
  case alone
  /// It listens at another address, keeps its exchanges, and commits a fault at each endpoint.
  case exposed

  func adjust(_ configuration: inout IdentityServerConfiguration) {
    guard self == .exposed else { return }
    configuration.reach.listen = IPAddress("127.0.0.2")
    configuration.traces = true
  }

  /// Switches the faults on. A latency changes no answer, so the suites expect the same ones.
  func begin(_ server: TestServer) async throws {
    guard self == .exposed else { return }
    let endpoints = FaultEndpoint.allCases.filter { $0.isAsked || $0.isVisited }
    try await server.switchOn(endpoints.map { FaultRule($0, .latency(milliseconds: 1)) })
  }

  /// The control: the server was exposed if it was meant to be.
  func check(_ server: TestServer) {
    guard self == .exposed else { return }
    #expect(server.issuer.hasPrefix("https://127.0.0.2:"))
    #expect(server.lines().contains { $0.fault.contains("latency 1 ms") })
  }
}
