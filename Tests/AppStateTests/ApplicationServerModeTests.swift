import Foundation
import Keystore
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// The application server mode as values: which client asks, who gets the code, sign-up or sign-in, and what is stored.
@Suite struct ApplicationServerModeTests {
  static let server = "https://app.example/api"
  static let claims: JSON = [
    "sub": "jd", "given_name": "John", "family_name": "Doe", "email": "john.doe@example.com", "roles": ["IC"],
  ]
  static let account: JSON = ["given_name": "John", "family_name": "Doe", "email": "john.doe@example.com"]

  private func answer(_ account: JSON, claims: JSON = Self.claims) -> JSON {
    ["access_token": "at-1", "claims": claims, "account": account]
  }

  private func scenario(stored: StoredState? = nil) -> Scenario {
    var scenario = Scenario(scope: "openid profile email")
    scenario.state.settings.applicationServer = Self.server
    scenario.state.settings.registrationClientID = "demo-app"
    scenario.coldStart(stored: stored)
    return scenario
  }

  private func login(_ scenario: inout Scenario) {
    scenario.begin(.startAuthentication)
    if scenario.state.metadata == nil { scenario.respond(.openIDMetadata, Scenario.metadata) }
    scenario.send(
      .answered(scenario.flowID, .prepared(Scenario.secrets, redirectURI: scenario.state.settings.redirectURI)))
  }

  private func signedIn(_ account: JSON, claims: JSON = Self.claims) -> Scenario {
    var scenario = scenario()
    login(&scenario)
    scenario.returnCode("c-1")
    scenario.respond(.application, answer(account, claims: claims))
    return scenario
  }

  private func body(_ scenario: Scenario) -> String {
    String(decoding: scenario.request?.body ?? [], as: UTF8.self)
  }

  @Test func theAppAsksForTheCodeItselfAndHandsItOver() {
    var scenario = scenario()
    scenario.send(.startRegistration)
    #expect(scenario.effects.isEmpty)
    login(&scenario)
    #expect(scenario.query("client_id") == "demo-app")
    #expect(scenario.query("code_challenge_method") == "S256")
    #expect(scenario.query("prompt") == "login")
    // Only the application server sees the ID token, so the app could not compare a nonce.
    #expect(scenario.query("nonce") == nil)
    scenario.returnCode("c-1")
    #expect(scenario.request?.url == "https://app.example/api/open_id_connect")
    #expect(body(scenario) == "code=c-1&code_verifier=\(Scenario.secrets.codeVerifier.revealed)")
    #expect(scenario.request?.headers[first: "Authorization"] == nil)
  }

  /// The time that the user spends in the browser does not count as age of the login.
  @Test func theAgeOfTheLoginIsAskedForAndJudged() throws {
    var scenario = scenario()
    scenario.state.settings.authorizationParameters = try AuthorizationParameters([.init("max_age", 300)])
    login(&scenario)
    #expect(scenario.query("max_age") == "300")
    let requested = scenario.clock
    scenario.clock = requested.addingTimeInterval(100)
    scenario.returnCode("c-1")
    #expect(body(scenario).hasSuffix("&max_age=400"))
    let old = JSON.number(String(Int(requested.timeIntervalSince1970) - 361))
    scenario.respond(.application, answer(Self.account, claims: ["sub": "jd", "auth_time": old]))
    #expect(scenario.state.banner?.error.code.rawValue == "application_auth_time_too_old")
    #expect(scenario.state.session == nil)
  }

  /// After `login_required` the next login asks for the password, although the browser has a session.
  @Test(arguments: ["login_required", "invalid_grant"]) func aLoginThatIsTooOldIsForcedNextTime(_ code: String) {
    var scenario = scenario()
    scenario.state.expectsSSO = true
    login(&scenario)
    #expect(scenario.query("prompt") == nil)
    scenario.returnCode("c-2")
    scenario.respond(.application, 400, ["error": .string(code)])
    #expect(scenario.state.banner?.error.code.rawValue == code)
    scenario.send(.dismissBanner)
    login(&scenario)
    #expect(scenario.query("prompt") == (code == "login_required" ? "login" : nil))
  }

  @Test func aWrongStateReachesNoApplicationServer() {
    var scenario = scenario()
    login(&scenario)
    scenario.returnRedirect("code=c-1&state=another")
    #expect(scenario.request == nil)
    #expect(scenario.state.banner?.error.code.rawValue == "state_mismatch")
  }

  @Test func anAccountIsASignIn() throws {
    let scenario = signedIn(Self.account)
    #expect(scenario.state.flow == nil)
    #expect(scenario.effects.isEmpty)
    #expect(scenario.state.signUp == nil)
    #expect(scenario.state.session?.subject == "jd")
    #expect(scenario.state.roleScreens == [.ic])
    #expect(scenario.state.keystore == .empty)
    guard case .account(let account) = scenario.state.session?.accountStatus else {
      throw Unexpected("no account: \(String(describing: scenario.state.session))")
    }
    #expect(account.document == Self.account)
  }

  @Test func noAccountIsASignUpProposedFromTheClaims() {
    var scenario = signedIn(.null)
    #expect(scenario.state.session?.accountStatus == .noAccount)
    #expect(scenario.state.signUp?[.email] == "john.doe@example.com")
    // The first focus is the button, or the first field without a value.
    #expect(scenario.state.view.button == 3)
    #expect(signedIn(.null, claims: ["sub": "jd", "given_name": "J", "family_name": "D"]).state.view.button == 2)
    scenario.send(.view(.edit(.givenName, .clear)))
    scenario.send(.createAccount)
    // The screen names the missing fields; nothing is sent.
    #expect(scenario.effects.isEmpty)
    #expect(scenario.state.signUp?.missing == [.givenName])
    #expect(scenario.state.view.button == 0, "the field that is missing has the focus")
    scenario.send(.view(.edit(.givenName, .insert("Jöhn\u{1B}x"))))
    scenario.send(.view(.edit(.givenName, .removeLast)))
    scenario.begin(.createAccount)
    #expect(scenario.request?.url == "https://app.example/api/accounts")
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer at-1")
    #expect(body(scenario).contains("given_name=J%C3%B6hn&"))
    scenario.respond(.signUp, 201, ["account": Self.account])
    #expect(scenario.state.session?.accountStatus != .noAccount)
    #expect(scenario.state.signUp == nil)
    #expect(scenario.state.notice == .accountCreated)
  }

  @Test func aRefusedSignUpKeepsTheUserAndTheForm() {
    var scenario = signedIn(.null)
    scenario.begin(.createAccount)
    scenario.respond(.signUp, 400, ["error": "account_incomplete", "error_description": "needed: email"])
    #expect(scenario.state.banner?.error.code.rawValue == "account_incomplete")
    #expect(scenario.state.session?.accountStatus == .noAccount)
    #expect(scenario.state.signUp?[.email] == "john.doe@example.com")
    scenario.begin(.retry)
    #expect(scenario.request?.url == "https://app.example/api/accounts")
  }

  static let hostile: [(JSON, String)] = [
    ([:], "application_missing_access_token"), (["access_token": 1], "application_access_token_invalid"),
    (["access_token": "at"], "application_missing_claims"),
    (["access_token": "at", "claims": []], "application_claims_invalid"),
    (["access_token": "at", "claims": [:]], "application_missing_sub"),
    (["access_token": "at", "claims": ["sub": ["jd"]]], "application_sub_invalid"),
    (["access_token": "at", "claims": ["sub": "jd"]], "application_missing_account"),
    (["access_token": "at", "claims": ["sub": "jd"], "account": false], "application_account_invalid"),
    (["error": "invalid_grant"], "invalid_grant"),
  ]

  @Test(arguments: hostile)
  func aWrongAnswerDoesNotSignIn(_ answer: JSON, _ code: String) {
    var scenario = scenario()
    login(&scenario)
    scenario.returnCode("c-1")
    scenario.respond(.application, answer)
    #expect(scenario.state.banner?.error.code.rawValue == code)
    #expect(scenario.state.banner?.registrationIsDead == false)
    #expect(scenario.state.session == nil)
    #expect(scenario.request == nil)
    // Retry starts a new login, because a code can be used once only.
    #expect(scenario.state.banner?.retry == .authentication)
  }

  @Test func nothingIsRefreshedAndSigningOutTouchesNoKeystore() throws {
    let registration = try RegistrationRequest.restore(Scenario.registration)
    var scenario = scenario(
      stored: StoredState(
        registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: Secret("hint"))))
    login(&scenario)
    // An ID token that another mode stored on this device is no hint for this client.
    #expect(scenario.query("id_token_hint") == nil)
    #expect(scenario.query("client_id") == "demo-app")
    scenario.returnCode("c-1")
    scenario.respond(.application, answer(Self.account))
    scenario.send(.refreshAccessToken)
    #expect(scenario.effects.isEmpty && scenario.state.banner == nil)
    scenario.beginSignOut()
    #expect(scenario.query("client_id") == "demo-app")
    #expect(scenario.query("id_token_hint") == nil)
    let id = scenario.flowID
    scenario.send(
      .answered(
        id, .returned(.redirect("io.curity.dcrclient:/logoutcallback?state=\(Scenario.secrets.state.revealed)"))))
    #expect(scenario.effects == [.abandon(id)])
    #expect(scenario.state.session == nil)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.notice == .signedOut)
    #expect(scenario.state.storedIDToken == Secret("hint"))
  }
}
