import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// An app that was registered with another redirect than the configured one keeps using the registered one.
@Suite struct RegisteredRedirectTests {
  private static let loopback = RedirectPair(
    login: "http://127.0.0.1/callback", signOut: "http://127.0.0.1/logoutcallback")
  private static let scheme = RedirectPair(login: Scenario.redirectURI, signOut: Scenario.postLogoutRedirectURI)

  /// An app whose registration has these redirects, while this run wants `wanted`.
  private func registered(_ uris: [String], _ wanted: RedirectPair, or other: RedirectPair?) throws -> AppState {
    var scenario = Scenario()
    (scenario.state.settings.redirectURI, scenario.state.settings.postLogoutRedirectURI) = (
      wanted.login, wanted.signOut
    )
    scenario.state.settings.otherRedirects = other
    scenario.coldStart()
    let document = Scenario.registration.setting("redirect_uris", .strings(uris))
    scenario.state.registration = try RegistrationRequest.restore(document)
    return scenario.state
  }

  @Test func theRegistrationDecidesBetweenTheTwo() throws {
    let (loopback, scheme) = (Self.loopback, Self.scheme)
    #expect(try registered([scheme.login.text], loopback, or: scheme).registeredRedirects == scheme)
    #expect(try registered([loopback.login.text], scheme, or: loopback).registeredRedirects == loopback)
    #expect(try registered(["http://127.0.0.1:4711/callback"], scheme, or: loopback).registeredRedirects == loopback)
    #expect(
      try registered([loopback.login.text, scheme.login.text], scheme, or: loopback).registeredRedirects == scheme)
  }

  /// The app uses only its own two redirects, whatever else the registration lists.
  @Test func noOtherRedirectIsUsed() throws {
    #expect(try registered(["com.evil.app:/x"], Self.scheme, or: Self.loopback).registeredRedirects == Self.scheme)
    #expect(try registered([Self.loopback.login.text], Self.scheme, or: nil).registeredRedirects == Self.scheme)
  }

  @Test func theLoginUsesTheRegisteredRedirect() throws {
    var scenario = Scenario()
    scenario.state = try registered([Self.loopback.login.text], Self.scheme, or: Self.loopback)
    scenario.begin(.startAuthentication)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    #expect(scenario.effects == [.prepareAuthorization(scenario.flowID, redirectURI: Self.loopback.login)])
  }
}
