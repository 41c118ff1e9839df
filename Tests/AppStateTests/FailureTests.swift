import Foundation
import Keystore
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// Every failure ends in one error and loses nothing.
@Suite struct FailureTests {
  @Test func answersToACancelledFlowChangeNothing() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    let late = scenario.flowID
    scenario.send(.cancel)
    #expect(scenario.effects == [.abandon(late)])
    #expect(scenario.state.auth == .cancelled)
    let before = scenario.state
    scenario.send(.answered(late, .returned(.redirect("io.curity.dcrclient:/callback?code=x&state=y"))))
    scenario.send(.answered(late, .response(.token, .failure(TransportFailure(.timeout)))))
    #expect(scenario.state == before)
    #expect(scenario.effects == [])
  }

  @Test func closingTheBrowserIsACancelAndNoError() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    #expect(scenario.state.auth == .cancelled)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.flow == nil)
  }

  /// After Dismiss, Enter presses the first button and not the one that has taken the place of Dismiss.
  @Test func dismissingAnErrorLeavesTheFirstButtonChosen() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnRedirect("code=first&state=forged")
    scenario.send(.view(.focusButton(2)))
    scenario.send(.dismissBanner)
    #expect(scenario.state.view.button == 0)
  }

  @Test func aWrongStateEndsTheFlowBeforeAnyTokenRequest() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnRedirect("code=first&state=forged")
    #expect(scenario.request == nil)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner?.error.step == .registrationLogin)
    #expect(scenario.state.banner?.retry == .registration)
  }

  @Test func aRegistrationThatCannotBeSavedIsSavedByRetryAndNotMadeTwice() throws {
    var scenario = Scenario().started()
    scenario.registerAtTheServer()
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    #expect(scenario.state.banner?.error.code.rawValue == "keystore_no_space")
    #expect(scenario.state.registration == nil)
    scenario.send(.retry)
    guard case .saveRegistration = scenario.effects.first else {
      throw Unexpected("retry does not save: \(scenario.effects)")
    }
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration?.credentials.clientID == "87f1d9de-de2f-4e96-b27b-882cce0a3352")
  }

  @Test func anUnknownClientIsDeadAndCanBeRegisteredAgain() {
    var scenario = Scenario().signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, 401, ["error": "invalid_client"])
    scenario.respond(.registrationRead, 401, [:])
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.banner?.error.code.rawValue == "invalid_client")
    let old = scenario.state.registration
    scenario.send(.registerAgain)
    #expect(scenario.state.flow?.kind == .registration)
    #expect(scenario.state.registration == old)
    scenario.send(.server(.ready))
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("third")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer"])
    scenario.respond(.registration, 201, Scenario.registration.setting("client_id", "new"))
    #expect(scenario.state.registration == old)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration?.credentials.clientID == "new")
  }

  @Test func anExpiredSecretIsReportedBeforeTheBrowserOpens() throws {
    var scenario = Scenario()
    let document = Scenario.registration.setting("client_secret_expires_at", .number("1799999999"))
    let registration = try RegistrationRequest.restore(document)
    scenario.coldStart(
      stored: StoredState(registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: nil)))
    scenario.send(.startAuthentication)
    #expect(scenario.effects == [])
    #expect(scenario.state.banner?.error.code.rawValue == "client_secret_expired")
    #expect(scenario.state.banner?.registrationIsDead == true)
  }

  @Test func userinfoOfAnotherSubjectEndsTheLogin() {
    var scenario = Scenario().registered()
    scenario.askForUserinfo()
    scenario.respond(.userinfo, ["sub": "somebody-else"])
    #expect(scenario.state.session == nil)
    #expect(scenario.state.banner?.error.step == .userinfo)
    #expect(scenario.state.storedIDToken == nil)
  }

  @Test func failingUserinfoIsReportedAndKeepsTheUserSignedIn() {
    var scenario = Scenario().registered()
    scenario.askForUserinfo()
    scenario.lose(.userinfo, .timeout)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.subject == "demouser")
    #expect(scenario.state.banner?.error.code.rawValue == "timeout")
    #expect(scenario.state.banner?.retry == .refresh)
  }

  @Test func anUnknownKeyIsFetchedAgainExactlyOnce() {
    var scenario = Scenario().registered()
    scenario.redeemSecondCode()
    scenario.respond(.token, Scenario.tokens())
    scenario.respond(.jwks, ["keys": []])
    let unknown = ProtocolError(.idTokenUnknownKey, source: "OpenID Connect Core §10.1.1")
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.failure(unknown))))
    #expect(scenario.request?.url == "https://idp.example/jwks")
    scenario.respond(.jwks, ["keys": []])
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.failure(unknown))))
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code.rawValue == "id_token_unknown_key")
  }

  @Test func aLostRefreshKeepsTheSession() {
    var scenario = Scenario().signedIn()
    let before = scenario.state.session
    scenario.begin(.refreshAccessToken)
    scenario.lose(.refresh, .connectionLost)
    #expect(scenario.state.session == before)
    #expect(scenario.state.banner?.retry == .refresh)
  }

  @Test func aRefusedRefreshTokenAsksForALogin() {
    var scenario = Scenario().signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(scenario.state.session == nil)
    #expect(scenario.state.registration != nil)
    #expect(scenario.state.banner?.retry == .authentication)
    // Its text says nothing of code_verifier and redirect URI, which a refresh does not have.
    #expect(scenario.state.banner?.error.circumstance == .atRefresh)
  }

  @Test(arguments: [
    UserAgentOutcome.closed, .failed("no terminal"), .redirect("io.curity.dcrclient:/logoutcallback?state=forged"),
  ])
  func afterSignOutTheTokensAreGoneInAnyCase(outcome: UserAgentOutcome) {
    var scenario = Scenario().signedIn()
    scenario.beginSignOut()
    scenario.send(.answered(scenario.flowID, .returned(outcome)))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.storedIDToken == nil)
    #expect(scenario.state.notice == .signedOutLocally)
    #expect((scenario.state.banner == nil) == (outcome == .closed))
  }

  @Test func signOutWithoutAServerStillSignsOutHere() {
    var scenario = Scenario().signedIn()
    scenario.send(.signOut)
    scenario.send(.server(.failed("port taken")))
    #expect(scenario.effects == [.clearTokens(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.banner?.error.code.rawValue == "embedded_server_failed")
    #expect(scenario.state.banner?.retry == .signOut)
    #expect(scenario.state.banner?.sessionMayGoOn == true)
  }

  @Test(arguments: [204, 500]) func forgettingErasesTheKeystoreAndReportsTheServersAnswer(status: Int) {
    var scenario = Scenario().signedIn()
    scenario.begin(.forgetDevice)
    #expect(scenario.request?.method == "DELETE")
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer e99ab41e-52a1-4fa3-b21b-fb95a398c33a")
    scenario.send(.answered(scenario.flowID, .response(.unregistration, .success(HTTPResponse(status)))))
    #expect(scenario.effects == [.eraseKeystore(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .erased(["keystore.age"])))
    #expect(scenario.state.registration == nil)
    #expect(scenario.state.keystore == .empty)
    #expect(
      scenario.state.notice == .forgotDevice(erased: ["keystore.age"], serverDeleted: status == 204))
  }

  @Test func aDamagedKeystoreIsNoFirstRun() {
    var scenario = Scenario()
    scenario.send(.started)
    let damage = ApplicationStateError.keystore(KeystoreError(.damagedPayload, path: "keystore.age"))
    scenario.send(.keystoreFailed(damage))
    scenario.send(.startRegistration)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.keystore == .failed(damage))
    scenario.send(.forgetDevice)
    #expect(scenario.effects == [.eraseKeystore(scenario.flowID)])
  }

  @Test func quitAsksWhileAFlowRuns() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.send(.quit)
    #expect(scenario.effects == [])
    #expect(scenario.state.view.confirmation == .quit)
    let running = scenario.flowID
    scenario.send(.quit)
    #expect(scenario.effects == [.abandon(running), .quit])
  }

  @Test func anOAuthOnlyServerIsFoundAtTheSecondPlace() {
    var scenario = Scenario().started()
    scenario.send(.startRegistration)
    scenario.send(.server(.external))
    #expect(scenario.request?.url == "https://idp.example/.well-known/openid-configuration")
    scenario.respond(.openIDMetadata, 404, .object([]))
    #expect(scenario.request?.url == "https://idp.example/.well-known/oauth-authorization-server")
    scenario.respond(.oauthMetadata, Scenario.metadata)
    #expect(scenario.state.flow?.step == .registrationLogin)
  }

  @Test func aServerWithoutRegistrationIsNotReportedAsMissingMetadata() {
    var scenario = Scenario().started()
    scenario.send(.startRegistration)
    scenario.send(.server(.external))
    scenario.respond(.openIDMetadata, Scenario.metadata.setting("registration_endpoint", nil))
    scenario.respond(.oauthMetadata, 404, .object([]))
    #expect(scenario.state.banner?.error.code.rawValue == "metadata_missing_registration_endpoint")
  }

  /// Where the second place has nothing, the answer of the first is judged: the error has that address.
  @Test func aWrongAnswerOfTheFirstPlaceHasItsAddress() {
    var scenario = Scenario().started()
    scenario.send(.startRegistration)
    scenario.send(.server(.external))
    scenario.respond(.openIDMetadata, 500, .object([]))
    scenario.respond(.oauthMetadata, 404, .object([]))
    #expect(scenario.state.banner?.error.code.rawValue == "http_server_error")
    #expect(scenario.state.banner?.error.url == "https://idp.example/.well-known/openid-configuration")
  }

  @Test(arguments: [true, false]) func plainHTTPOnLoopbackIsAnOptIn(allowed: Bool) {
    var scenario = Scenario()
    scenario.state.settings.issuer = "http://127.0.0.1:9000"
    scenario.state.settings.allowPlainHTTPLoopback = allowed
    scenario.coldStart()
    scenario.send(.startRegistration)
    scenario.send(.server(.external))
    let text = Scenario.metadata.compact.replacingOccurrences(of: Scenario.issuer, with: "http://127.0.0.1:9000")
    let body = Array(text.utf8)
    let response = HTTPResponse(200, headers: [HTTPHeader("Content-Type", "application/json")], body: body)
    scenario.send(.answered(scenario.flowID, .response(.openIDMetadata, .success(response))))
    if !allowed { scenario.send(.answered(scenario.flowID, .response(.oauthMetadata, .success(response)))) }
    #expect((scenario.state.flow?.step == .registrationLogin) == allowed)
    #expect((scenario.state.banner != nil) == !allowed)
  }
}
