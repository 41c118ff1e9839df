import Foundation
import Keystore
import OAuthClient
import SharedValues
import TestValues
import Testing

@testable import AppState

/// Rare decisions in the life of a registration.
@Suite struct DecisionTests {
  private func registration(_ name: String = "client_id", _ value: JSON? = nil) throws -> ClientRegistration {
    let document = value.map { Scenario.registration.setting(name, $0) } ?? Scenario.registration
    return try RegistrationRequest.restore(document)
  }

  private func expiring(after seconds: Int) throws -> ClientRegistration {
    try registration("client_secret_expires_at", .number("\(1_800_000_000 + seconds)"))
  }

  private func started(
    _ registration: ClientRegistration, silently: Bool = false, idToken: Secret? = nil
  ) -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.silentStart = silently
    scenario.coldStart(
      stored: StoredState(
        registration: registration, registeredAt: Scenario.start,
        tokens: KeptTokens(
          idToken: idToken,
          refreshToken: silently ? Secret("refresh-0") : nil)))
    return scenario
  }

  private func wakes(_ scenario: Scenario) -> [Date] {
    scenario.effects.compactMap { if case .wake(_, let at, _) = $0 { at } else { nil } }
  }

  // MARK: The silent start

  @Test func untrustedMetadataCostNoRefreshToken() throws {
    var scenario = started(try registration(), silently: true)
    scenario.respond(.openIDMetadata, Scenario.metadata.setting("issuer", "https://evil.example"))
    #expect(scenario.state.banner?.error.code.rawValue == "metadata_issuer_mismatch")
    for case .saveTokens in scenario.effects { Issue.record("the token was dropped, though nobody had refused it") }
  }

  @Test func anExpiredSecretStartsNothing() throws {
    let scenario = started(try expiring(after: -1), silently: true)
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.banner?.registrationIsDead == true)
  }

  /// The server no longer takes the old token. This run uses the new one, and the user learns that it is not saved.
  @Test func aRotatedTokenThatCannotBeSavedStillSignsIn() throws {
    var scenario = started(try registration(), silently: true)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.respond(.refresh, Scenario.tokens("1"))
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    #expect(scenario.request?.endpoint == .jwks)
    #expect(scenario.state.banner?.error.code.rawValue == KeystoreError.Code.noSpace.rawValue)
  }

  @Test func aRotatedTokenOfARefreshIsUsedEvenIfItCannotBeSaved() {
    var scenario = Scenario().signedIn()
    scenario.state.settings.silentStart = true
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2", idToken: false))
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    #expect(scenario.request?.endpoint == .userinfo)
    #expect(scenario.state.session?.tokens.refreshToken == Secret("refresh-2"))
  }

  // MARK: The silent refresh

  @Test func anExpiredSecretIsNotSentWhenTheWakeComes() throws {
    var scenario = started(try expiring(after: 100))
    scenario.authenticate()
    let wake = try #require(RenewalTests.wake(scenario))
    scenario.clock = wake.at
    scenario.send(.woke(wake.number))
    #expect(scenario.state.flow == nil)
    #expect(!scenario.effects.contains(.ensureServer))
    #expect(scenario.state.banner?.registrationIsDead == true)
    #expect(scenario.state.session != nil)
  }

  @Test func theExpiryOfASecretIsAwaitedOnce() throws {
    var scenario = started(try expiring(after: 100_000))
    scenario.send(.tick)
    scenario.send(.view(.show(.settings)))
    #expect(wakes(scenario) == [])
  }

  @Test func aCancelledRefreshDoesNotComeBackAtOnce() {
    var scenario = Scenario().signedIn()
    scenario.clock = Scenario.start + 239
    scenario.send(.refreshAccessToken)
    scenario.send(.cancel)
    #expect(wakes(scenario) == [scenario.clock + 60])
  }

  /// Some servers answer a refresh with the same access token and a new lifetime.
  @Test func theSameAccessTokenWithANewLifetimeIsScheduledAgain() {
    var scenario = Scenario().signedIn()
    scenario.clock = Scenario.start + 200
    scenario.begin(.refreshAccessToken)
    scenario.renew(Scenario.tokens("1", idToken: false))
    #expect(wakes(scenario) == [scenario.clock + 240])
  }

  // MARK: Ends

  @Test func anAbsentRefreshTokenIsReportedAsAbsent() {
    var scenario = Scenario().registered()
    scenario.redeemSecondCode()
    scenario.respond(.token, Scenario.tokens().setting("refresh_token", nil))
    scenario.respond(.jwks, ["keys": []])
    scenario.completeLogin()
    scenario.begin(.revokeTokens)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .revokedTokens(RevocationReport(refreshToken: .absent, accessToken: .notOffered)))
  }

  @Test(arguments: [Action.signOut, .revokeTokens]) func tokensLeftOnTheDiskAreReported(_ action: Action) {
    var scenario = Scenario().signedIn()
    scenario.state.metadata?.endSessionEndpoint = nil
    scenario.send(action)
    scenario.send(.server(.ready))
    #expect(scenario.effects == [.clearTokens(scenario.flowID)])
    scenario.send(.answered(scenario.flowID, .notSaved(KeystoreError(.noSpace, path: "keystore.age"))))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.banner?.error.code.rawValue == KeystoreError.Code.noSpace.rawValue)
  }

  @Test func anUpdateThatKeepsTheSecretSaysSoAndLeavesAFailureBehind() throws {
    var scenario = Scenario().registered()
    scenario.beginAuthentication()
    scenario.returnRedirect("error=access_denied&state=\(Scenario.secrets.state.revealed)")
    guard case .failed = scenario.state.auth else { throw Unexpected("the login did not fail") }
    scenario.begin(.updateRegistration)
    scenario.respond(.registrationUpdate, Scenario.registration)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .registrationUpdated(newSecret: false))
    #expect(scenario.state.auth == .idle)
  }

  @Test func aNewClientHasNothingOfTheOldOnesIDToken() throws {
    var scenario = started(try registration(), idToken: Secret("header.payload-0.signature"))
    scenario.begin(.registerAgain)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, ["access_token": "dcr-token", "token_type": "Bearer", "expires_in": 300, "scope": "dcr"])
    scenario.respond(.registration, 201, Scenario.registration.setting("client_id", "another-client"))
    scenario.send(.answered(scenario.flowID, .saved))
    scenario.beginAuthentication()
    #expect(scenario.query("client_id") == "another-client")
    #expect(scenario.query("id_token_hint") == nil)
  }

  /// The refused token request is that of the registration, so it says nothing about the client that the app has.
  @Test func aRefusedRegistrationLeavesTheCurrentClient() throws {
    var scenario = started(try registration())
    scenario.begin(.registerAgain)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.prepareAuthorization()
    scenario.returnCode("first")
    scenario.respond(.token, 401, ["error": "invalid_client"])
    #expect(scenario.state.banner?.registrationIsDead == false)
    #expect(scenario.state.banner?.retry == .registration)
    #expect(scenario.state.registration != nil)
  }

  // MARK: What is never shown

  private func description(_ scenario: Scenario) -> String {
    guard case .server(let error) = scenario.state.banner?.error.cause else { return "no error" }
    return error.serverDescription ?? "no description"
  }

  private static func quoting(_ secret: String) -> JSON {
    ["error": "invalid_request", "error_description": .string("what is \(secret) for?")]
  }

  @Test func theInitialAccessTokenIsNotShown() {
    var scenario = Scenario()
    scenario.state.settings.registration = .initialAccessToken
    scenario.coldStart()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    scenario.send(.answered(scenario.flowID, .initialAccessToken(.success(Secret("an-initial-access-token")))))
    scenario.respond(.registration, 400, Self.quoting("an-initial-access-token"))
    #expect(description(scenario).hasPrefix("what is "))
    #expect(!description(scenario).contains("an-initial-access-token"))
  }

  @Test(arguments: ["refresh-1", "access-1", "tfs9nad3dweFAa1CqpUj5p6NC4-092hb5Gg4SVRhOkc"])
  func aRefreshShowsNoSecretThatTheAppHolds(_ secret: String) {
    var scenario = Scenario().signedIn()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, 400, Self.quoting(secret))
    #expect(description(scenario).hasPrefix("what is "))
    #expect(!description(scenario).contains(secret))
  }

  // MARK: Signing up

  @Test func theFormIsLockedWhileItIsSent() {
    var scenario = Scenario()
    scenario.state.settings.applicationServer = "https://app.example/api"
    scenario.coldStart()
    scenario.beginAuthentication()
    scenario.returnCode("c-1")
    scenario.respond(
      .application,
      [
        "access_token": "at-1",
        "claims": ["sub": "jd", "given_name": "John", "family_name": "Doe", "email": "j@example.com"],
        "account": .null,
      ])
    scenario.send(.createAccount)
    let form = scenario.state.signUp
    #expect(scenario.state.flow?.kind == .signUp)
    scenario.send(.view(.edit(.givenName, .insert("x"))))
    #expect(form != nil && scenario.state.signUp == form)
  }
}
