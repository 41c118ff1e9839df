import Foundation
import Keystore
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// Signing in with the refresh token of the last run, and saving a rotated token before it counts.
@Suite struct SilentStartTests {
  private static let idToken: Secret = {
    let claims = Data(Scenario.claims.document.compact.utf8).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return Secret("header.\(claims).signature")
  }()

  private func started(refreshToken: Secret? = Secret("refresh-0"), wanted: Bool = true) throws -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.silentStart = wanted
    scenario.coldStart(
      stored: StoredState(
        registration: try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start,
        tokens: KeptTokens(idToken: SilentStartTests.idToken, refreshToken: refreshToken)))
    return scenario
  }

  @Test func itSignsInWithoutABrowser() throws {
    var scenario = try started()
    #expect(scenario.state.flow?.kind == .silentStart)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    let body = String(decoding: scenario.request?.body ?? [], as: UTF8.self)
    #expect(body.contains("grant_type=refresh_token") && body.contains("refresh_token=refresh-0"))
    scenario.respond(.refresh, Scenario.tokens("1"))
    // The rotated token is saved before any request with the new tokens.
    #expect(
      scenario.effects == [
        .saveTokens(
          scenario.flowID,
          KeptTokens(idToken: SilentStartTests.idToken, refreshToken: Secret("refresh-1"), scope: "openid profile"))
      ])
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.respond(.jwks, ["keys": []])
    let check = try #require(scenario.idTokenCheck)
    #expect(check.previous?.subject == "demouser")
    scenario.completeLogin()
    #expect(scenario.state.session?.subject == "demouser")
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-1"))
    #expect(scenario.state.storedIDToken == Secret("header.payload-1.signature"))
  }

  @Test func anAnswerWithoutIDTokenKeepsTheUserOfTheStoredOne() throws {
    var scenario = try started()
    scenario.respond(.openIDMetadata, Scenario.metadata.setting("userinfo_endpoint", nil))
    scenario.respond(.refresh, Scenario.tokens("1", idToken: false).setting("refresh_token", nil))
    #expect(
      scenario.effects == [
        .saveTokens(
          scenario.flowID,
          KeptTokens(idToken: SilentStartTests.idToken, refreshToken: Secret("refresh-0"), scope: "openid profile"))
      ])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.subject == "demouser")
  }

  @Test func withoutATokenItStopsAtTheLogin() throws {
    let scenario = try started(refreshToken: nil)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner == nil)
  }

  @Test func switchedOffItForgetsTheTokenAtOnce() throws {
    var scenario = Scenario()
    scenario.send(.started)
    scenario.send(
      .keystoreLoaded(
        StoredState(
          registration: try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start,
          tokens: KeptTokens(idToken: nil, refreshToken: Secret("refresh-0")))))
    #expect(scenario.effects == [.saveTokens(0, KeptTokens(idToken: nil))])
    #expect(scenario.state.flow == nil)
  }

  /// The refresh token of the last run is a secret of this run, too.
  @Test func aRefreshTokenThatTheServerQuotesIsMasked() throws {
    var scenario = staticClient(SilentStartTests.leftByAStaticClient, wanted: true)
    scenario.send(.server(.ready))
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.respond(.refresh, 400, ["error": "invalid_client", "error_description": "no refresh-0 here"])
    guard case .server(let error)? = scenario.state.banner?.error.cause else {
      throw Unexpected("no error of the server: \(String(describing: scenario.state.banner))")
    }
    #expect(error.serverDescription?.contains("refresh-0") == false)
  }

  /// The secret of a static client is masked like that of a registration, both by itself and in the header of Basic.
  @Test func aStaticClientsSecretThatTheServerQuotesIsMasked() throws {
    let client = StaticClient(id: "shop", authentication: .basic(Secret("hunter2hunter2")))
    for quoted in ["hunter2hunter2", Data("shop:hunter2hunter2".utf8).base64EncodedString()] {
      var scenario = Scenario()
      scenario.state.settings.silentStart = true
      scenario.state.settings.registration = .staticClient
      scenario.state.settings.ownStaticClient = client
      scenario.send(.started)
      scenario.begin(.keystoreLoaded(SilentStartTests.leftByAStaticClient))
      scenario.respond(.openIDMetadata, Scenario.metadata)
      scenario.respond(.refresh, 400, ["error": "invalid_client", "error_description": .string("no \(quoted) here")])
      guard case .server(let error)? = scenario.state.banner?.error.cause else {
        throw Unexpected("no error of the server: \(String(describing: scenario.state.banner))")
      }
      #expect(error.serverDescription?.contains(quoted) == false)
    }
  }

  // MARK: Static clients

  private func staticClient(_ stored: StoredState, wanted: Bool, registers: Bool = false) -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.silentStart = wanted
    if !registers { scenario.state.settings.registration = .staticClient }
    scenario.send(.started)
    scenario.send(.keystoreLoaded(stored))
    return scenario
  }

  private static let leftByAStaticClient = StoredState(
    registration: nil, registeredAt: nil, tokens: KeptTokens(idToken: idToken, refreshToken: Secret("refresh-0")))

  @Test func aStaticClientStartsSilentlyToo() throws {
    var scenario = staticClient(SilentStartTests.leftByAStaticClient, wanted: true)
    #expect(scenario.state.flow?.kind == .silentStart)
    scenario.send(.server(.ready))
    scenario.respond(.openIDMetadata, Scenario.metadata)
    let body = String(decoding: scenario.request?.body ?? [], as: UTF8.self)
    #expect(body.contains("refresh_token=refresh-0") && body.contains("client_id=mobile-dcr-client"))
  }

  @Test func switchedOffItForgetsTheTokenOfEveryClient() throws {
    let dropped = [Effect.saveTokens(0, KeptTokens(idToken: SilentStartTests.idToken))]
    #expect(staticClient(SilentStartTests.leftByAStaticClient, wanted: false).effects == dropped)
    // The device registers now, and the token of a static client is still on the disk.
    #expect(staticClient(SilentStartTests.leftByAStaticClient, wanted: false, registers: true).effects == dropped)
    var another = StoredState(registration: nil, registeredAt: nil, tokens: KeptTokens(idToken: nil))
    another.holdsRefreshToken = true
    #expect(staticClient(another, wanted: false).effects == [.saveTokens(0, KeptTokens(idToken: nil))])
  }

  @Test func switchedOffAScriptedAppForgetsItAsWell() throws {
    var scenario = Scenario()
    scenario.state.settings.isUnattended = true
    scenario.send(.started)
    scenario.send(.keystoreLoaded(SilentStartTests.leftByAStaticClient))
    #expect(scenario.effects == [.saveTokens(0, KeptTokens(idToken: SilentStartTests.idToken))])
  }

  @Test func offlineItStopsQuietlyAndKeepsTheToken() throws {
    var scenario = try started()
    scenario.lose(.openIDMetadata)
    scenario.lose(.oauthMetadata)
    #expect(scenario.state.auth == .cancelled)
    #expect(scenario.state.banner == nil)
    guard case .notSignedInSilently(let reason) = scenario.state.notice else {
      throw Unexpected("nothing is said: \(String(describing: scenario.state.notice))")
    }
    #expect(reason.code.rawValue == "connection_refused")
    for case .saveTokens in scenario.effects { Issue.record("the token was dropped") }
  }

  @Test func aRefusedTokenIsDroppedQuietly() throws {
    var scenario = try started()
    let flow = scenario.flowID
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.notice == .sessionEnded)
    #expect(scenario.effects == [.abandon(flow), .saveTokens(flow, KeptTokens(idToken: SilentStartTests.idToken))])
  }

  /// The server refused the client without looking at the token, so the token is kept.
  @Test func aRefusedClientThatTheServerHasKeepsItsToken() throws {
    var scenario = try started()
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.respond(.refresh, 401, ["error": "invalid_client"])
    scenario.respond(.registrationRead, Scenario.registration)
    #expect(scenario.state.banner?.refusedClient != nil && scenario.state.banner?.retry == .authentication)
    for case .saveTokens in scenario.effects { Issue.record("the token was dropped, though nobody had refused it") }
  }

  @Test func aRefusedClientIsADeadRegistration() throws {
    var scenario = try started()
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.respond(.refresh, 401, ["error": "invalid_client"])
    scenario.respond(.registrationRead, 401, [:])
    #expect(scenario.state.banner?.registrationIsDead == true)
  }

  @Test func aScriptedAppDoesNotStartSilently() throws {
    var scenario = Scenario()
    scenario.state.settings.silentStart = true
    scenario.state.settings.isUnattended = true
    scenario.coldStart(
      stored: StoredState(
        registration: try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start,
        tokens: KeptTokens(idToken: nil, refreshToken: Secret("refresh-0"))))
    #expect(scenario.state.flow == nil)
  }

  // MARK: Rotation

  private func signedIn() -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.silentStart = true
    scenario.coldStart()
    scenario.register()
    scenario.authenticate()
    return scenario
  }

  @Test func aLoginKeepsBothTokensInOneSave() {
    var scenario = Scenario()
    scenario.state.settings.silentStart = true
    scenario.coldStart()
    scenario.register()
    scenario.askForUserinfo()
    scenario.respond(.userinfo, Scenario.userinfo)
    let kept = KeptTokens(
      idToken: Secret("header.payload-1.signature"), refreshToken: Secret("refresh-1"), scope: "openid profile")
    #expect(scenario.effects == [.saveTokens(scenario.flowID, kept)])
  }

  @Test func aRotatedTokenIsSavedBeforeItReplacesTheOldOne() {
    var scenario = signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2"))
    let kept = KeptTokens(
      idToken: Secret("header.payload-1.signature"), refreshToken: Secret("refresh-2"), scope: "openid profile")
    #expect(scenario.effects == [.saveTokens(scenario.flowID, kept)])
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-1"))
    // A save cannot be cancelled.
    scenario.send(.cancel)
    #expect(scenario.state.flow?.kind == .refresh)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-2"))
    #expect(scenario.request?.endpoint == .jwks)
  }

  /// The server has spent the old token, so this run uses the new one, and the user learns that it is not saved.
  @Test func aRotatedTokenThatCannotBeSavedIsUsedAndReported() {
    var scenario = signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2", idToken: false))
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-2"))
    scenario.respond(.userinfo, Scenario.userinfo)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.tokens.accessToken == Secret("access-2"))
    #expect(scenario.state.banner?.error.code.rawValue == "keystore_no_space")
  }

  @Test func aTokenThatIsNotRotatedIsNotSavedAgain() {
    var scenario = signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2", idToken: false).setting("refresh_token", nil))
    for case .saveTokens in scenario.effects { Issue.record("saved for nothing") }
    scenario.respond(.userinfo, Scenario.userinfo)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.tokens.accessToken == Secret("access-2"))
  }

  @Test func aRefreshTokenRefusedOnDemandIsRemovedFromDiskToo() {
    var scenario = signedIn()
    scenario.send(.refreshAccessToken)
    let flow = scenario.flowID
    scenario.send(.server(.ready))
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(scenario.state.banner?.retry == .authentication)
    #expect(
      scenario.effects == [
        .abandon(flow), .saveTokens(flow, KeptTokens(idToken: Secret("header.payload-1.signature"))),
      ]
    )
  }

  @Test func aSilentSessionThatEndsLeavesNoTokenOnDisk() throws {
    var scenario = signedIn()
    let wake = try #require(RenewalTests.wake(scenario))
    scenario.clock = wake.at
    scenario.send(.woke(wake.number))
    let flow = scenario.flowID
    scenario.send(.server(.ready))
    scenario.respond(.refresh, 400, ["error": "invalid_grant"])
    #expect(
      scenario.effects == [
        .abandon(flow), .saveTokens(flow, KeptTokens(idToken: Secret("header.payload-1.signature"))),
      ]
    )
  }
}
