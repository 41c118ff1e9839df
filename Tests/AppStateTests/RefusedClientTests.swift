import Foundation
import Keystore
import SharedValues
import Testing

@testable import AppState
@testable import OAuthClient

/// A server that refuses the client may still have it.
@Suite struct RefusedClientTests {
  private static let refusal: JSON = ["error": "invalid_client"]

  /// A signed-in phone whose client is refused at a refresh.
  private func refused(key: Bool = false, managed: Bool = true, _ refusal: JSON = refusal) -> Scenario {
    var scenario = Scenario().signedIn()
    if !managed { scenario.state.registration?.setMember("registration_access_token", nil) }
    scenario.begin(.refreshAccessToken)
    if key { scenario.state.registration?.document = Scenario.keyedRegistration }
    scenario.respond(.refresh, 401, refusal)
    return scenario
  }

  /// A client of the configuration is not made anew by a registration, which the error must not advise.
  @Test(
    arguments: [
      (401, "invalid_client", .ofConfiguration), (400, "unauthorized_client", .unauthorizedOfConfiguration),
    ] as [(Int, String, AppError.Circumstance)])
  func theClientOfTheConfigurationIsNamed(status: Int, code: String, circumstance: AppError.Circumstance) {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.returnCode("first")
    scenario.respond(.token, status, ["error": .string(code)])
    #expect(scenario.state.banner?.error.circumstance == circumstance)
    #expect(scenario.state.banner?.refusedClient == nil && scenario.state.banner?.retry == .registration)
    var given = Scenario()
    given.state.settings.registration = .staticClient
    given.coldStart()
    given.beginAuthentication()
    given.returnCode("first")
    given.respond(.token, status, ["error": .string(code)])
    #expect(given.state.banner?.error.circumstance == circumstance)
    #expect(given.state.banner?.registrationIsDead == false && given.state.banner?.refusedClient == nil)
  }

  @Test func theServerIsAskedBeforeTheClientCountsAsDead() {
    let scenario = refused()
    #expect(scenario.request?.method == "GET")
    #expect(scenario.request?.url == "https://idp.example/register/87f1d9de-de2f-4e96-b27b-882cce0a3352")
    #expect(scenario.state.banner == nil)
  }

  @Test(arguments: [401, 404, 410])
  func aClientUnknownToTheServerIsDead(status: Int) {
    var scenario = refused()
    scenario.respond(.registrationRead, status, [:])
    #expect(scenario.state.banner?.registrationIsDead == true && scenario.state.banner?.retry == nil)
    #expect(scenario.state.banner?.error.circumstance == .gone)
    #expect(scenario.state.banner?.error.code == .server(.invalidClient))
  }

  @Test func aClientKnownToTheServerIsNotDead() {
    var scenario = refused()
    scenario.respond(.registrationRead, Scenario.registration)
    #expect(scenario.state.banner?.registrationIsDead == false && scenario.state.banner?.retry != nil)
    #expect(scenario.state.banner?.error.circumstance == .known)
    #expect(scenario.state.banner?.refusedClient != nil)
  }

  /// A server may rotate the token with any answer about the client (RFC 7592 §3); without the new one the client cannot be managed.
  @Test func aRotatedTokenIsSaved() throws {
    var scenario = refused()
    scenario.respond(.registrationRead, Scenario.registration.setting("registration_access_token", "another"))
    let known = try #require(scenario.registrationToSave)
    #expect(known.registrationAccessToken == Secret("another"))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration == known && scenario.state.banner?.error.circumstance == .known)
  }

  @Test func anExpiredSecretIsNamedAsTheCause() {
    var scenario = refused()
    scenario.respond(.registrationRead, Scenario.registration.setting("client_secret_expires_at", 1_700_000_000))
    #expect(scenario.state.banner?.error.code == .server(.clientSecretExpired))
    #expect(scenario.state.banner?.registrationIsDead == true)
  }

  /// Some servers do not name the error. At the token endpoint a 401 has no other meaning (RFC 6749 §5.2).
  @Test func aBare401RefusesTheClientToo() {
    var scenario = refused([:])
    #expect(scenario.request?.method == "GET" && scenario.state.banner == nil)
    var known = scenario
    known.respond(.registrationRead, Scenario.registration)
    #expect(known.state.banner?.error.circumstance == .known)
    #expect(known.state.banner?.error.code == .server(.httpUnauthorized))
    #expect(known.state.banner?.refusedClient != nil)
    scenario.respond(.registrationRead, 401, [:])
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.banner?.error.circumstance == .gone)
    var keyed = refused(key: true, [:])
    keyed.respond(.registrationRead, Scenario.keyedRegistration)
    #expect(keyed.state.banner?.error.circumstance == .assertion)
  }

  /// Elsewhere it may refuse the token.
  @Test func aBare401OfTheKeySetRefusesNoClient() {
    var scenario = Scenario().registered()
    scenario.redeemSecondCode()
    scenario.respond(.token, Scenario.tokens())
    scenario.respond(.jwks, 401, [:])
    #expect(scenario.state.banner?.error.code == .server(.httpUnauthorized))
    #expect(scenario.state.banner?.refusedClient == nil)
  }

  @Test(arguments: [500, 503])
  func aServerInTroubleSaysNothingAboutTheClient(status: Int) {
    var scenario = refused()
    scenario.respond(.registrationRead, status, [:])
    #expect(scenario.state.banner?.registrationIsDead == false)
    #expect(scenario.state.banner?.error.circumstance == nil)
  }

  @Test func aLookupWithoutAnAnswerSaysNothing() {
    var scenario = refused()
    scenario.lose(.registrationRead)
    #expect(scenario.state.banner?.registrationIsDead == false && scenario.state.banner?.refusedClient != nil)
  }

  @Test func aClientThatCannotBeReadDoesNotCountAsDead() {
    let scenario = refused(managed: false)
    #expect(scenario.state.banner?.registrationIsDead == false && scenario.state.banner?.retry != nil)
  }

  @Test func anAssertionThatIsRefusedIsNamed() {
    var scenario = refused(key: true)
    scenario.respond(.registrationRead, Scenario.keyedRegistration)
    #expect(scenario.state.banner?.error.circumstance == .assertion)
    #expect(scenario.state.banner?.registrationIsDead == false)
  }

  /// The error is about the refused request, not about the lookup after it.
  @Test func theAddressIsThatOfTheRefusedRequest() {
    var scenario = refused()
    scenario.respond(.registrationRead, Scenario.registration)
    #expect(scenario.state.banner?.error.url == "https://idp.example/token")
  }

  @Test func anErrorOfTheKeystoreHasNoAddress() {
    var scenario = Scenario().started()
    scenario.registerAtTheServer()
    scenario.send(.answered(scenario.flowID, .notSaved(.init(.noSpace, path: "keystore.age"))))
    #expect(scenario.state.banner != nil && scenario.state.banner?.error.url == nil)
  }

  @Test func anErrorInARedirectHasTheAddressOfThePage() {
    var scenario = Scenario().signedIn()
    scenario.state.auth = .idle
    scenario.beginAuthentication()
    scenario.returnRedirect("error=server_error&state=\(Scenario.secrets.state.revealed)")
    #expect(scenario.state.banner?.error.url == "https://idp.example/authorize")
  }
}
