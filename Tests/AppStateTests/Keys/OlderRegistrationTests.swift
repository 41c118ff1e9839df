import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// A registration outlives configurations: what it was made with may differ from what is wanted now.
@Suite struct OlderRegistrationTests {
  /// A phone that was registered without keys and then got this configuration.
  private static func reconfigured(
    _ keys: KeyRequirements, registration: JSON = Scenario.registration, scope: String = "openid profile",
    metadata: JSON = Scenario.keyMetadata
  ) throws -> Scenario {
    var scenario = Scenario(keys: keys)
    scenario.state.settings.scope = scope
    scenario.coldStart(
      stored: StoredState(
        registration: try RegistrationRequest.restore(registration), registeredAt: Scenario.start,
        tokens: KeptTokens(idToken: nil)))
    scenario.begin(.startAuthentication)
    scenario.respond(.openIDMetadata, metadata)
    return scenario
  }

  /// No silent downgrade: an older secret is not used where a key is wanted.
  @Test func aSecretDoesNotReplaceTheKey() throws {
    let scenario = try Self.reconfigured(Scenario.everything)
    #expect(scenario.state.banner?.error.code == .key(.clientWithoutKey))
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.request == nil && scenario.openedURL == nil)
    #expect(scenario.state.registration != nil)
  }

  @Test func aSecretReplacesTheKeyByNamedOptIn() throws {
    var demands = Scenario.everything
    demands.allowsDowngrade = true
    let scenario = try Self.reconfigured(demands)
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, KeyNeeds(token: .any))])
  }

  @Test func registeringAnewMakesAKey() throws {
    var scenario = try Self.reconfigured(Scenario.everything)
    scenario.begin(.registerAgain)
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    #expect(
      scenario.effects == [
        .prepareKeys(scenario.flowID, KeyNeeds(client: .new(demandsUser: false), token: .any))
      ])
  }

  /// RFC 9449 §5.2: the server gives such a client no other tokens.
  @Test func aClientRegisteredForBoundTokensKeepsThem() throws {
    let bound = Scenario.registration.setting("dpop_bound_access_tokens", true)
    let scenario = try Self.reconfigured(KeyRequirements(), registration: bound)
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, KeyNeeds(token: .any))])
    let plain = try Self.reconfigured(KeyRequirements())
    #expect(plain.effects == [.prepareAuthorization(plain.flowID, redirectURI: Scenario.redirectURI)])
  }

  private static let profile = KeyRequirements(privateKey: true, dpop: true, pushedAuthorization: true, isFAPI: true)

  /// FAPI 2.0 Security Profile §5.4 also holds for a client that was registered before the profile was configured.
  @Test(arguments: [nil, "RS256"])
  func aClientWhoseIDTokensTheProfileForbidsRegistersAgain(_ algorithm: String?) throws {
    let older = Scenario.keyRegistration.setting("id_token_signed_response_alg", algorithm.map { .string($0) })
    let scenario = try Self.reconfigured(Self.profile, registration: older)
    #expect(scenario.state.banner?.error.code == .server(.registrationAlgorithmUnsupported))
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.request == nil && scenario.openedURL == nil)
  }

  @Test func withoutIDTokensNoAlgorithmMatters() throws {
    let scenario = try Self.reconfigured(Self.profile, registration: Scenario.keyRegistration, scope: "accounts")
    #expect(scenario.state.flow?.awaits == .keys)
    let strong = Scenario.keyRegistration.setting("id_token_signed_response_alg", "ES256")
    #expect(try Self.reconfigured(Self.profile, registration: strong).state.flow?.awaits == .keys)
  }

  /// RFC 7592 §2.2: neither before nor after an update.
  @Test func anUpdateDoesNotMakeSuchAClientUsable() throws {
    var scenario = try Self.reconfigured(Self.profile, registration: Scenario.keyRegistration)
    scenario.send(.dismissBanner)
    scenario.begin(.updateRegistration)
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code == .server(.registrationAlgorithmUnsupported))
    let strong = Scenario.keyRegistration.setting("id_token_signed_response_alg", "ES256")
    scenario = try Self.reconfigured(Self.profile, registration: strong)
    scenario.send(.cancel)
    scenario.begin(.checkRegistration)
    scenario.respond(.registrationRead, Scenario.keyRegistration)
    #expect(scenario.state.banner?.error.code == .server(.registrationAlgorithmUnsupported))
    #expect(scenario.state.banner?.registrationIsDead == true)
  }

  /// RFC 9126 §6: such a client can log in no other way.
  @Test func aClientRegisteredForPushedRequestsKeepsThem() throws {
    let pushing = Scenario.registration.setting("require_pushed_authorization_requests", true)
    var scenario = try Self.reconfigured(KeyRequirements(), registration: pushing)
    scenario.prepareAuthorization()
    #expect(scenario.request?.url == "https://idp.example/par")
    scenario = try Self.reconfigured(KeyRequirements(), registration: pushing, metadata: Scenario.metadata)
    scenario.prepareAuthorization()
    #expect(scenario.state.banner?.error.code == .server(.metadataMissingPAREndpoint))
    #expect(scenario.request == nil && scenario.openedURL == nil)
  }
}
