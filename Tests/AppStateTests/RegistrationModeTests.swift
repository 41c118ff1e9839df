import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// The ways to an initial access token as values: effects, requests and screens.
@Suite struct RegistrationModeTests {
  private func scenario(_ mode: RegistrationMode, softwareID: String? = nil) -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.registration = mode
    scenario.state.settings.softwareID = softwareID
    scenario.coldStart()
    return scenario
  }

  private func discovered(_ mode: RegistrationMode) -> Scenario {
    var scenario = scenario(mode)
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    return scenario
  }

  @Test func aTokenFileIsReadOnDemandAndUsedForTheRegistrationAlone() {
    var scenario = discovered(.initialAccessToken)
    #expect(scenario.effects == [.readInitialAccessToken(scenario.flowID)])
    #expect(scenario.state.flow?.step == .registrationToken)
    scenario.send(.answered(scenario.flowID, .initialAccessToken(.success(Secret("given-token")))))
    #expect(scenario.request?.url == "https://idp.example/register")
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer given-token")
    var dumped = ""
    dump(scenario.state, to: &dumped)
    #expect(!dumped.contains("given-token"))
    // A second answer registers nothing more.
    scenario.send(.answered(scenario.flowID, .initialAccessToken(.success(Secret("given-token")))))
    #expect(scenario.effects.isEmpty)
  }

  @Test func anUnusableFileIsRetriedFromTheBanner() {
    var scenario = discovered(.initialAccessToken)
    let error = AppError(.tokenFileMissing, step: .registrationToken, cause: .file(path: "/t", detail: ""))
    scenario.send(.answered(scenario.flowID, .initialAccessToken(.failure(error))))
    #expect(scenario.state.banner?.error == error)
    #expect(scenario.state.banner?.retry == .registration)
    #expect(scenario.request == nil)
    scenario.send(.retry)
    #expect(scenario.state.flow?.kind == .registration)
  }

  @Test func openRegistrationSendsNoAuthorization() {
    let scenario = discovered(.open)
    #expect(scenario.state.flow?.step == .register)
    #expect(scenario.request?.url == "https://idp.example/register")
    #expect(scenario.request?.headers[first: "Authorization"] == nil)
  }

  @Test(arguments: [RegistrationMode.initialAccessToken, .open])
  func withoutALoginTheFirstOneIsNotForced(_ mode: RegistrationMode) {
    var scenario = discovered(mode)
    if mode == .initialAccessToken {
      scenario.send(.answered(scenario.flowID, .initialAccessToken(.success(Secret("t")))))
    }
    scenario.respond(.registration, 201, Scenario.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .registered)
    #expect(!scenario.state.expectsSSO)
    scenario.beginAuthentication()
    // The client is new, so the browser has no session of an earlier user of it.
    #expect(scenario.query("prompt") == nil)
  }

  @Test(arguments: [RegistrationMode.initialAccessToken, .open])
  func cancelLeadsBack(_ mode: RegistrationMode) {
    var scenario = discovered(mode)
    let id = scenario.flowID
    scenario.send(.cancel)
    #expect(scenario.effects == [.abandon(id)])
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner == nil)
    scenario.send(.answered(id, .initialAccessToken(.success(Secret("t")))))
    scenario.respond(.registration, 201, Scenario.registration)
    #expect(scenario.effects.isEmpty)
    #expect(scenario.state.registration == nil)
  }

  @Test func aTemplateIsTheOnlyMemberAndItsScopeIsJudged() {
    var scenario = scenario(.open, softwareID: "template")
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    #expect(scenario.request.map { String(decoding: $0.body, as: UTF8.self) } == #"{"software_id":"template"}"#)
    scenario.respond(.registration, 201, Scenario.registration.setting("scope", "openid"))
    scenario.respond(.unregistration, 204, [:])
    #expect(scenario.state.banner?.error.code.rawValue == "registration_scope_missing")
    #expect(scenario.state.registration == nil)
  }

  // MARK: Devices

  static let deviceMetadata = Scenario.metadata
    .setting("mtls_endpoint_aliases", ["token_endpoint": "https://idp.example:9443/token"])
    .setting("dcr_terminal_push_endpoint", "https://idp.example:9443/push")

  private static let dcrToken: JSON = [
    "access_token": "device-token", "token_type": "bearer", "expires_in": 300, "scope": "dcr",
  ]

  private func asking(_ mode: RegistrationMode, _ metadata: JSON = deviceMetadata) -> Scenario {
    var scenario = scenario(mode)
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, metadata)
    return scenario
  }

  @Test(arguments: [(RegistrationMode.device, Reply.deviceToken), (.push, .push)])
  func aDevicesTokenGoesToTheRegistrationAloneAndOnce(_ mode: RegistrationMode, _ reply: Reply) {
    var scenario = asking(mode)
    #expect(scenario.state.flow?.step == .registrationToken)
    #expect(scenario.request?.presentsDeviceCertificate == true)
    #expect(scenario.openedURL == nil)
    scenario.respond(reply, Self.dcrToken)
    #expect(scenario.request?.url == "https://idp.example/register")
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer device-token")
    #expect(scenario.request?.presentsDeviceCertificate == false)
    var dumped = ""
    dump(scenario.state, to: &dumped)
    #expect(!dumped.contains("device-token"))
    scenario.respond(reply, Self.dcrToken)
    #expect(scenario.effects.isEmpty)
    scenario.respond(.registration, 201, Scenario.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.registration != nil)
    #expect(!scenario.state.expectsSSO)
  }

  @Test func theAliasIsAskedWhereThereIsOne() {
    #expect(asking(.device).request?.url == "https://idp.example:9443/token")
    #expect(asking(.device, Scenario.metadata).request?.url == "https://idp.example/token")
  }

  static let unable: [(RegistrationMode, JSON, String)] = [
    (.push, Scenario.metadata, "metadata_missing_push_endpoint"),
    (
      .device, Scenario.metadata.setting("grant_types_supported", ["authorization_code"]),
      "metadata_client_credentials_unsupported"
    ),
  ]

  @Test(arguments: unable)
  func aServerWithoutTheModeHasItsError(_ mode: RegistrationMode, _ metadata: JSON, _ code: String) {
    let scenario = asking(mode, metadata)
    #expect(scenario.state.banner?.error.code.rawValue == code)
    #expect(scenario.request == nil)
  }

  @Test(arguments: [(RegistrationMode.device, Reply.deviceToken), (.push, .push)])
  func aRefusedDeviceIsNoDeadRegistration(_ mode: RegistrationMode, _ reply: Reply) {
    var scenario = asking(mode)
    scenario.respond(reply, 401, ["error": "invalid_client", "error_description": "unknown"])
    #expect(scenario.state.banner?.error.code.rawValue == "device_not_accepted")
    #expect(scenario.state.banner?.registrationIsDead == false)
    #expect(scenario.state.banner?.retry == .registration)
  }

  @Test func whileNothingIsPushedTheAppPausesAndAsksAgain() {
    var scenario = asking(.push)
    #expect(scenario.request?.headers[first: "Prefer"] == "wait=10")
    for _ in 0..<3 {
      scenario.clock += 10
      scenario.send(.answered(scenario.flowID, .response(.push, .success(HTTPResponse(204)))))
      #expect(scenario.effects == [.pause(scenario.flowID, Registering.pushPause)])
      scenario.clock += 1
      scenario.send(.answered(scenario.flowID, .paused))
      #expect(scenario.request?.url == "https://idp.example:9443/push")
    }
    #expect(scenario.state.flow?.stepStarted == Scenario.start)
    scenario.respond(.push, Self.dcrToken)
    #expect(scenario.state.flow?.step == .register)
  }

  @Test func theWaitEndsAfterFiveMinutes() {
    var scenario = asking(.push)
    scenario.clock += Registering.pushLimit - 1
    scenario.send(.answered(scenario.flowID, .response(.push, .success(HTTPResponse(204)))))
    #expect(scenario.state.flow != nil)
    scenario.send(.answered(scenario.flowID, .paused))
    scenario.clock += 1
    scenario.send(.answered(scenario.flowID, .response(.push, .success(HTTPResponse(204)))))
    #expect(scenario.state.banner?.error.code.rawValue == "push_timed_out")
    #expect(scenario.state.banner?.retry == .registration)
  }

  @Test func cancelEndsTheWaitAtAnyMoment() {
    var held = asking(.push)
    let id = held.flowID
    held.send(.cancel)
    #expect(held.effects == [.abandon(id)])
    held.respond(.push, Self.dcrToken)
    #expect(held.effects.isEmpty)
    var pausing = asking(.push)
    pausing.send(.answered(pausing.flowID, .response(.push, .success(HTTPResponse(204)))))
    let paused = pausing.flowID
    pausing.send(.cancel)
    #expect(pausing.state.flow == nil)
    pausing.send(.answered(paused, .paused))
    #expect(pausing.effects.isEmpty)
    #expect(pausing.state.banner == nil)
  }

  // MARK: Static client

  @Test func aStaticClientIsUnauthenticatedFromTheStart() {
    var scenario = scenario(.staticClient)
    #expect(scenario.state.loginClient?.isStatic == true)
    #expect(scenario.state.loginClient?.credentials.authentication == ClientAuthentication.none)
    for action in [Action.startRegistration, .registerAgain] {
      scenario.send(action)
      #expect(scenario.effects.isEmpty)
      #expect(scenario.state.flow == nil)
    }
  }

  @Test func theClientIsUnknownBeforeTheKeystoreIsRead() {
    var scenario = Scenario()
    scenario.state.settings.registration = .staticClient
    #expect(scenario.state.loginClient == nil)
    scenario.send(.started)
    scenario.send(.startAuthentication)
    #expect(scenario.state.flow == nil)
    scenario.send(.keystoreFailed(.registered(clientID: "own")))
    #expect(scenario.state.loginClient == nil)
  }

  @Test func theStaticClientLogsInWithoutASecret() throws {
    var scenario = scenario(.staticClient)
    scenario.beginAuthentication()
    #expect(scenario.query("client_id") == "mobile-dcr-client")
    #expect(scenario.query("prompt") == "login")
    #expect(scenario.query("scope") == "openid profile")
    scenario.returnCode("second")
    #expect(scenario.request?.headers[first: "Authorization"] == nil)
    let form = scenario.request.map { String(decoding: $0.body, as: UTF8.self) } ?? ""
    #expect(form.contains("client_id=mobile-dcr-client"))
    #expect(form.contains("code_verifier="))
    scenario.respond(.token, Scenario.tokens())
    scenario.respond(.jwks, ["keys": []])
    let check = try #require(scenario.idTokenCheck)
    #expect(check.clientID == "mobile-dcr-client")
    scenario.completeLogin()
    #expect(scenario.state.session != nil)
  }

  @Test func forgettingAStaticClientTellsNoServer() {
    var scenario = scenario(.staticClient)
    scenario.send(.forgetDevice)
    #expect(scenario.effects == [.eraseKeystore(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .erased(["keystore.age"])))
    #expect(scenario.state.notice == .forgotSession(erased: ["keystore.age"]))
    #expect(scenario.state.loginClient != nil)
  }

  @Test func theFormerDeviceOfAStaticClientRegistersAsAtAFirstRun() {
    var scenario = Scenario()
    scenario.coldStart(
      stored: StoredState(registration: nil, registeredAt: nil, tokens: KeptTokens(idToken: Secret("a.b.c"))))
    #expect(scenario.state.keystore == .empty)
    #expect(scenario.state.storedIDToken == nil)
    scenario.send(.startRegistration)
    #expect(scenario.state.flow?.kind == .registration)
  }
}
