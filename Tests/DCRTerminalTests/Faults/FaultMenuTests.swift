import AppState
import Catalogue
import Faults
import Foundation
import OAuthClient
import Screens
import SharedValues
import Testing
import TestSupport

@testable import DCRTerminal
@testable import Workshop

/// Every pair of endpoint and defect that the menu offers, over the whole flow of the real app: the fault happens, is counted, and
/// the app shows the screen and the code that belong to it.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct FaultMenuTests {
  private static let server = Task {
    try await TestServer(listens: false) {
      ($0.lifetimes.pushedRequest, $0.lifetimes.deviceCode, $0.lifetimes.deviceInterval) = (3, 5, 0)
    }
  }

  /// Shortens a latency so that a test can wait for it.
  private func hurried(_ defect: FaultDefect) -> FaultDefect {
    if case .latency = defect { .latency(milliseconds: 30) } else { defect }
  }

  private func device(_ rule: FaultRule) async throws -> FaultDevice {
    let server = try await FaultMenuTests.server.value
    let hangs = rule.defect == .connection(.timeOut)
    return FaultDevice(server.server, FaultPlan([rule]), limit: .milliseconds(100), isImpatient: hangs) {
      FaultMenuTests.meet(rule.needs, &$0)
    }
  }

  /// Changes the shipped configuration only as far as the fault needs it.
  private static func meet(_ needs: Set<FaultCondition>, _ settings: inout AppSettings) {
    if needs.contains(.maxAge) {
      settings.authorizationParameters = (try? AuthorizationParameters([JSON.Member("max_age", 3600)])) ?? .none
    }
    settings.keys.privateKey = !needs.isDisjoint(with: [.privateKey, .keys, .userPresence])
    settings.keys.dpop = !needs.isDisjoint(with: [.dpop, .keys])
    settings.keys.pushedAuthorization = needs.contains(.pushed)
    settings.keys.userPresence = needs.contains(.userPresence)
    if needs.contains(.deviceCode) { settings.browser = UserAgentKind.deviceCode.rawValue }
  }

  @Test(arguments: FaultEndpoint.allCases)
  func everythingThatTheMenuOffersDoesSomething(_ endpoint: FaultEndpoint) async throws {
    for defect in endpoint.offers where !FaultRule(endpoint, defect).needs.contains(.atServer) {
      let rule = FaultRule(endpoint, hurried(defect))
      let device = try await device(rule)
      if endpoint == .revocation {
        try await revoke(device, rule)
      } else {
        try await flow(device, rule)
      }
      #expect(device.state[FaultsTool.self].active.entries[0].hits > 0, "\(rule.summary) never happened")
      await device.stop()
    }
  }

  private func flow(_ device: FaultDevice, _ rule: FaultRule) async throws {
    var ending = await device.flow()
    // The client's first assertion has no predecessor whose jti it could repeat.
    if rule.defect == .proof(.assertionReplayed), ending == .complete { ending = await device.flow() }
    let expected = ExpectedFaults.code(rule.endpoint, rule.defect)
    #expect(ending?.code == expected, "\(rule.summary): \(String(describing: ending))")
    guard let expected else {
      #expect(ending == .complete, "\(rule.summary)")
      return
    }
    // Closing the browser is a cancellation, not an error.
    guard expected != "user_agent_closed" else { return }
    let screen = PlainText.lines(for: device.state, look: Look()).joined(separator: "\n").lowercased()
    guard case .failed(_, let error) = ending else { return }
    let title = error.title().lowercased()
    #expect(screen.contains(title), "\(rule.summary): \(screen)")
    guard rule.endpoint.isAsked else { return }
    // The message states that a fault caused it, not the server.
    #expect(
      device.state[MessagesTool.self].log.contains { $0.faults == [rule.summary] }, "\(rule.summary) left no mark")
  }

  private func revoke(_ device: FaultDevice, _ rule: FaultRule) async throws {
    #expect(await device.flow(until: .userinfo) == .reached(.userinfo))
    await device.press(.revokeTokens)
    guard case .revokedTokens(let report) = device.state.notice else {
      Issue.record("\(rule.summary): \(String(describing: device.state.notice))")
      return
    }
    #expect(
      report.refreshToken.problem?.code.rawValue == ExpectedFaults.code(.revocation, rule.defect), "\(rule.summary)")
    #expect(
      report.accessToken.problem?.code.rawValue == ExpectedFaults.code(.revocation, rule.defect), "\(rule.summary)")
  }
}
