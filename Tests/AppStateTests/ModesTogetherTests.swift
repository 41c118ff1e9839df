import Foundation
import Keystore
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Modes combined: static clients, application servers and ephemeral ports, with the silent refresh, Revoke Tokens
/// and Update Registration.
@Suite struct ModesTogetherTests {
  private static let ephemeral: RedirectURI = "http://127.0.0.1:0/callback"
  private static let bound: RedirectURI = "http://127.0.0.1:50123/callback"
  private let metadata = Scenario.metadata.setting("revocation_endpoint", "https://idp.example/revoke")

  private func scenario(_ configure: (inout AppSettings) -> Void, stored: StoredState? = nil) -> Scenario {
    var scenario = Scenario()
    configure(&scenario.state.settings)
    scenario.coldStart(stored: stored)
    return scenario
  }

  private func staticClient() -> Scenario {
    var scenario = scenario { settings in
      settings.registration = .staticClient
      settings.registrationClientID = "rn-expo-app"
    }
    scenario.begin(.startAuthentication)
    scenario.respond(.openIDMetadata, metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("c")
    scenario.respond(.token, Scenario.tokens())
    scenario.respond(.jwks, ["keys": []])
    scenario.completeLogin()
    return scenario
  }

  private func stored(expires: Double = 0, refreshToken: Secret? = nil) throws -> StoredState {
    StoredState(
      registration: try RegistrationRequest.restore(
        Scenario.registration.setting("client_secret_expires_at", .number("\(Int(expires))"))),
      registeredAt: Scenario.start, tokens: KeptTokens(idToken: Secret("a.b.c"), refreshToken: refreshToken))
  }

  // MARK: A static client

  @Test func aStaticClientsTokensAreRenewedSilently() {
    let scenario = staticClient()
    #expect(scenario.state.session != nil)
    #expect(scenario.state.renewal?.wake != nil)
  }

  @Test func aStaticClientsTokensAreRevokedAtTheServer() {
    var scenario = staticClient()
    scenario.begin(.revokeTokens)
    #expect(scenario.request?.url == "https://idp.example/revoke")
    scenario.respond(.revocation, 200, [:])
    scenario.respond(.revocation, 200, [:])
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .revokedTokens(RevocationReport(refreshToken: .revoked, accessToken: .revoked)))
  }

  // MARK: An application server

  private func withApplicationServer(_ settings: inout AppSettings) {
    settings.applicationServer = "https://app.example/api"
    settings.registrationClientID = "demo-app"
  }

  @Test func anApplicationServersLoginNamesThePortThatIsListenedOn() {
    var scenario = scenario { settings in
      withApplicationServer(&settings)
      settings.redirectURI = Self.ephemeral
    }
    scenario.begin(.startAuthentication)
    scenario.respond(.openIDMetadata, metadata)
    scenario.send(.answered(scenario.flowID, .prepared(Scenario.secrets, redirectURI: Self.bound)))
    #expect(scenario.query("redirect_uri") == Self.bound.text)
    scenario.send(
      .answered(
        scenario.flowID, .returned(.redirect(Self.bound.text + "?code=c&state=\(Scenario.secrets.state.revealed)"))))
    let body = String(decoding: scenario.request?.body ?? [], as: UTF8.self)
    #expect(body.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A50123%2Fcallback"))
  }

  @Test func theStoreOfAnotherModeIsIgnored() throws {
    let old = try stored(expires: Scenario.start.timeIntervalSince1970 - 10, refreshToken: Secret("kept"))
    for isSilent in [false, true] {
      var scenario = scenario(
        { settings in
          withApplicationServer(&settings)
          settings.silentStart = isSilent
        }, stored: old)
      // The app reports no dead registration, starts nothing silently and drops no token from the disk.
      #expect(scenario.state.banner == nil && scenario.state.flow == nil)
      #expect(!scenario.effects.contains { if case .saveTokens = $0 { true } else { false } })
      scenario.send(.startAuthentication)
      #expect(scenario.state.flow?.kind == .authentication)
    }
  }

  @Test func theAppDoesNotRevokeAnApplicationServersTokens() {
    var scenario = scenario(withApplicationServer)
    scenario.begin(.startAuthentication)
    scenario.respond(.openIDMetadata, metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("c")
    scenario.respond(.application, ["access_token": "at", "claims": ["sub": "jd"], "account": [:]])
    #expect(scenario.state.session != nil && !scenario.state.canRevokeTokens)
    scenario.send(.revokeTokens)
    #expect(scenario.effects.isEmpty && scenario.state.session != nil)
  }

  // MARK: An ephemeral port

  @Test func anUpdateWritesAnEphemeralPortAsTheRegistrationDid() throws {
    var document = Scenario.registration.setting("redirect_uris", ["http://127.0.0.1/callback"])
    document = document.setting("post_logout_redirect_uris", ["http://127.0.0.1/out"])
    let registration = try RegistrationRequest.restore(document)
    var scenario = scenario(
      { settings in
        settings.redirectURI = Self.ephemeral
        settings.postLogoutRedirectURI = "http://127.0.0.1:0/out"
      }, stored: StoredState(registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: nil))
    )
    #expect(!scenario.state.registrationDiffers)
    scenario.state.settings.scope = "openid email"
    scenario.begin(.updateRegistration)
    let sent = try JSON.parse(scenario.request?.body ?? [])
    #expect(sent["redirect_uris"] == ["http://127.0.0.1/callback"])
    #expect(sent["post_logout_redirect_uris"] == ["http://127.0.0.1/out"])
  }
}
