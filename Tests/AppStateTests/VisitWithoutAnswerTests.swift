import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// For a client that it no longer knows a server shows a page and does not redirect (RFC 6749 §4.1.2.1). When the browser closes, the
/// app reads its registration (RFC 7592 §2.1) to find out.
@Suite struct VisitWithoutAnswerTests {
  private func backFromTheBrowser(_ outcome: UserAgentOutcome) -> Scenario {
    var scenario = Scenario().registered()
    scenario.beginAuthentication()
    scenario.send(.answered(scenario.flowID, .returned(outcome)))
    return scenario
  }

  @Test(arguments: [UserAgentOutcome.closed, .failed("a page without a form")], [401, 404])
  func aDeletedClientIsReportedAndCanBeRegisteredAgain(_ outcome: UserAgentOutcome, _ status: Int) {
    var scenario = backFromTheBrowser(outcome)
    #expect(scenario.request?.method == "GET")
    #expect(scenario.request?.url == Scenario.registration["registration_client_uri"]?.stringValue)
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer e99ab41e-52a1-4fa3-b21b-fb95a398c33a")
    scenario.respond(.registrationRead, status, ["error": "invalid_token"])
    #expect(scenario.state.banner?.error.code.rawValue == "invalid_client")
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.registration != nil)
  }

  @Test(arguments: [200, 403, 500]) func closingTheBrowserOfALiveClientIsACancel(_ status: Int) {
    var scenario = backFromTheBrowser(.closed)
    scenario.respond(.registrationRead, status, Scenario.registration.setting("client_secret", nil))
    #expect(scenario.state.auth == .cancelled)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.flow == nil)
  }

  @Test func aFailureOfTheBrowserStaysThatFailure() {
    var scenario = backFromTheBrowser(.failed("no terminal"))
    scenario.lose(.registrationRead)
    #expect(scenario.state.banner?.error.code.rawValue == "user_agent_failed")
    #expect(scenario.state.banner?.registrationIsDead == false)
  }

  @Test func theUserNeedNotWaitForTheLookup() {
    var scenario = backFromTheBrowser(.closed)
    let running = scenario.flowID
    scenario.send(.cancel)
    #expect(scenario.effects == [.abandon(running)])
    #expect(scenario.state.auth == .cancelled)
  }

  /// RFC 7592 §2.1: a read may return a new registration access token, which invalidates the old one.
  @Test func aRotatedTokenIsSavedBeforeAnythingElse() throws {
    var scenario = backFromTheBrowser(.closed)
    let rotated = Scenario.registration.setting("client_secret", nil).setting("registration_access_token", "rotated")
    scenario.respond(.registrationRead, 200, rotated)
    let saved = try #require(scenario.registrationToSave)
    #expect(saved.registrationAccessToken == Secret("rotated"))
    #expect(saved.credentials == scenario.state.registration?.credentials)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration == saved)
    #expect(scenario.state.auth == .cancelled)
    #expect(scenario.state.flow == nil)
  }

  /// The same answer may make the client useless: with the old token it could not even be deleted.
  @Test func aRotatedTokenIsSavedThoughTheClientIsUseless() throws {
    var scenario = backFromTheBrowser(.closed)
    let useless = Scenario.registration.setting("redirect_uris", ["https://elsewhere.example/callback"])
    scenario.respond(.registrationRead, 200, useless.setting("registration_access_token", "rotated"))
    #expect(scenario.state.banner?.error.code.rawValue == "registration_redirect_uri_missing")
    #expect(scenario.state.banner?.registrationIsDead == true)
    let saved = try #require(scenario.state.registration)
    #expect(saved.registrationAccessToken == Secret("rotated"))
    let (id, since) = (scenario.flowID, try #require(scenario.state.registeredAt))
    #expect(scenario.effects == [.abandon(id), .saveRegistration(id, saved, registeredAt: since)])
    #expect(saved.document["redirect_uris"] == Scenario.registration["redirect_uris"])
  }

  @Test(arguments: [
    ("client_id", "another"), ("registration_client_uri", "https://elsewhere.example/register/1"),
  ])
  func aTokenOfAnotherClientOrPlaceIsNotKept(_ name: String, _ value: String) {
    var scenario = backFromTheBrowser(.closed)
    let before = scenario.state.registration?.registrationClientURI
    let useless = Scenario.registration.setting("redirect_uris", ["https://elsewhere.example/callback"])
    scenario.respond(.registrationRead, 200, useless.setting(name, .string(value)))
    #expect(scenario.effects.allSatisfy { if case .saveRegistration = $0 { false } else { true } })
    #expect(scenario.state.registration?.registrationClientURI == before)
  }

  @Test func aClientWithoutManagementIsJustCancelled() throws {
    var scenario = Scenario()
    let document = Scenario.registration.setting("registration_client_uri", nil)
    let registration = try RegistrationRequest.restore(document)
    scenario.coldStart(
      stored: StoredState(registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: nil)))
    scenario.beginAuthentication()
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    #expect(scenario.request == nil)
    #expect(scenario.state.auth == .cancelled)
  }
}
