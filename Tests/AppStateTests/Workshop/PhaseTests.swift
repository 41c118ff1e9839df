import Foundation
import Keystore
import OAuthClient
import OAuthLiterals
import SharedValues
import Testing

@testable import AppState
@testable import Workshop

/// The table of transitions is exact: the app makes every transition in it, and no other.
@Suite struct PhaseTests {
  private static let state = Scenario.secrets.state.revealed
  private static let expiring = Scenario.registration.setting("client_secret_expires_at", 1_800_003_600)

  private static func stored(_ document: JSON = Scenario.registration, refreshToken: Secret? = nil) -> StoredState {
    StoredState(
      registration: try? RegistrationRequest.restore(document), registeredAt: Scenario.start,
      tokens: KeptTokens(
        idToken: nil,
        refreshToken: refreshToken))
  }

  private static func started(_ document: JSON = Scenario.registration) -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.coldStart(stored: stored(document))
    return scenario
  }

  private static func push(_ scenario: inout Scenario) {
    scenario.begin(.startAuthentication)
    scenario.haveKeys()
    scenario.prepareAuthorization()
  }

  private static func redeemed(_ scenario: inout Scenario) {
    scenario.beginAuthentication()
    scenario.returnRedirect("code=second&state=\(state)")
  }

  private static func silentlyRefreshing() -> Scenario {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    scenario.clock += 290
    scenario.begin(.woke(scenario.state.lastWake))
    return scenario
  }

  private static func leftWithASession() -> Scenario {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    scenario.beginSignOut()
    scenario.send(.answered(scenario.flowID, .returned(.failed(UserAgentFailure(.browserMissing, [:])))))
    scenario.send(.answered(scenario.flowID, .saved))
    return scenario
  }

  private static func locked() -> Scenario {
    var scenario = Scenario(tools: Workshop.tools)
    scenario.state.settings.unlocksOnScreen = true
    scenario.send(.started)
    scenario.send(.keystoreFailed(.keystore(KeystoreError(.passphraseNeeded, path: "keystore.age"))))
    return scenario
  }

  private static let eraseFailure = KeystoreError(.unwritable, path: "keystore.age")

  /// Each scenario plays one way through the app.
  private static let scenarios: [(name: String, play: @Sendable () -> Scenario)] = [
    (
      "main job",
      {
        var scenario = Scenario(tools: Workshop.tools).signedIn()
        scenario.begin(.refreshAccessToken)
        scenario.renew()
        scenario.beginSignOut()
        scenario.send(
          .answered(scenario.flowID, .returned(.redirect("\(Scenario.postLogoutRedirectURI)?state=\(state)"))))
        scenario.send(.answered(scenario.flowID, .saved))
        scenario.begin(.forgetDevice)
        scenario.send(.answered(scenario.flowID, .response(.unregistration, .success(HTTPResponse(204)))))
        scenario.send(.answered(scenario.flowID, .erased([])))
        return scenario
      }
    ),
    (
      "keystore under a passphrase",
      {
        var scenario = locked()
        scenario.send(.view(.editPassphrase(.insert("wrong"))))
        scenario.send(.unlock)
        scenario.send(.keystoreFailed(.keystore(KeystoreError(.wrongPassphrase, path: "keystore.age"))))
        scenario.send(.forgetDevice)
        scenario.send(.answered(scenario.flowID, .notErased(eraseFailure)))
        return scenario
      }
    ),
    (
      "unusable keystore",
      {
        var scenario = Scenario(tools: Workshop.tools)
        scenario.send(.started)
        scenario.send(.keystoreFailed(.otherIssuer(stored: "https://a.example", configured: "https://b.example")))
        scenario.send(.started)
        scenario.send(.keystoreFailed(.otherIssuer(stored: "https://a.example", configured: "https://b.example")))
        scenario.send(.forgetDevice)
        scenario.send(.answered(scenario.flowID, .notErased(eraseFailure)))
        return scenario
      }
    ),
    (
      "silent start that is cancelled",
      {
        var scenario = Scenario(tools: Workshop.tools)
        scenario.state.settings.silentStart = true
        scenario.coldStart(stored: stored(refreshToken: Secret("old")))
        scenario.send(.cancel)
        scenario.begin(.forgetDevice)
        scenario.send(.cancel)
        scenario.beginAuthentication()
        return scenario
      }
    ),
    (
      "registration that is cancelled, fails, and is tried again",
      {
        var scenario = Scenario(tools: Workshop.tools).started()
        scenario.beginRegistration()
        scenario.send(.cancel)
        scenario.beginRegistration()
        scenario.returnRedirect("error=access_denied&state=\(state)")
        scenario.send(.retry)
        scenario.send(.server(.failed("broken")))
        scenario.send(.dismissBanner)
        return scenario
      }
    ),
    (
      "login that fails, is tried again, and cancelled",
      {
        var scenario = started()
        scenario.beginAuthentication()
        scenario.returnRedirect("error=access_denied&state=\(state)")
        scenario.begin(.retry)
        scenario.send(.cancel)
        redeemed(&scenario)
        scenario.send(.cancel)
        redeemed(&scenario)
        scenario.respond(.token, 400, ["error": "invalid_grant"])
        scenario.send(.dismissBanner)
        return scenario
      }
    ),
    (
      "client that the server does not know at the login",
      {
        var scenario = started()
        redeemed(&scenario)
        scenario.respond(.token, 401, ["error": "invalid_client"])
        scenario.respond(.registrationRead, 401, [:])
        scenario.send(.dismissBanner)
        scenario.beginAuthentication()
        scenario.returnRedirect("error=unauthorized_client&state=\(state)")
        scenario.respond(.registrationRead, 401, [:])
        scenario.begin(.registerAgain)
        return scenario
      }
    ),
    (
      "secret that expires before the start, while signed in, and after failures",
      {
        var scenario = Scenario(tools: Workshop.tools)
        scenario.clock += 3_600
        scenario.coldStart(stored: stored(expiring))
        return scenario
      }
    ),
    (
      "secret that expires while nobody is signed in",
      {
        var scenario = started(expiring)
        scenario.clock += 3_600
        scenario.send(.tick)
        return scenario
      }
    ),
    (
      "secret that expires while signed in",
      {
        var scenario = started(expiring)
        scenario.authenticate()
        scenario.clock += 3_600
        scenario.send(.tick)
        scenario.send(.dismissBanner)
        return scenario
      }
    ),
    (
      "secret that expires after a failure and after a cancel",
      {
        var scenario = started(expiring)
        scenario.beginAuthentication()
        scenario.returnRedirect("error=access_denied&state=\(state)")
        scenario.clock += 3_600
        scenario.send(.retry)
        var other = started(expiring)
        other.beginAuthentication()
        other.send(.cancel)
        other.clock += 3_600
        other.send(.tick)
        for change in other.state.phases.all {
          scenario.state.phases.append(change.from, change.to, change.cause, at: change.time)
        }
        return scenario
      }
    ),
    (
      "refresh that is refused",
      {
        var scenario = Scenario(tools: Workshop.tools).signedIn()
        scenario.begin(.refreshAccessToken)
        scenario.respond(.refresh, 400, ["error": "invalid_grant"])
        return scenario
      }
    ),
    (
      "refresh of a client that the server does not know",
      {
        var scenario = Scenario(tools: Workshop.tools).signedIn()
        scenario.begin(.refreshAccessToken)
        scenario.respond(.refresh, 401, ["error": "invalid_client"])
        scenario.respond(.registrationRead, 401, [:])
        return scenario
      }
    ),
    (
      "silent refresh that ends the session",
      {
        var scenario = silentlyRefreshing()
        scenario.respond(.refresh, 400, ["error": "invalid_grant"])
        return scenario
      }
    ),
    (
      "login that an API demands, which is cancelled",
      {
        var scenario = Scenario.banking(tools: Workshop.tools)
        scenario.beginPaying()
        scenario.refuse(.api, 401, Scenario.stepUpChallenge)
        scenario.begin(.api(.stepUp))
        scenario.send(.cancel)
        return scenario
      }
    ),
    (
      "request that is pushed, refused, cancelled and taken",
      {
        var scenario = Scenario(keys: Scenario.everything, tools: Workshop.tools)
        scenario.registerWithKey()
        push(&scenario)
        scenario.send(.cancel)
        push(&scenario)
        scenario.respond(.pushedAuthorization, 400, ["error": "invalid_request"])
        push(&scenario)
        scenario.respond(.pushedAuthorization, 401, ["error": "invalid_client"])
        // The server has accepted the client before.
        scenario.state.isNewlyRegistered = false
        push(&scenario)
        scenario.respond(.pushedAuthorization, 401, ["error": "invalid_client"])
        scenario.respond(.registrationRead, 401, [:])
        scenario.send(.dismissBanner)
        push(&scenario)
        scenario.bePushed()
        return scenario
      }
    ),
    (
      "login that an API demands, which ends in a payment",
      {
        var scenario = Scenario.banking(tools: Workshop.tools)
        scenario.beginPaying()
        scenario.refuse(.api, 401, Scenario.stepUpChallenge)
        scenario.logInForAPI()
        return scenario
      }
    ),
    (
      "lost key of the tokens, noticed by an API",
      {
        var scenario = Scenario.banking(keys: true, tools: Workshop.tools)
        scenario.beginReading()
        scenario.send(.answered(scenario.flowID, .notSigned(.api, .tokenKeyLost)))
        return scenario
      }
    ),
    ("sign-out during a silent refresh", { waiting(.signOut) }),
    ("forgetting during a silent refresh", { waiting(.forgetDevice) }),
    ("update during a silent refresh", { waiting(.updateRegistration) }),
    ("registering during a silent refresh", { waiting(.registerAgain) }),
    (
      "sign-out that is cancelled, forgetting that is cancelled, registering that is cancelled",
      {
        var scenario = Scenario(tools: Workshop.tools).signedIn()
        scenario.begin(.signOut)
        scenario.send(.cancel)
        scenario.begin(.forgetDevice)
        scenario.send(.cancel)
        scenario.begin(.registerAgain)
        scenario.send(.cancel)
        scenario.begin(.updateRegistration)
        scenario.send(.cancel)
        return scenario
      }
    ),
    (
      "session that was not ended, tried again and cancelled",
      {
        var scenario = leftWithASession()
        scenario.begin(.retry)
        scenario.send(.cancel)
        return scenario
      }
    ),
    (
      "revocation by a client that the server does not know",
      {
        var scenario = Scenario(tools: Workshop.tools).signedIn()
        scenario.state.metadata = revoking()
        scenario.begin(.revokeTokens)
        scenario.respond(.revocation, 401, ["error": "invalid_client"])
        scenario.respond(.revocation, 401, ["error": "invalid_client"])
        scenario.send(.answered(scenario.flowID, .saved))
        return scenario
      }
    ),
    (
      "update that is done, cancelled and fails",
      {
        var scenario = started()
        scenario.begin(.updateRegistration)
        scenario.respond(.registrationUpdate, Scenario.registration)
        scenario.send(.answered(scenario.flowID, .saved))
        scenario.begin(.updateRegistration)
        scenario.send(.cancel)
        scenario.send(.dismissNotice)
        scenario.begin(.updateRegistration)
        scenario.respond(.registrationUpdate, 500, [:])
        scenario.begin(.retry)
        scenario.respond(.registrationUpdate, 401, ["error": "invalid_client"])
        return scenario
      }
    ),
    (
      "erasing that fails and is tried again",
      {
        var scenario = started()
        scenario.begin(.forgetDevice)
        scenario.send(.answered(scenario.flowID, .response(.unregistration, .success(HTTPResponse(204)))))
        scenario.send(.answered(scenario.flowID, .notErased(eraseFailure)))
        scenario.send(.retry)
        return scenario
      }
    ),
    (
      "another registration",
      {
        var scenario = started()
        scenario.begin(.registerAgain)
        return scenario
      }
    ),
  ]

  private static func waiting(_ action: Action) -> Scenario {
    var scenario = silentlyRefreshing()
    scenario.send(action)
    scenario.renew()
    return scenario
  }

  private static func revoking() -> AuthorizationServerMetadata? {
    let document = Scenario.metadata.setting("revocation_endpoint", "https://idp.example/revoke")
    return try? Discovery.judge(
      HTTPResponse(
        200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(document.compact.utf8)),
      after: nil, issuer: Issuer(of: Scenario.issuer), needsRegistration: true, allowPlainHTTPLoopback: false)
  }

  @Test func theTableHasExactlyTheAppsTransitions() {
    var seen: Set<PhaseTransition> = []
    for (name, play) in PhaseTests.scenarios {
      for change in play().state.phases.all {
        seen.insert(change.transition)
        let isKnown = PhaseTransitions.table[change.from]?.contains(change.to) == true
        #expect(isKnown, "not in the table: \(change.from) to \(change.to) by \(change.cause) in \(name)")
      }
    }
    for (from, ends) in PhaseTransitions.table {
      for to in ends where !seen.contains(PhaseTransition(from: from, to: to)) {
        Issue.record("in the table, and never made: \(from) to \(to)")
      }
    }
  }

  @Test func aChangeKnowsItsCauseAndItsTime() throws {
    var scenario = Scenario(tools: Workshop.tools).started()
    scenario.clock += 5
    scenario.send(.startRegistration)
    let begun = try #require(scenario.state.phases.all.last)
    #expect(begun.transition == PhaseTransition(from: .noClient, to: .registering))
    #expect(begun.cause == .startRegistration && begun.time == scenario.clock)
    scenario.send(.server(.failed("broken")))
    let failed = try #require(scenario.state.phases.all.last)
    #expect(failed.to == .failed && failed.code == "embedded_server_failed")
    // An action that changes no phase is not recorded.
    let count = scenario.state.phases.count
    scenario.send(.tick)
    #expect(scenario.state.phases.count == count)
  }

  @Test func theHistoryIsBounded() {
    var history = PhaseHistory()
    for turn in 0..<(PhaseHistory.capacity + 7) {
      history.append(.opening, .noClient, .time, at: Date(timeIntervalSince1970: Double(turn)))
    }
    #expect(history.all.count == PhaseHistory.capacity && history.count == PhaseHistory.capacity + 7)
    #expect(history.all.first?.id == 8)
  }

  @Test func theSelectionFollowsTheNewestUntilAnotherIsChosen() {
    var scenario = Scenario(tools: Workshop.tools).signedIn()
    scenario.send(.view(.tab(.state)))
    let count = scenario.state.phases.all.count
    #expect(scenario.state.phases.selectedChange?.id == count)
    scenario.send(.view(.moveSelection(-2)))
    #expect(scenario.state.phases.selectedChange?.id == count - 2)
    scenario.send(.view(.moveSelection(-AppState.farther)))
    #expect(scenario.state.phases.selectedChange?.id == 1)
    scenario.send(.view(.moveSelection(AppState.farther)))
    #expect(scenario.state.phases.selected == nil)
  }
}
