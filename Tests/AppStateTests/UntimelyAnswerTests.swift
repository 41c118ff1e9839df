import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Repeated, late and out-of-order answers, and keys pressed at the wrong moment, change nothing.
@Suite struct UntimelyAnswerTests {
  private static let answer = "code=second&state=\(Scenario.secrets.state.revealed)"

  /// A second login whose code has just been sent to the token endpoint.
  private func redeeming() -> Scenario {
    var scenario = Scenario().registered()
    scenario.beginAuthentication()
    scenario.returnRedirect(Self.answer)
    return scenario
  }

  /// Register Again, with the new client about to be saved.
  private func savingTheNewRegistration() -> Scenario {
    var scenario = Scenario().registered()
    scenario.begin(.registerAgain)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.prepareAuthorization()
    scenario.returnRedirect(Self.answer)
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer"])
    scenario.respond(.registration, 201, Scenario.registration.setting("client_id", "new"))
    return scenario
  }

  @Test func aRedirectThatIsDeliveredTwiceRedeemsOneCode() {
    var scenario = redeeming()
    let before = scenario.state
    scenario.returnRedirect(Self.answer)
    #expect(scenario.effects == [])
    #expect(scenario.state == before)
  }

  @Test func aBrowserThatClosesAfterItsRedirectCancelsNothing() {
    var scenario = redeeming()
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    #expect(scenario.state.flow?.step == .token)
    #expect(scenario.state.auth == .fetchingToken(.authentication))
  }

  @Test func anUnrequestedAnswerIsNotJudged() {
    var scenario = redeeming()
    let before = scenario.state
    scenario.respond(.refresh, Scenario.tokens("forged"))
    scenario.respond(.userinfo, Scenario.userinfo)
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.success(Scenario.claims))))
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.prepareAuthorization()
    scenario.send(.server(.failed("late")))
    scenario.state.server = before.server
    #expect(scenario.state == before)
    #expect(scenario.effects == [])
  }

  /// Disk and state must not differ: once the save has begun it cannot be cancelled.
  @Test func cancelDuringTheSaveOfANewRegistrationLeavesDiskAndStateTheSame() {
    var scenario = savingTheNewRegistration()
    scenario.send(.cancel)
    #expect(scenario.effects == [])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration?.credentials.clientID == "new")
    #expect(scenario.state.flow == nil)
  }

  @Test func registerAgainWithAFailingSaveKeepsTheOldClientAndRetrySavesTheNewOne() throws {
    var scenario = savingTheNewRegistration()
    let old = scenario.state.registration
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.unwritable, path: "keystore.age"))))
    #expect(scenario.state.registration == old)
    #expect(scenario.state.banner?.error.code.rawValue == "keystore_unwritable")
    scenario.send(.retry)
    let saved = try #require(scenario.registrationToSave)
    #expect(saved.credentials.clientID == "new")
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration?.credentials.clientID == "new")
  }

  @Test func cancelDuringTheEraseDoesNotStopIt() {
    var scenario = Scenario().signedIn()
    scenario.begin(.forgetDevice)
    scenario.send(.answered(scenario.flowID, .response(.unregistration, .success(HTTPResponse(204)))))
    scenario.send(.cancel)
    #expect(scenario.effects == [])
    scenario.send(.answered(scenario.flowID, .erased(["keystore.age"])))
    #expect(scenario.state.registration == nil)
    #expect(scenario.state.keystore == .empty)
  }

  @Test func aDevicesStoreIsNotErasedBeforeItHasBeenRead() {
    var scenario = Scenario()
    scenario.send(.started)
    scenario.send(.forgetDevice)
    #expect(scenario.effects == [])
    #expect(scenario.state.flow == nil)
  }

  /// The screen of a failed keystore offers to try again.
  @Test func readingTheStoreAgainIsOneMoreLoad() {
    var scenario = Scenario()
    scenario.send(.started)
    scenario.send(.keystoreFailed(.keystore(KeystoreError(.locked, path: "keystore.age"))))
    scenario.send(.started)
    #expect(scenario.effects.first == .loadKeystore)
    #expect(scenario.state.keystore == .loading)
    scenario.send(.forgetDevice)
    #expect(scenario.effects == [])
    scenario.send(.keystoreLoaded(nil))
    scenario.send(.startRegistration)
    let running = scenario.state.flow
    scenario.send(.started)
    #expect(scenario.effects == [])
    #expect(scenario.state.flow == running)
  }

  @Test func doublePressesStartOneFlow() {
    var scenario = Scenario().signedIn()
    scenario.send(.refreshAccessToken)
    let running = scenario.state.flow
    for action in [Action.refreshAccessToken, .signOut, .forgetDevice, .registerAgain, .startAuthentication, .retry] {
      scenario.send(action)
      #expect(scenario.effects == [])
      #expect(scenario.state.flow == running)
    }
  }

  @Test func forgettingWithARegistrationThatCouldNotBeSavedDeletesItAtTheServerToo() {
    var scenario = Scenario().started()
    scenario.registerAtTheServer()
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    scenario.begin(.forgetDevice)
    #expect(scenario.request?.method == "DELETE")
  }

  /// The rotated refresh token is the only valid one, even if the ID token beside it is bad.
  @Test func aRefreshWithABadIDTokenKeepsTheSessionWithTheNewRefreshToken() {
    var scenario = Scenario().signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2"))
    scenario.respond(.jwks, ["keys": []])
    let bad = ProtocolError(.idTokenSignatureInvalid, source: "OpenID Connect Core §3.1.3.7")
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.failure(bad))))
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-2"))
    #expect(scenario.state.session?.tokens.accessToken == Secret("access-1"))
    #expect(scenario.state.storedIDToken == Secret("header.payload-1.signature"))
    #expect(scenario.state.banner?.error.code.rawValue == "id_token_signature_invalid")
    scenario.begin(.retry)
    #expect(scenario.request.map { String(decoding: $0.body, as: UTF8.self).contains("refresh-2") } == true)
  }

  /// A server with new keys refuses a hint signed with its old ones, so the next attempt must not send it again.
  @Test func aHintThatTheServerRefusesIsNotSentAgain() throws {
    var scenario = Scenario()
    let registration = try RegistrationRequest.restore(Scenario.registration)
    scenario.coldStart(
      stored: StoredState(
        registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: Secret("a.b.c"))))
    scenario.beginAuthentication()
    #expect(scenario.query("id_token_hint") == "a.b.c")
    scenario.returnRedirect("error=invalid_request&state=\(Scenario.secrets.state.revealed)")
    #expect(scenario.state.banner?.error.code.rawValue == "invalid_request")
    scenario.begin(.retry)
    scenario.prepareAuthorization()
    #expect(scenario.openedURL != nil)
    #expect(scenario.query("id_token_hint") == nil)
    #expect(scenario.query("prompt") == "login")
  }
}
