import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// A registration lives longer than a configuration: what it was registered with may no longer be what is wanted.
@Suite struct OlderRegistrationTests {
  /// A phone that was registered without keys, and then got this configuration.
  private static func reconfigured(_ keys: KeyDemands, registration: JSON = Scenario.registration) throws -> Scenario {
    var scenario = Scenario(keys: keys)
    scenario.coldStart(
      stored: StoredState(
        registration: try RegistrationRequest.restore(registration), registeredAt: Scenario.start, idToken: nil))
    scenario.send(.startAuthentication)
    scenario.send(.server(.ready))
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    return scenario
  }

  /// Nothing is downgraded silently: a secret from before is not used where a key is wanted.
  @Test func aSecretIsNotTakenForTheKey() throws {
    let scenario = try Self.reconfigured(Scenario.everything)
    #expect(scenario.state.banner?.error.code == .key(.clientWithoutKey))
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.request == nil && scenario.openedURL == nil)
    #expect(scenario.state.registration != nil)
  }

  @Test func aSecretIsTakenWhereThatIsAllowedByName() throws {
    var demands = Scenario.everything
    demands.allowsDowngrade = true
    let scenario = try Self.reconfigured(demands)
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, KeyNeeds(token: .any))])
  }

  @Test func registeringAnewMakesAKey() throws {
    var scenario = try Self.reconfigured(Scenario.everything)
    scenario.send(.registerAgain)
    scenario.send(.server(.ready))
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    #expect(
      scenario.effects == [
        .prepareKeys(scenario.flowID, KeyNeeds(client: .new(demandsUser: false), token: .any))
      ])
  }

  /// RFC 9449 §5.2: the server gives such a client no other tokens.
  @Test func aClientThatWasRegisteredForBoundTokensGoesOnWithThem() throws {
    let bound = Scenario.registration.setting("dpop_bound_access_tokens", true)
    let scenario = try Self.reconfigured(KeyDemands(), registration: bound)
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, KeyNeeds(token: .any))])
    let plain = try Self.reconfigured(KeyDemands())
    #expect(plain.effects == [.prepareAuthorization(plain.flowID, redirectURI: Scenario.redirectURI)])
  }
}
