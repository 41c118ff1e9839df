import SharedValues
import Testing

@testable import AppState

/// Every failed save can be retried from its error, and the retry saves.
@Suite struct RetryTests {
  enum Operation: CaseIterable, Sendable { case registering, signingIn, refreshing, signingOut, revoking, forgetting }

  /// Plays up to the moment at which the keystore is to be written.
  private func writing(_ operation: Operation) -> Scenario {
    var scenario = operation == .registering ? Scenario() : Scenario().signedIn()
    switch operation {
    case .registering:
      scenario.coldStart()
      scenario.registerAtTheServer()
    case .signingIn:
      scenario = Scenario()
      scenario.coldStart()
      scenario.register()
      scenario.askForUserinfo()
      scenario.respond(.userinfo, Scenario.userinfo)
    case .refreshing:
      scenario.send(.refreshAccessToken)
      RetryTests.answerRefresh(&scenario)
    case .signingOut:
      scenario.beginSignOut()
      let state = scenario.query("state") ?? ""
      scenario.send(
        .answered(scenario.flowID, .returned(.redirect("io.curity.dcrclient:/logoutcallback?state=\(state)"))))
    case .revoking:
      scenario.begin(.revokeTokens)
      for _ in 0..<2 where scenario.request?.endpoint == .revocation { scenario.respond(.revocation, [:]) }
    case .forgetting:
      scenario.begin(.forgetDevice)
      scenario.lose(.unregistration)
    }
    return scenario
  }

  private static func answerRefresh(_ scenario: inout Scenario) {
    scenario.send(.server(.ready))
    scenario.respond(.refresh, Scenario.tokens("2", idToken: false))
    scenario.respond(.userinfo, Scenario.userinfo)
  }

  private func writes(_ scenario: Scenario) -> Bool {
    scenario.effects.contains {
      switch $0 {
      case .saveRegistration, .saveTokens, .clearTokens, .eraseKeystore: true
      default: false
      }
    }
  }

  @Test(arguments: Operation.allCases)
  func aFullDiskIsTriedAgain(_ operation: Operation) {
    var scenario = writing(operation)
    #expect(writes(scenario), "\(scenario.effects)")
    let id = scenario.flowID
    if operation == .forgetting {
      scenario.send(.answered(id, .notErased(.init(.noSpace, path: "keystore.age"))))
    } else {
      scenario.send(.answered(id, .notSaved(.init(.noSpace, path: "keystore.age"))))
    }
    #expect(scenario.state.banner?.retry != nil)
    scenario.send(.retry)
    if scenario.effects == [.ensureServer] {
      [.refreshing, .signingIn].contains(operation)
        ? RetryTests.answerRefresh(&scenario) : scenario.send(.server(.ready))
      if operation == .forgetting { scenario.lose(.unregistration) }
    }
    #expect(writes(scenario), "\(scenario.effects)")
    guard operation != .forgetting else { return }
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.banner == nil)
  }

  /// After a successful retry the user sees the message of the undisturbed case.
  @Test(arguments: [Operation.registering, .signingOut, .revoking])
  func aSuccessfulRetryEndsLikeTheUndisturbedCase(_ operation: Operation) {
    var undisturbed = writing(operation)
    undisturbed.send(.answered(undisturbed.flowID, .saved))
    #expect(undisturbed.state.notice != nil)
    var scenario = writing(operation)
    scenario.send(.answered(scenario.flowID, .notSaved(.init(.noSpace, path: "keystore.age"))))
    scenario.send(.retry)
    // The second failure names the same step.
    scenario.send(.answered(scenario.flowID, .notSaved(.init(.noSpace, path: "keystore.age"))))
    #expect(scenario.state.banner?.error.step == writing(operation).state.flow?.step)
    scenario.send(.retry)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == undisturbed.state.notice)
  }

  /// Ended tokens must not come back at the next start.
  @Test func endedTokensAreClearedByTheRetry() {
    var scenario = writing(.revoking)
    scenario.send(.answered(scenario.flowID, .notSaved(.init(.noSpace, path: "keystore.age"))))
    #expect(scenario.state.session == nil)
    scenario.send(.retry)
    #expect(scenario.effects == [.clearTokens(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .saved))
    // No session is left to sign out of.
    scenario.send(.signOut)
    #expect(scenario.state.flow == nil)
  }
}
