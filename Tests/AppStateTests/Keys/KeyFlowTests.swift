import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// The main job with keys: the app uses the secure element only where the configuration wants it, and then for everything.
@Suite struct KeyFlowTests {
  @Test func theTutorialNeedsNoKey() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    #expect(scenario.state.flow?.step == .registrationLogin)
    scenario.returnCode("first")
    #expect(scenario.request?.proofs == [])
  }

  @Test func aRegistrationFirstMakesItsOwnKey() {
    var scenario = Scenario(keys: Scenario.everything).started()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    let needs = KeyNeeds(client: .new(demandsUser: false), token: .any)
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, needs)])
  }

  @Test func theBrowserCarriesAReferenceAndNothingElse() {
    var scenario = Scenario(keys: Scenario.everything).started()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.keyMetadata)
    scenario.haveKeys()
    scenario.prepareAuthorization()
    #expect(scenario.request?.url == "https://idp.example/par")
    #expect(scenario.proof?["htu"] == "https://idp.example/par")
    scenario.bePushed()
    #expect(scenario.openedURL?.queryItems?.map(\.name) == ["client_id", "request_uri"])
    #expect(scenario.query("request_uri") == "urn:ietf:params:oauth:request_uri:one")
  }

  @Test func theRegistrationCarriesThePublicKeyAndABoundToken() throws {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.redeemFirstCode()
    #expect(scenario.proof?["htm"] == "POST")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "DPoP", "expires_in": 300])
    #expect(scenario.request?.headers[first: "Authorization"] == "DPoP dcr-token")
    #expect(scenario.proof?["ath"] != nil)
    let body = try JSON.parse(scenario.request?.body ?? [])
    #expect(body["token_endpoint_auth_method"] == "private_key_jwt")
    #expect(body["jwks"]?["keys"]?.arrayValue?.map { $0["kid"] } == [.string(Scenario.clientKey.thumbprint)])
    #expect(body["dpop_bound_access_tokens"] == true)
  }

  @Test func oldKeysGoOnlyWhenTheNewRegistrationIsOnDisk() {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.redeemFirstCode()
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "DPoP", "expires_in": 300])
    scenario.respond(.registration, 201, Scenario.keyRegistration)
    #expect(!scenario.effects.contains(.retireKeys(keeping: Scenario.clientKey.thumbprint)))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.effects == [.retireKeys(keeping: Scenario.clientKey.thumbprint)])
    #expect(scenario.state.registration?.keyThumbprint == Scenario.clientKey.thumbprint)
  }

  @Test func theLoginIsSignedByTheClientsKeyAndItsTokensAreBound() {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.begin(.startAuthentication)
    let needs = KeyNeeds(client: .registered(thumbprint: Scenario.clientKey.thumbprint), token: .any)
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, needs)])
    scenario.send(.cancel)
    scenario.authenticateWithKey()
    #expect(scenario.state.session?.tokens.key == Scenario.dpopKey)
    scenario.begin(.refreshAccessToken)
    let bound = KeyNeeds(
      client: .registered(thumbprint: Scenario.clientKey.thumbprint),
      token: .bound(thumbprint: Scenario.dpopKey.thumbprint))
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, bound)])
    scenario.haveKeys()
    #expect(scenario.assertion?.claims["aud"] == .string(Scenario.issuer))
    #expect(scenario.assertion?.key.thumbprint == Scenario.clientKey.thumbprint)
    #expect(scenario.proof?["htu"] == "https://idp.example/token")
  }

  @Test func aBearerTokenInAnswerToAProofIsRefused() {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.redeemFirstCode()
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    #expect(scenario.state.banner?.error.code == .server(.tokenTypeDowngraded))
    #expect(scenario.request == nil)
  }

  @Test func aDowngradeNeedsItsOptIn() {
    var demands = Scenario.everything
    for allowed in [false, true] {
      demands.allowsDowngrade = allowed
      var scenario = Scenario(keys: demands).started()
      scenario.begin(.startRegistration)
      scenario.respond(
        .openIDMetadata, Scenario.metadata.setting("token_endpoint_auth_methods_supported", ["client_secret_basic"]))
      if allowed {
        #expect(scenario.effects == [.prepareAuthorization(scenario.flowID, redirectURI: Scenario.redirectURI)])
      } else {
        #expect(scenario.state.banner?.error.code == .server(.metadataPrivateKeyJWTUnsupported))
      }
    }
  }

  @Test func aServerThatTakesPushedRequestsAloneGetsThem() {
    var scenario = Scenario().started()
    scenario.begin(.startRegistration)
    scenario.respond(
      .openIDMetadata,
      Scenario.metadata.setting("pushed_authorization_request_endpoint", "https://idp.example/par")
        .setting("require_pushed_authorization_requests", true))
    scenario.prepareAuthorization()
    #expect(scenario.request?.url == "https://idp.example/par")
    #expect(scenario.request?.proofs == [])
  }

  @Test func renewingTheKeyKeepsTheOldOneUntilTheServerHasConfirmed() throws {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.begin(.updateRegistration)
    let needs = KeyNeeds(client: .new(demandsUser: false, keeping: Scenario.clientKey.thumbprint))
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, needs)])
    scenario.haveKeys(client: Scenario.dpopKey, dpop: nil)
    let body = try JSON.parse(scenario.request?.body ?? [])
    let both: [JSON?] = [Scenario.dpopKey, Scenario.clientKey].map { JSON.string($0.thumbprint) }
    #expect(body["jwks"]?["keys"]?.arrayValue?.map { $0["kid"] } == both)
    #expect(scenario.state.registration?.keyThumbprint == Scenario.clientKey.thumbprint)
    scenario.respond(
      .registrationUpdate, 200,
      Scenario.keyRegistration.setting(
        "jwks", ["keys": [Scenario.dpopKey.registered, Scenario.clientKey.registered]]))
    #expect(!scenario.effects.contains { if case .retireKeys = $0 { true } else { false } })

    // The document is on disk: now the server forgets the old key.
    scenario.send(.answered(scenario.flowID, .saved))
    let last = try JSON.parse(scenario.request?.body ?? [])
    #expect(last["jwks"]?["keys"]?.arrayValue?.map { $0["kid"] } == [.string(Scenario.dpopKey.thumbprint)])
    #expect(scenario.state.registration?.keyThumbprint == Scenario.dpopKey.thumbprint)
    scenario.respond(
      .registrationUpdate, 200, Scenario.keyRegistration.setting("jwks", ["keys": [Scenario.dpopKey.registered]]))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.effects == [.retireKeys(keeping: Scenario.dpopKey.thumbprint)])
    #expect(scenario.state.notice == .registrationUpdated(newSecret: true))
  }

  /// A key never changes: where the configuration now demands user presence, the app makes a new key.
  @Test func aRenewedKeyDemandsItsUserWhereThatIsWantedNow() {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.state.settings.keys.userPresence = true
    scenario.begin(.updateRegistration)
    let needs = KeyNeeds(client: .new(demandsUser: true, keeping: Scenario.clientKey.thumbprint))
    #expect(scenario.effects == [.prepareKeys(scenario.flowID, needs)])
  }

  /// RFC 7592 §2.2: a server that replaces keys at once keeps nothing of the old one.
  @Test func aServerThatListsTheNewKeyAloneHasForgottenTheOldOne() {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.begin(.updateRegistration)
    scenario.haveKeys(client: Scenario.dpopKey, dpop: nil)
    scenario.respond(
      .registrationUpdate, 200, Scenario.keyRegistration.setting("jwks", ["keys": [Scenario.dpopKey.registered]]))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.effects == [.retireKeys(keeping: Scenario.dpopKey.thumbprint)])
    #expect(scenario.state.notice == .registrationUpdated(newSecret: true))
  }
}
