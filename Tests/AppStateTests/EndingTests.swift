import Foundation
import Keystore
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// Revoke Tokens, Update Registration, and lost answers.
@Suite struct EndingTests {
  private static let revocation = Scenario.metadata.setting("revocation_endpoint", "https://idp.example/revoke")

  private func revoking(_ metadata: JSON = revocation) -> Scenario {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.send(.cancel)
    scenario.state.metadata = nil
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, Scenario.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.authenticate()
    scenario.begin(.revokeTokens)
    return scenario
  }

  private func sent(_ scenario: Scenario) -> String { String(decoding: scenario.request?.body ?? [], as: UTF8.self) }

  private func answer(_ scenario: inout Scenario, _ response: HTTPResponse) {
    scenario.send(.answered(scenario.flowID, .response(.revocation, .success(response))))
  }

  // MARK: Revoke Tokens

  @Test func theRefreshTokenIsRevokedFirstThenTheAccessToken() {
    var scenario = revoking()
    #expect(scenario.request?.url == "https://idp.example/revoke")
    #expect(
      sent(scenario) == "token=refresh-1&token_type_hint=refresh_token&client_id=87f1d9de-de2f-4e96-b27b-882cce0a3352")
    answer(&scenario, HTTPResponse(200))
    #expect(
      sent(scenario) == "token=access-1&token_type_hint=access_token&client_id=87f1d9de-de2f-4e96-b27b-882cce0a3352")
    answer(&scenario, HTTPResponse(200))
    #expect(scenario.effects == [.clearTokens(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.storedIDToken == nil)
    #expect(scenario.state.registration != nil)
    #expect(scenario.state.notice == .revokedTokens(RevocationReport(refreshToken: .revoked, accessToken: .revoked)))
    // The browser's session is unaffected: the next login is not forced.
    scenario.beginAuthentication()
    #expect(scenario.query("prompt") == nil)
  }

  @Test(arguments: [(503, "service_unavailable"), (400, "unsupported_token_type"), (500, "http_server_error")])
  func aTokenThatCannotBeRevokedIsDroppedAndReportedAlive(status: Int, code: String) throws {
    var scenario = revoking()
    let body: JSON = ["error": "unsupported_token_type"]
    answer(
      &scenario,
      status == 400
        ? HTTPResponse(400, body: Array(body.compact.utf8))
        : HTTPResponse(status, headers: [HTTPHeader("Retry-After", "10")]))
    answer(&scenario, HTTPResponse(200))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session == nil)
    guard case .revokedTokens(let report) = scenario.state.notice else { throw Unexpected("nothing is said") }
    #expect(report.refreshToken.problem?.code.rawValue == code)
    #expect(report.accessToken == .revoked)
  }

  @Test func tokensAreDroppedWithoutTheServerToo() throws {
    var scenario = revoking()
    scenario.lose(.revocation)
    scenario.lose(.revocation)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session == nil)
    guard case .revokedTokens(let report) = scenario.state.notice else { throw Unexpected("nothing is said") }
    #expect(report.accessToken.problem?.code.rawValue == "connection_refused")
  }

  @Test func aServerWithoutRevocationIsNotAsked() {
    var scenario = revoking(Scenario.metadata)
    #expect(scenario.effects == [.clearTokens(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(
      scenario.state.notice == .revokedTokens(RevocationReport(refreshToken: .notOffered, accessToken: .notOffered)))
  }

  /// The report says what became of the tokens; the app has not asked whether the client still exists.
  @Test func aRefusedClientIsNotReportedDead() throws {
    var scenario = revoking()
    answer(&scenario, HTTPResponse(401, body: Array(#"{"error":"invalid_client"}"#.utf8)))
    answer(&scenario, HTTPResponse(401, body: Array(#"{"error":"invalid_client"}"#.utf8)))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.banner == nil)
    guard case .revokedTokens(let report) = scenario.state.notice else {
      throw Unexpected("no report: \(String(describing: scenario.state.notice))")
    }
    #expect(report.accessToken.problem?.code == .server(.invalidClient))
    #expect(scenario.state.session == nil)
  }

  // MARK: Update Registration

  private static let rotated = Scenario.registration.setting("client_secret", "new-secret")
    .setting("registration_access_token", "new-token").setting("redirect_uris", ["io.curity.dcrclient:/callback"])

  private func updating() -> Scenario {
    var scenario = Scenario().signedIn()
    scenario.begin(.updateRegistration)
    return scenario
  }

  @Test func anUpdateIsSavedBeforeTheOldSecretsAreDropped() throws {
    var scenario = updating()
    #expect(scenario.request?.method == "PUT")
    let old = scenario.state.registration
    scenario.respond(.registrationUpdate, EndingTests.rotated)
    #expect(scenario.state.registration == old)
    guard case .saveRegistration(_, let saved, let since) = scenario.effects.first else {
      throw Unexpected("nothing is saved: \(scenario.effects)")
    }
    #expect(saved.registrationAccessToken == Secret("new-token"))
    #expect(since == scenario.state.registeredAt)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration == saved)
    #expect(scenario.state.unsavedRegistration == nil)
    #expect(scenario.state.notice == .registrationUpdated(newSecret: true))
    // The user stays signed in.
    #expect(scenario.state.session != nil)
    #expect(scenario.state.storedIDToken != nil)
  }

  @Test func anUpdateThatCannotBeSavedIsUsedAndSavedByRetry() throws {
    var scenario = updating()
    scenario.respond(.registrationUpdate, EndingTests.rotated)
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    #expect(scenario.state.banner?.retry == .updateRegistration)
    #expect(scenario.state.session != nil)
    // The server takes only the new secret.
    scenario.send(.dismissBanner)
    scenario.begin(.refreshAccessToken)
    let basic = Data("87f1d9de-de2f-4e96-b27b-882cce0a3352:new-secret".utf8).base64EncodedString()
    #expect(scenario.request?.headers[first: "Authorization"] == "Basic " + basic)
    scenario.renew()
    // The next attempt saves without asking the server again.
    scenario.send(.updateRegistration)
    let saved = try #require(scenario.registrationToSave)
    #expect(saved.registrationAccessToken == Secret("new-token"))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration == saved)
  }

  /// The unsaved registration is this client's; Register Again still makes a new one.
  @Test func anUnsavedUpdateIsNotTakenForANewRegistration() {
    var scenario = updating()
    scenario.respond(.registrationUpdate, EndingTests.rotated)
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    scenario.send(.registerAgain)
    #expect(scenario.effects == [.ensureServer])
  }

  @Test func aRefusedUpdateLeavesEverything() {
    var scenario = updating()
    let before = scenario.state.registration
    scenario.respond(.registrationUpdate, 400, ["error": "invalid_redirect_uri"])
    #expect(scenario.state.registration == before)
    #expect(scenario.state.banner?.error.code.rawValue == "invalid_redirect_uri")
    #expect(scenario.state.session != nil)
  }

  @Test func updatingADeletedClientIsADeadRegistration() {
    var scenario = updating()
    scenario.send(.answered(scenario.flowID, .response(.registrationUpdate, .success(HTTPResponse(401)))))
    #expect(scenario.state.banner?.registrationIsDead == true)
  }

  @Test func theConfigurationIsComparedWithWhatTheServerSaid() {
    var scenario = Scenario().signedIn()
    #expect(!scenario.state.registrationDiffers)
    scenario.state.settings.redirectURI = "io.curity.dcrclient:/elsewhere"
    #expect(scenario.state.registrationDiffers)
  }

  // MARK: Lost answers

  private func registering() -> Scenario {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    return scenario
  }

  @Test(arguments: TransportFailure.Code.allCases) func aLostRegistrationDiffersFromAnUnsentOne(
    code: TransportFailure.Code
  ) {
    var scenario = registering()
    scenario.lose(.registration, code)
    let isOrphan = [.timeout, .connectionLost, .bodyTooLarge, .malformedResponse, .contentUnreadable].contains(code)
    #expect(scenario.state.banner?.error.code.rawValue == (isOrphan ? "registration_answer_lost" : code.rawValue))
    #expect(scenario.state.registration == nil)
    #expect(scenario.state.unsavedRegistration == nil)
    // Retry begins with a login, because the dcr token may be spent.
    scenario.send(.retry)
    #expect(scenario.effects == [.ensureServer])
    #expect(scenario.state.flow?.kind == .registration)
  }

  @Test func cancellingARegistrationSaysThatAClientMayExist() {
    var scenario = registering()
    scenario.send(.cancel)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.notice == .registrationCancelled)
  }

  @Test func aLostUpdateIsReportedAsOne() {
    var scenario = updating()
    scenario.lose(.registrationUpdate, .connectionLost)
    #expect(scenario.state.banner?.error.code.rawValue == "registration_update_answer_lost")
    #expect(scenario.state.banner?.retry == .updateRegistration)
  }

  // MARK: What a refusal may mean

  private func askingUserinfo() -> Scenario {
    var scenario = Scenario().registered()
    scenario.askForUserinfo()
    return scenario
  }

  @Test func userinfoThatRefusesAFreshTokenMayMeanARevokedClient() {
    var scenario = askingUserinfo()
    scenario.respond(.userinfo, 401, ["error": "invalid_token"])
    #expect(scenario.request?.method == "GET")
    scenario.send(.answered(scenario.flowID, .response(.registrationRead, .success(HTTPResponse(401)))))
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.session == nil)
  }

  @Test func userinfoThatRefusesALiveClientLeavesTheUserSignedIn() {
    var scenario = askingUserinfo()
    scenario.respond(.userinfo, 401, ["error": "invalid_token"])
    scenario.respond(.registrationRead, Scenario.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.subject == "demouser")
    #expect(scenario.state.banner?.error.code.rawValue == "invalid_token")
    #expect(scenario.state.banner?.registrationIsDead == false)
    // The error is about the refused request, not about the lookup after it, and Retry refreshes.
    #expect(scenario.state.banner?.error.url == "https://idp.example/userinfo")
    #expect(scenario.state.banner?.retry == .refresh)
  }

  @Test func changedMetadataAreSavedBeforeTheRefusalIsShown() throws {
    var scenario = Scenario().registered()
    scenario.beginAuthentication()
    scenario.returnRedirect("error=invalid_scope&state=\(Scenario.secrets.state.revealed)")
    #expect(scenario.request?.method == "GET")
    scenario.respond(.registrationRead, Scenario.registration.setting("scope", "openid"))
    let known = try #require(scenario.registrationToSave)
    #expect(known.document["scope"] == "openid")
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.banner?.error.code.rawValue == "invalid_scope")
    #expect(scenario.state.registrationDiffers)
  }

  @Test func aClientThatLostItsRedirectIsDead() {
    var scenario = Scenario().registered()
    scenario.beginAuthentication()
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    scenario.respond(.registrationRead, Scenario.registration.setting("redirect_uris", ["a.b:/c"]))
    #expect(scenario.state.banner?.error.code.rawValue == "registration_redirect_uri_missing")
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.registration != nil)
  }
}
