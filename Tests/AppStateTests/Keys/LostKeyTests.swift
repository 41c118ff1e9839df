import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// Lost keys and users who refuse: the error names the cause, nothing is sent, and there is a way on.
@Suite struct LostKeyTests {
  @Test func aClientWithoutItsKeyIsDeadOnThisPhone() {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.begin(.startAuthentication)
    scenario.send(.answered(scenario.flowID, .keys(.failure(.clientKeyLost))))
    #expect(scenario.state.banner?.error.code == .key(.clientKeyLost))
    #expect(scenario.state.banner?.registrationIsDead == true)
    // The old client stays until the new one is saved.
    #expect(scenario.state.registration != nil)
  }

  @Test func tokensWhoseKeyIsGoneEndTheSessionAndALoginFollows() {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.authenticateWithKey()
    scenario.begin(.refreshAccessToken)
    scenario.send(.answered(scenario.flowID, .keys(.failure(.tokenKeyLost))))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.banner?.error.code == .key(.tokenKeyLost))
    #expect(scenario.state.banner?.retry == .authentication)
  }

  /// A start with the refresh token of the last run, up to the keys that it needs.
  private static func startingSilently() -> Scenario {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    let registration = scenario.state.registration
    scenario = Scenario(keys: Scenario.everything)
    scenario.state.settings.silentStart = true
    var stored = StoredState(
      registration: registration, registeredAt: Scenario.start,
      tokens: KeptTokens(idToken: nil, refreshToken: Secret("r")))
    stored.tokens.key = Scenario.dpopKey.thumbprint
    scenario.coldStart(stored: stored)
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    return scenario
  }

  /// Nothing was sent: the next start has the same token, which the server would still take.
  @Test(arguments: [
    KeyFailure.element(.presenceRefused), .element(.presenceTimedOut), .element(.unavailable(detail: "x")),
  ])
  func aSilentStartThatIsNotSignedKeepsTheRefreshToken(_ failure: KeyFailure) {
    var scenario = Self.startingSilently()
    scenario.haveKeys()
    let flow = scenario.flowID
    scenario.send(.answered(flow, .notSigned(.refresh, failure)))
    #expect(scenario.effects == [.abandon(flow)])
    #expect(scenario.state.banner?.error.code == failure.code)
  }

  @Test func refreshedTokensStayWhereUserinfoIsNotSigned() {
    var scenario = Self.startingSilently()
    scenario.haveKeys()
    scenario.respond(.refresh, Scenario.tokens("2", idToken: false).setting("token_type", "DPoP"))
    let flow = scenario.flowID
    let rotated = KeptTokens(
      idToken: nil, refreshToken: Secret("refresh-2"), key: Scenario.dpopKey.thumbprint, scope: "openid profile")
    #expect(scenario.effects == [.saveTokens(flow, rotated)])
    scenario.send(.answered(flow, .saved))
    scenario.send(.answered(flow, .notSigned(.userinfo, .element(.unavailable(detail: "x")))))
    #expect(scenario.effects == [.abandon(flow)])
  }

  @Test func aSilentStartWithoutItsKeyDropsTheTokensAndReportsIt() throws {
    var scenario = Self.startingSilently()
    guard case .prepareKeys(_, let needs)? = scenario.effects.first else {
      throw Unexpected("no key is asked for: \(scenario.effects)")
    }
    #expect(needs.token == .bound(thumbprint: Scenario.dpopKey.thumbprint))
    let flow = scenario.flowID
    scenario.send(.answered(flow, .keys(.failure(.tokenKeyLost))))
    #expect(scenario.effects == [.abandon(flow), .saveTokens(flow, KeptTokens(idToken: nil))])
    #expect(scenario.state.banner?.error.code == .key(.tokenKeyLost))
  }

  @Test func aRefusalOfTheUserSendsNothingAndMayBeRetried() {
    var scenario = Scenario(keys: KeyRequirements(privateKey: true, userPresence: true)).started()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    #expect(
      scenario.effects == [.prepareKeys(scenario.flowID, KeyNeeds(client: .new(demandsUser: true)))])
    scenario.haveKeys(dpop: nil)
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.send(.presenceAsked(PresenceQuestion(flow: scenario.flowID, use: .clientAuthentication)))
    #expect(scenario.state.presence?.use == .clientAuthentication)
    scenario.send(.confirmPresence(false))
    #expect(scenario.effects == [.answerPresence(false)])
    #expect(scenario.state.presence == nil)
    scenario.send(.answered(scenario.flowID, .notSigned(.token, .element(.presenceRefused))))
    #expect(scenario.state.banner?.error.code == .secureElement(.presenceRefused))
    #expect(scenario.state.banner?.retry == .registration)
  }

  @Test func aQuestionEndsWithItsFlow() {
    var scenario = Scenario(keys: KeyRequirements(dpop: true)).started()
    scenario.send(.startRegistration)
    scenario.send(.presenceAsked(PresenceQuestion(flow: scenario.flowID, use: .dpop)))
    scenario.send(.cancel)
    #expect(scenario.state.presence == nil)
    // A question of a finished flow is not shown.
    scenario.send(.presenceAsked(PresenceQuestion(flow: scenario.flowID, use: .dpop)))
    #expect(scenario.state.presence == nil)
  }
}
