import Foundation
import Keystore
import SharedValues
import TestValues
import Testing

@testable import AppState
@testable import OAuthClient

/// The server refuses a client that it has just registered. It cannot be revoked yet, so the way it authenticates is wrong.
@Suite struct RefusedNewClientTests {
  /// A client that an external server with these methods has registered and refuses.
  private func refused(
    _ methods: JSON?, _ registration: JSON = Scenario.registration, body: JSON = ["error": "invalid_client"],
    key: Bool = false
  ) -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.embeddedServer = false
    scenario.coldStart()
    scenario.send(.startRegistration)
    scenario.send(.server(.external))
    scenario.respond(
      .openIDMetadata, Scenario.metadata.setting("token_endpoint_auth_methods_supported", methods))
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, registration)
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.redeemSecondCode()
    if key { scenario.state.registration?.document = Scenario.keyedRegistration }
    scenario.respond(.token, 401, body)
    return scenario
  }

  private static let odd = Scenario.registration.setting("client_secret", "a+b/c=")

  @Test func aBare401RefusesANewClientToo() {
    let banner = refused(nil, body: [:]).state.banner
    #expect(banner?.error.circumstance == .firstUse)
    #expect(banner?.refusedClient?.mayUseForm == true)
  }

  @Test func aNewClientDoesNotCountAsDead() {
    let scenario = refused(nil)
    #expect(scenario.state.banner?.error.code == .server(.invalidClient))
    #expect(scenario.state.banner?.error.circumstance == .firstUse)
    #expect(scenario.state.banner?.registrationIsDead == false && scenario.state.banner?.retry == .authentication)
    #expect(scenario.state.registration != nil)
  }

  /// With a key no secret is sent, so how it is sent cannot be the cause.
  @Test func anAssertionThatIsRefusedAtItsFirstUseIsNamed() {
    var scenario = refused(nil, key: true)
    scenario.respond(.registrationRead, Scenario.keyedRegistration)
    #expect(scenario.state.banner?.error.circumstance == .assertion)
    #expect(scenario.state.banner?.registrationIsDead == false && scenario.state.banner?.retry == .authentication)
  }

  @Test func aSecretThatEncodingChangesIsNamedAsTheLikelyCause() {
    #expect(refused(nil, Self.odd).state.banner?.error.circumstance == .firstUseEncoded)
    #expect(refused(["client_secret_basic"], Self.odd).state.banner?.error.circumstance == .firstUseEncoded)
  }

  @Test func theFormIsOfferedWhereTheServerMayTakeItAndItWasBasic() {
    #expect(refused(nil).state.banner?.refusedClient?.mayUseForm == true)
    #expect(refused(["client_secret_basic"]).state.banner?.refusedClient?.mayUseForm == false)
    let post = Scenario.registration.setting("token_endpoint_auth_method", "client_secret_post")
    #expect(refused(["client_secret_post"], post).state.banner?.refusedClient?.mayUseForm == false)
  }

  /// RFC 7592 §2.2: the same client is changed, so no other client is left at the server.
  @Test func aRegistrationThatCanBeChangedIsChanged() throws {
    var scenario = refused(nil, Self.odd)
    scenario.send(.moveSecretIntoForm)
    scenario.send(.server(.external))
    let request = try #require(scenario.request)
    #expect(request.method == "PUT")
    #expect(try JSON.parse(request.body)["token_endpoint_auth_method"] == "client_secret_post")
    scenario.respond(
      .registrationUpdate, Self.odd.setting("token_endpoint_auth_method", "client_secret_post"))
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.beginAuthentication()
    scenario.returnCode("third")
    #expect(scenario.request?.headers[first: "Authorization"] == nil)
    let body = String(decoding: scenario.request?.body ?? [], as: UTF8.self)
    #expect(body.contains("client_secret=a%2Bb%2Fc%3D"))
  }

  @Test func aRegistrationThatCannotBeChangedIsReplaced() throws {
    let unmanaged = Self.odd.setting("registration_client_uri", nil).setting("registration_access_token", nil)
    var scenario = refused(nil, unmanaged)
    scenario.send(.moveSecretIntoForm)
    scenario.send(.server(.external))
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    let request = try #require(scenario.request)
    #expect(try JSON.parse(request.body)["token_endpoint_auth_method"] == "client_secret_post")
  }

  @Test func aClientThatHasBeenUsedMayBeDead() {
    var scenario = Scenario().signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, 401, ["error": "invalid_client"])
    scenario.respond(.registrationRead, 401, [:])
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.banner?.error.circumstance == .gone)
  }

  /// Before there is a secret the app cannot know whether form-encoding changes it; the embedded server is known to decode.
  @Test func anExternalServerIsAskedForTheFormFirst() {
    var scenario = Scenario()
    #expect(scenario.state.secretMethods == [.basic, .post])
    scenario.state.settings.embeddedServer = false
    #expect(scenario.state.secretMethods == [.post, .basic])
    scenario.state.settings.keys.secretMethod = .basic
    #expect(scenario.state.secretMethods == [.basic])
  }
}

/// Servers that issue refresh tokens to clients that may not use them.
@Suite struct RefreshNotGrantedTests {
  private static let silent: JSON = ["authorization_code"]

  private func signedIn(metadata grants: JSON?, registration: JSON = Scenario.registration) -> Scenario {
    var scenario = Scenario().started()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.metadata.setting("grant_types_supported", grants))
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, registration)
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.authenticate()
    scenario.begin(.refreshAccessToken)
    return scenario
  }

  /// Glewlwyd answers 400 with an empty body.
  @Test func aRefusedRefreshKeepsTheSession() {
    var scenario = signedIn(metadata: Self.silent)
    scenario.send(.answered(scenario.flowID, .response(.refresh, .success(HTTPResponse(400)))))
    #expect(scenario.state.notice == .refreshNotGranted && scenario.state.banner == nil)
    #expect(scenario.state.session != nil && scenario.state.session?.tokens.refreshToken == nil)
    #expect(scenario.state.flow == nil && scenario.state.renewal == nil)
  }

  @Test func theRegistrationsAnswerCountsAsWell() {
    var scenario = signedIn(
      metadata: nil, registration: Scenario.registration.setting("grant_types", Self.silent))
    scenario.respond(.refresh, 400, ["error": "unauthorized_client"])
    #expect(scenario.state.notice == .refreshNotGranted)
  }

  @Test func aClientThatWasGrantedRefreshGetsTheError() {
    var scenario = signedIn(metadata: ["authorization_code", "refresh_token"])
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(scenario.state.banner?.error.code == .server(.invalidGrant))
    var other = signedIn(metadata: Self.silent)
    other.respond(.refresh, 401, ["error": "invalid_client"])
    other.respond(.registrationRead, 401, [:])
    #expect(other.state.banner?.registrationIsDead == true)
  }

  /// A refresh that has worked once shows that this server lets the client refresh.
  @Test func aRefusalAfterASuccessfulRefreshIsAnError() {
    var scenario = signedIn(metadata: Self.silent)
    scenario.renew()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(scenario.state.banner?.error.code == .server(.invalidGrant))
    #expect(scenario.state.notice != .refreshNotGranted)
  }

  /// The app asks for the grants that it uses; where the server refuses, it asks once without those that its metadata do not list.
  @Test func aRefusedGrantIsLeftOutOnce() throws {
    var scenario = Scenario().started()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.metadata.setting("grant_types_supported", Self.silent))
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    func asked(_ scenario: Scenario) throws -> JSON? {
      try JSON.parse(try #require(scenario.request).body)["grant_types"]
    }
    #expect(try asked(scenario) == ["authorization_code", "refresh_token"])
    scenario.respond(.registration, 400, ["error": "invalid_client_metadata"])
    #expect(try asked(scenario) == ["authorization_code"])
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer dcr-token")
    scenario.respond(.registration, 400, ["error": "invalid_client_metadata"])
    #expect(scenario.state.banner?.error.code == .server(.invalidClientMetadata))
  }

  @Test func aServerThatNamesTheGrantIsNotAskedTwice() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 400, ["error": "invalid_client_metadata"])
    #expect(scenario.state.banner?.error.code == .server(.invalidClientMetadata))
  }
}

/// Stored tokens belong to the scope that they were requested for (MMMothClient, seeds/002).
@Suite struct ScopeOfKeptTokensTests {
  private func started(kept: String?, asks: String) throws -> Scenario {
    var scenario = Scenario(scope: asks)
    scenario.state.settings.silentStart = true
    var stored = StoredState(
      registration: try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start,
      tokens: KeptTokens(
        idToken: nil,
        refreshToken: Secret("refresh-0")))
    stored.tokens.scope = kept
    scenario.coldStart(stored: stored)
    return scenario
  }

  @Test func noSilentSignInForAnotherScope() throws {
    var scenario = Scenario(scope: "openid profile accounts")
    scenario.state.settings.silentStart = true
    var stored = StoredState(
      registration: try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start,
      tokens: KeptTokens(
        idToken: nil,
        refreshToken: Secret("refresh-0")))
    stored.tokens.scope = "openid profile"
    scenario.send(.started)
    scenario.send(.keystoreLoaded(stored))
    #expect(scenario.state.flow == nil && scenario.state.notice == .scopeChanged)
    #expect(scenario.effects == [.saveTokens(0, KeptTokens(idToken: nil))])
  }

  @Test(arguments: ["openid profile", "profile openid", nil])
  func theOrderOfScopesDoesNotMatter(_ kept: String?) throws {
    #expect(try started(kept: kept, asks: "openid profile").state.flow?.kind == .silentStart)
  }

  @Test func storedTokensHaveTheirScope() throws {
    var scenario = try started(kept: "openid profile", asks: "openid profile")
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.respond(.refresh, Scenario.tokens("1"))
    guard case .saveTokens(_, let tokens)? = scenario.effects.first else {
      throw Unexpected("nothing is kept: \(scenario.effects)")
    }
    #expect(tokens.scope == "openid profile")
  }
}
