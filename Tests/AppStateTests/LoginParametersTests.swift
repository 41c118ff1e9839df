import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Which logins carry the deployment's parameters, and what `max_age` demands of the ID token.
@Suite struct LoginParametersTests {
  private func scenario() throws -> Scenario {
    var scenario = Scenario()
    scenario.state.settings.authorizationParameters = try AuthorizationParameters([
      .init("max_age", 600), .init("login_hint", "jd"), .init("resource", "https://api.example"),
    ])
    scenario.coldStart()
    return scenario
  }

  @Test func theFirstLoginTakesTheHintAndTheSecondEverything() throws {
    var scenario = try scenario()
    scenario.beginRegistration()
    #expect(scenario.query("login_hint") == "jd")
    #expect(scenario.query("max_age") == nil)
    #expect(scenario.query("resource") == nil)
    scenario.send(.cancel)
    scenario.register()
    scenario.beginAuthentication()
    #expect(scenario.query("login_hint") == "jd")
    #expect(scenario.query("max_age") == "600")
    #expect(scenario.query("resource") == "https://api.example")
  }

  /// The age counts from the request: the user may stay on the server's pages as long as they like.
  @Test func theLoginIsJudgedFromTheMomentOfTheRequest() throws {
    var scenario = try scenario()
    scenario.register()
    scenario.beginAuthentication()
    scenario.clock += 200
    scenario.returnCode("second")
    scenario.respond(.token, Scenario.tokens())
    scenario.respond(.jwks, ["keys": []])
    let check = try #require(scenario.idTokenCheck)
    #expect(check.loginNotBefore == Scenario.start.addingTimeInterval(-600))
  }

  @Test func theAgeOfTheLoginDoesNotMatterToARefreshedToken() throws {
    var scenario = try scenario()
    scenario.register()
    scenario.authenticate()
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2"))
    scenario.respond(.jwks, ["keys": []])
    let check = try #require(scenario.idTokenCheck)
    #expect(check.loginNotBefore == nil)
  }

  @Test func anOldLoginIsRefusedAndTheNextOneForced() throws {
    var scenario = try scenario()
    scenario.register()
    scenario.beginAuthentication()
    #expect(scenario.query("prompt") == nil)
    scenario.returnCode("second")
    scenario.respond(.token, Scenario.tokens())
    scenario.respond(.jwks, ["keys": []])
    let tooOld = ProtocolError(.idTokenAuthTimeTooOld, source: "OpenID Connect Core §3.1.3.7")
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.failure(tooOld))))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.banner?.error.code.rawValue == "id_token_auth_time_too_old")
    scenario.beginAuthentication()
    #expect(scenario.query("prompt") == "login")
  }
}
