import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// An update whose outcome is unknown, and one that changed nothing.
@Suite struct DoubtfulUpdateTests {
  private func updating() -> Scenario {
    var scenario = Scenario().signedIn()
    scenario.state.settings.scope = "openid profile email"
    scenario.begin(.updateRegistration)
    return scenario
  }

  private func cancelled() -> Scenario {
    var scenario = updating()
    scenario.send(.cancel)
    return scenario
  }

  private func checking() -> Scenario {
    var scenario = cancelled()
    scenario.begin(.checkRegistration)
    return scenario
  }

  // MARK: Cancelling

  @Test func cancellingASentUpdateReportsAnUnknownOutcome() {
    let scenario = cancelled()
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.notice == .updateCancelled)
    #expect(scenario.state.isRegistrationInDoubt)
    #expect(scenario.state.session != nil)
  }

  @Test func cancellingAnUnsentUpdateReportsNothing() {
    var scenario = Scenario().signedIn()
    scenario.send(.updateRegistration)
    scenario.send(.cancel)
    #expect(scenario.state.notice == nil)
    #expect(!scenario.state.isRegistrationInDoubt)
  }

  /// The mark of an update, which outlives the program, sets the doubt.
  @Test func theNextStartReportsTheUnknownOutcome() {
    var state = Scenario().signedIn().state
    state.isRegistrationInDoubt = true
    _ = state.loaded(StoredState(registration: state.registration, registeredAt: nil, tokens: KeptTokens()))
    #expect(state.notice == .updateCancelled)
    state.notice = nil
    _ = state.loaded(nil)
    #expect(state.notice == nil)
  }

  @Test func aLostAnswerLeavesTheSameDoubt() {
    var scenario = updating()
    scenario.lose(.registrationUpdate, .connectionLost)
    #expect(scenario.state.isRegistrationInDoubt)
  }

  // MARK: Looking

  @Test func lookingReadsTheRegistrationWithTheOldToken() {
    let scenario = checking()
    #expect(scenario.request?.method == "GET")
    #expect(scenario.request?.url == "https://idp.example/register/87f1d9de-de2f-4e96-b27b-882cce0a3352")
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer e99ab41e-52a1-4fa3-b21b-fb95a398c33a")
  }

  @Test func aRegistrationThatIsAsItWasIsNoLongerInDoubt() {
    var scenario = checking()
    let before = scenario.state.registration
    scenario.respond(.registrationRead, Scenario.registration)
    #expect(scenario.state.notice == .registrationChecked(changed: false))
    #expect(scenario.state.registration == before)
    #expect(!scenario.state.isRegistrationInDoubt)
    #expect(scenario.state.session != nil)
    #expect(scenario.effects.allSatisfy { if case .saveRegistration = $0 { false } else { true } })
  }

  @Test func theServersChangesAreSavedBeforeTheyCount() throws {
    var scenario = checking()
    let old = scenario.state.registration
    scenario.respond(
      .registrationRead,
      Scenario.registration.setting("client_secret", "new-secret").setting("registration_access_token", "new-token"))
    #expect(scenario.state.registration == old)
    let known = try #require(scenario.registrationToSave)
    #expect(known.registrationAccessToken == Secret("new-token"))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration == known)
    #expect(scenario.state.notice == .registrationChecked(changed: true))
    #expect(!scenario.state.isRegistrationInDoubt)
    #expect(scenario.state.session != nil)
  }

  @Test func aRefusedRegistrationAccessTokenMeansRegisterAgain() {
    var scenario = checking()
    scenario.send(.answered(scenario.flowID, .response(.registrationRead, .success(HTTPResponse(401)))))
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.registration != nil)
    #expect(scenario.state.isRegistrationInDoubt)
  }

  /// The old key counts until the server confirms the new one, also when the update's outcome is unknown.
  @Test func aClientWithAKeyOutlivesItsRegistrationAccessToken() throws {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.authenticateWithKey()
    let before = try #require(scenario.state.registration)
    scenario.begin(.updateRegistration)
    scenario.haveKeys(client: Scenario.dpopKey, dpop: nil)
    scenario.lose(.registrationUpdate, .connectionLost)
    #expect(scenario.state.banner?.retry == .checkRegistration)
    scenario.begin(.retry)
    scenario.send(.answered(scenario.flowID, .response(.registrationRead, .success(HTTPResponse(401)))))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .registrationOutOfReach)
    #expect(scenario.effects.contains(.retireKeys(keeping: Scenario.clientKey.thumbprint)))
    #expect(scenario.state.session != nil && scenario.state.banner == nil)
    let known = try #require(scenario.state.registration)
    #expect(known.credentials == before.credentials)
    #expect(!scenario.state.canUpdateRegistration && !scenario.state.isRegistrationInDoubt)
    #expect(try RegistrationRequest.restore(known.document).registrationAccessToken == nil)
  }

  @Test(arguments: [500, 200, 404]) func anUnclearAnswerDoesNotMeanUnchanged(status: Int) {
    var scenario = checking()
    scenario.send(
      .answered(
        scenario.flowID, .response(.registrationRead, .success(HTTPResponse(status, body: Array("hello".utf8))))))
    #expect(scenario.state.notice == nil)
    #expect(scenario.state.banner != nil)
    #expect(scenario.state.isRegistrationInDoubt)
  }

  @Test func aMissingAnswerCanBeRequestedAgain() {
    var scenario = checking()
    scenario.lose(.registrationRead, .timeout)
    #expect(scenario.state.banner?.retry == .checkRegistration)
    #expect(scenario.state.session != nil)
    scenario.send(.retry)
    #expect(scenario.state.flow?.kind == .checkRegistration)
  }

  // MARK: A server that keeps its own

  private func registered(scope: String) -> Scenario {
    var scenario = Scenario(scope: "openid profile email").started()
    scenario.beginRegistration()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300])
    scenario.respond(.registration, 201, Scenario.registration.setting("scope", .string(scope)))
    scenario.send(.answered(scenario.flowID, .saved))
    return scenario
  }

  @Test func aNarrowerScopeIsNoReasonToAskAgain() {
    var scenario = registered(scope: "openid profile")
    #expect(scenario.state.registrationDifferences == [.scope])
    #expect(!scenario.state.registrationDiffers)
    // A different scope is a reason to ask again.
    scenario.state.settings.scope = "openid profile email phone"
    #expect(scenario.state.registrationDiffers)
  }

  @Test func anUpdateThatChangedNothingIsNotOfferedAgain() {
    var scenario = registered(scope: "openid profile")
    scenario.state.settings.scope = "openid profile email phone"
    scenario.begin(.updateRegistration)
    scenario.respond(.registrationUpdate, Scenario.registration.setting("scope", "openid profile"))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(!scenario.state.registrationDiffers)
    #expect(scenario.state.notice == .registrationUpdatedInPart([.scope]))
  }

  @Test func anUpdateThatWasRefusedIsOfferedAgain() {
    var scenario = registered(scope: "openid profile")
    scenario.state.settings.scope = "openid profile email phone"
    scenario.begin(.updateRegistration)
    scenario.respond(.registrationUpdate, 400, ["error": "invalid_client_metadata"])
    #expect(scenario.state.registrationDiffers)
  }
}
