import Foundation
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// The main job as values: registration, silent second login, refresh, sign out.
@Suite struct MainJobTests {
  @Test func aFirstStartLoadsTheKeystoreAndAsksForTheServer() {
    var scenario = Scenario()
    scenario.send(.started)
    #expect(scenario.effects == [.loadKeystore, .ensureServer])
    scenario.send(.keystoreLoaded(nil))
    #expect(scenario.state.keystore == .empty)
    #expect(scenario.state.registration == nil)
  }

  @Test func theFirstLoginIsForcedAndAsksForTheDCRScopeAsTheStaticClient() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    #expect(scenario.state.auth == .authorizing(.registration))
    #expect(scenario.query("client_id") == "mobile-dcr-client")
    #expect(scenario.query("scope") == "dcr")
    #expect(scenario.query("prompt") == "login")
    #expect(scenario.query("code_challenge_method") == "S256")
    #expect(scenario.query("nonce") == nil)
  }

  @Test func theDCRTokenGoesToTheRegistrationEndpointOnlyAndIsNotKept() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnCode("first")
    #expect(scenario.state.auth == .fetchingToken(.registration))
    #expect(scenario.request?.url == "https://idp.example/token")
    #expect(scenario.request?.headers[first: "Authorization"] == nil)
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    #expect(scenario.state.flow?.step == .register)
    #expect(scenario.request?.url == "https://idp.example/register")
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer dcr-token")
    scenario.respond(.registration, 201, Scenario.registration)
    var dumped = ""
    dump(scenario.state, to: &dumped)
    #expect(!dumped.contains("dcr-token"))
    // The stage holds only the registration.
    if case .registration(.saving) = scenario.state.flow?.task {} else { Issue.record("it is not being saved") }
  }

  @Test func registrationCountsOnlyWhenTheKeystoreHasIt() throws {
    var scenario = Scenario().started()
    scenario.registerAtTheServer()
    #expect(scenario.state.registration == nil)
    let saved = try #require(scenario.registrationToSave)
    #expect(saved.credentials.clientID == "87f1d9de-de2f-4e96-b27b-882cce0a3352")
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration == saved)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.notice == .registered)
  }

  @Test func theSecondLoginIsSilentAndUsesTheInstancesOwnSecret() {
    var scenario = Scenario().registered()
    scenario.beginAuthentication()
    #expect(scenario.query("prompt") == nil)
    #expect(scenario.query("client_id") == "87f1d9de-de2f-4e96-b27b-882cce0a3352")
    #expect(scenario.query("scope") == "openid profile")
    #expect(scenario.query("nonce") == Scenario.secrets.nonce.revealed)
    scenario.returnCode("second")
    let credentials = "87f1d9de-de2f-4e96-b27b-882cce0a3352:tfs9nad3dweFAa1CqpUj5p6NC4-092hb5Gg4SVRhOkc"
    #expect(
      scenario.request?.headers[first: "Authorization"] == "Basic " + Data(credentials.utf8).base64EncodedString())
  }

  @Test func theIDTokenIsJudgedBeforeUserinfoAndSavedBeforeSuccess() throws {
    var scenario = Scenario().registered()
    scenario.redeemSecondCode()
    scenario.respond(.token, Scenario.tokens())
    #expect(scenario.request?.url == "https://idp.example/jwks")
    scenario.respond(.jwks, ["keys": []])
    let check = try #require(scenario.idTokenCheck)
    #expect(check.nonce == Scenario.secrets.nonce)
    #expect(check.clientID == "87f1d9de-de2f-4e96-b27b-882cce0a3352")
    #expect(check.accessToken == Secret("access-1"))
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.success(Scenario.claims))))
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer access-1")
    scenario.respond(.userinfo, Scenario.userinfo)
    #expect(
      scenario.effects == [.saveTokens(scenario.flowID, KeptTokens(idToken: Secret("header.payload-1.signature")))])
    #expect(scenario.state.session == nil)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.subject == "demouser")
  }

  /// Without `openid` no nonce was sent, so an unrequested ID token can have none.
  @Test func anUnrequestedIDTokenIsJudgedWithoutANonce() throws {
    var scenario = Scenario(scope: "profile").registered()
    scenario.beginAuthentication()
    #expect(scenario.query("nonce") == nil)
    scenario.returnCode("second")
    scenario.respond(.token, Scenario.tokens())
    scenario.respond(.jwks, ["keys": []])
    let check = try #require(scenario.idTokenCheck)
    #expect(check.nonce == nil)
  }

  @Test func refreshReplacesTheTokensAndKeepsTheUser() throws {
    var scenario = Scenario().signedIn()
    scenario.send(.refreshAccessToken)
    guard case .authorized(_, refreshing: true) = scenario.state.auth else {
      throw Unexpected("not refreshing: \(scenario.state.auth)")
    }
    scenario.send(.server(.ready))
    #expect(scenario.request?.url == "https://idp.example/token")
    scenario.respond(.refresh, Scenario.tokens("2"))
    scenario.respond(.jwks, ["keys": []])
    let check = try #require(scenario.idTokenCheck)
    #expect(check.previous == Scenario.claims)
    #expect(check.nonce == nil)
    scenario.completeLogin()
    #expect(scenario.state.session?.tokens.accessToken == Secret("access-2"))
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-2"))
    #expect(scenario.state.session?.userinfo?.subject == "demouser")
    #expect(scenario.state.notice == .tokenRefreshed)
  }

  @Test func signOutEndsTheSessionInTheBrowserAndTheTokensHere() {
    var scenario = Scenario().signedIn()
    scenario.beginSignOut()
    #expect(scenario.openedURL?.path == "/logout")
    #expect(scenario.query("id_token_hint") == "header.payload-1.signature")
    let state = scenario.query("state") ?? ""
    scenario.send(
      .answered(scenario.flowID, .returned(.redirect("io.curity.dcrclient:/logoutcallback?state=\(state)"))))
    #expect(scenario.effects == [.clearTokens(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.storedIDToken == nil)
    #expect(scenario.state.registration != nil)
    #expect(scenario.state.notice == .signedOut)
    scenario.beginAuthentication()
    #expect(scenario.query("prompt") == "login")
  }

  @Test func aRestartedAppSkipsRegistrationAndSendsTheHint() throws {
    var scenario = Scenario()
    let registration = try RegistrationRequest.restore(Scenario.registration)
    scenario.coldStart(
      stored: StoredState(
        registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: Secret("a.b.c"))))
    #expect(scenario.state.keystore == .open)
    scenario.send(.startRegistration)
    #expect(scenario.state.flow == nil)
    scenario.beginAuthentication()
    #expect(scenario.query("prompt") == nil)
    #expect(scenario.query("id_token_hint") == "a.b.c")
  }

  @Test func aRestartWithoutAnIDTokenForcesTheLogin() throws {
    var scenario = Scenario()
    let registration = try RegistrationRequest.restore(Scenario.registration)
    scenario.coldStart(
      stored: StoredState(registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: nil)))
    scenario.beginAuthentication()
    #expect(scenario.query("prompt") == "login")
  }
}
