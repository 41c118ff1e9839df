import Foundation
import Keystore
import OAuthClient
import OAuthLiterals
import SharedValues
import Synchronization
import TestTime
import Testing

@testable import AppState

/// A keystore in memory that can be told to fail.
final class MemoryKeystore: Keystore {
  private let content = Mutex<(document: KeystoreDocument?, failure: KeystoreError?)>((nil, nil))

  var document: KeystoreDocument? { content.withLock { $0.document } }
  func fail(with error: KeystoreError?) { content.withLock { $0.failure = error } }

  func load() throws(KeystoreError) -> KeystoreDocument? { document }

  func save(_ document: KeystoreDocument) throws(KeystoreError) {
    let failure = content.withLock { content -> KeystoreError? in
      if content.failure == nil { content.document = document }
      return content.failure
    }
    if let failure { throw failure }
  }

  func erase() throws(KeystoreError) -> [String] {
    content.withLock { $0.document = nil }
    return ["keystore.age"]
  }
}

@Suite struct ApplicationStateManagerTests {
  let keystore = MemoryKeystore()
  let time = ManualClock(Scenario.start)

  private func manager(issuer: Issuer = Issuer(of: Scenario.issuer), staticClientID: String? = nil)
    -> ApplicationStateManager
  {
    ApplicationStateManager(keystore: keystore, issuer: issuer, time: time.source, staticClientID: staticClientID)
  }

  @Test func nothingSavedIsAFirstRun() async throws {
    #expect(try await manager().load() == nil)
  }

  @Test func theNextInstanceLoadsWhatWasSaved() async throws {
    let registration = try RegistrationRequest.restore(Scenario.registration)
    let first = manager()
    try await first.save(registration, registeredAt: Scenario.start)
    try await first.save(KeptTokens(idToken: Secret("a.b.c")))
    let stored = try await manager().load()
    #expect(
      stored
        == StoredState(
          registration: registration, registeredAt: Scenario.start, tokens: KeptTokens(idToken: Secret("a.b.c"))))
  }

  @Test func theRequestIsKeptWithTheRegistration() async throws {
    var registration = try RegistrationRequest.restore(Scenario.registration)
    registration.asked = ["scope": "openid profile email"]
    let first = manager()
    try await first.save(registration, registeredAt: Scenario.start)
    try await first.save(KeptTokens(idToken: Secret("a.b.c")))
    #expect(try await manager().load()?.registration == registration)
  }

  @Test func aStaticClientKeepsOnlyItsIDToken() async throws {
    let first = manager(staticClientID: "rn-expo-app")
    #expect(try await first.load() == nil)
    try await first.save(KeptTokens(idToken: Secret("a.b.c")))
    let document = keystore.document
    #expect(document?.registration == nil)
    #expect(document?.clientID == "rn-expo-app")
    let stored = try await manager(staticClientID: "rn-expo-app").load()
    #expect(stored == StoredState(registration: nil, registeredAt: nil, tokens: KeptTokens(idToken: Secret("a.b.c"))))
    // The ID token of another client is no hint for this one.
    #expect(try await manager(staticClientID: "another").load()?.tokens.idToken == nil)
    let again = manager(staticClientID: "rn-expo-app")
    _ = try await again.load()
    try await again.clearTokens()
    #expect(keystore.document?.idToken == nil)
  }

  @Test func aStaticClientsRefreshTokenIsLoadedAgain() async throws {
    try await manager(staticClientID: "rn-expo-app").save(
      KeptTokens(idToken: Secret("a.b.c"), refreshToken: Secret("refresh-0")))
    let stored = try await manager(staticClientID: "rn-expo-app").load()
    #expect(stored?.tokens.refreshToken == Secret("refresh-0"))
    // Another client cannot use it, but must know that it is there in order to remove it.
    let another = try await manager(staticClientID: "another").load()
    #expect(another?.tokens.refreshToken == nil)
    #expect(another?.holdsRefreshToken == true)
  }

  @Test func aStaticClientDoesNotTouchARegistration() async throws {
    let registration = try RegistrationRequest.restore(Scenario.registration)
    try await manager().save(registration, registeredAt: Scenario.start)
    let error = await #expect(throws: ApplicationStateError.self) { try await manager(staticClientID: "x").load() }
    #expect(error == .registered(clientID: registration.credentials.clientID))
    #expect(keystore.document?.registration == Scenario.registration)
  }

  @Test func aRegistrationFollowsAStaticClient() async throws {
    try await manager(staticClientID: "rn-expo-app").save(KeptTokens(idToken: Secret("a.b.c")))
    let later = manager()
    #expect(try await later.load()?.registration == nil)
    try await later.save(try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start)
    #expect(keystore.document?.version == 1)
    #expect(keystore.document?.idToken == nil)
  }

  @Test func clearingTokensKeepsTheRegistration() async throws {
    let first = manager()
    try await first.save(try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start)
    try await first.save(KeptTokens(idToken: Secret("a.b.c")))
    try await first.clearTokens()
    #expect(keystore.document?.idToken == nil)
    #expect(keystore.document?.registration == Scenario.registration)
  }

  @Test func anIDTokenIsDroppedWithItsClient() async throws {
    let first = manager()
    try await first.save(try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start)
    try await first.save(KeptTokens(idToken: Secret("a.b.c")))
    let rotated = Scenario.registration.setting("registration_access_token", "rotated")
    try await first.save(try RegistrationRequest.restore(rotated), registeredAt: Scenario.start)
    #expect(keystore.document?.idToken == Secret("a.b.c"))
    let other = Scenario.registration.setting("client_id", "other")
    try await first.save(try RegistrationRequest.restore(other), registeredAt: Scenario.start)
    #expect(keystore.document?.idToken == nil)
  }

  @Test func aRegistrationIsBoundToItsIssuer() async throws {
    try await manager().save(try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start)
    let before = keystore.document
    let other = manager(issuer: "https://other.example")
    await #expect(
      throws: ApplicationStateError.otherIssuer(stored: Scenario.issuer, configured: "https://other.example")
    ) { try await other.load() }
    #expect(keystore.document == before)
  }

  @Test func aRefreshTokenIsKeptWithTheIDTokenAndDroppedWithTheClient() async throws {
    let registration = try RegistrationRequest.restore(Scenario.registration)
    let first = manager()
    try await first.save(registration, registeredAt: Scenario.start)
    try await first.save(KeptTokens(idToken: Secret("a.b.c"), refreshToken: Secret("refresh-1")))
    #expect(try await manager().load()?.tokens.refreshToken == Secret("refresh-1"))
    try await first.save(registration, registeredAt: Scenario.start)
    #expect(keystore.document?.refreshToken == Secret("refresh-1"))
    try await first.save(KeptTokens(idToken: Secret("a.b.c")))
    #expect(keystore.document?.refreshToken == nil)
    try await first.save(KeptTokens(idToken: nil, refreshToken: Secret("refresh-2")))
    let other = Scenario.registration.setting("client_id", "other")
    try await first.save(try RegistrationRequest.restore(other), registeredAt: Scenario.start)
    #expect(keystore.document?.refreshToken == nil)
  }

  @Test func aFailedSaveKeepsTheOldDocument() async throws {
    let first = manager()
    try await first.save(try RegistrationRequest.restore(Scenario.registration), registeredAt: Scenario.start)
    let before = keystore.document
    keystore.fail(with: KeystoreError(.noSpace, path: "keystore.age"))
    await #expect(throws: KeystoreError(.noSpace, path: "keystore.age")) {
      try await first.save(KeptTokens(idToken: Secret("a.b.c")))
    }
    keystore.fail(with: nil)
    #expect(keystore.document == before)
    // A later save does not write the token that could not be saved.
    try await first.clearTokens()
    #expect(keystore.document?.idToken == nil)
  }

  @Test func aStoredRegistrationThatIsNoLongerValidIsReportedAndKept() async throws {
    try keystore.save(
      KeystoreDocument(
        issuer: Scenario.issuer, registration: ["client_name": "no id"], registeredAt: Scenario.start, idToken: nil,
        savedAt: Scenario.start))
    do {
      _ = try await manager().load()
      Issue.record("a registration without client_id was accepted")
    } catch {
      #expect(error.code.rawValue == "registration_unusable")
    }
    #expect(keystore.document != nil)
  }
}
