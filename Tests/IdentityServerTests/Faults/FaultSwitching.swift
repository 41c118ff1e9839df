import Faults
import SharedValues

@testable import IdentityServer

extension TestServer {
  /// Switches faults on as a command does, and lets the server take them up at once.
  func switchOn(
    _ rules: [FaultRule], for target: FaultTarget = .everybody, times: Int? = nil, name: String = "a test"
  ) async throws {
    try await server.administration.switchOn(FaultOrder(FaultPlan(rules), name: name, for: target, times: times))
    try takeUpFaults()
  }

  func switchOff(_ name: String? = nil) async throws {
    try await server.administration.switchOff(name)
    try takeUpFaults()
  }

  /// What the server does once a second.
  func takeUpFaults() throws { try server.provider.takeUpFaults() }
}
