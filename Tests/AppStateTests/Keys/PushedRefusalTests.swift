import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// A login refused at the pushed authorization request (RFC 9126 §2.3) is handled like a refusal that comes with the redirect.
@Suite struct PushedRefusalTests {
  private static func pushing() -> Scenario {
    var scenario = Scenario(keys: Scenario.everything)
    scenario.registerWithKey()
    scenario.state.storedIDToken = Secret("hint")
    scenario.begin(.startAuthentication)
    scenario.haveKeys()
    scenario.prepareAuthorization()
    return scenario
  }

  @Test func aHintThatIsRefusedIsNotSentAgain() {
    var scenario = PushedRefusalTests.pushing()
    #expect(scenario.state.storedIDToken != nil)
    scenario.respond(.pushedAuthorization, 400, ["error": "invalid_request"])
    #expect(scenario.state.banner?.error.code == .server(.invalidRequest))
    #expect(scenario.state.storedIDToken == nil)
  }

  @Test func aRefusalThatMayMeanAChangedClientIsInvestigated() {
    var scenario = PushedRefusalTests.pushing()
    scenario.respond(.pushedAuthorization, 403, ["error": "unauthorized_client"])
    #expect(scenario.request?.method == "GET")
    #expect(scenario.request?.url == Scenario.keyRegistration["registration_client_uri"]?.stringValue)
  }
}
