import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Without confirmed `post_logout_redirect_uris` the app names no URI at the sign-out: a server that has registered none would refuse
/// it (RFC 7591 §3.2.1).
@Suite struct SignOutWithoutWayBackTests {
  /// Signed in, with the browser open for the sign-out at a server that registered these URIs.
  private func signingOut(registered: JSON? = nil) throws -> Scenario {
    var scenario = Scenario()
    let registration = Scenario.registration.setting("post_logout_redirect_uris", registered)
    scenario.coldStart(
      stored: StoredState(
        registration: try RegistrationRequest.restore(registration), registeredAt: Scenario.start,
        tokens: KeptTokens(idToken: Secret("a.b.c"))))
    scenario.authenticate()
    scenario.beginSignOut()
    return scenario
  }

  @Test(arguments: [nil, [], ["io.curity.dcrclient:/elsewhere"]] as [JSON?])
  func theUnconfirmedAddressIsNotSent(_ registered: JSON?) throws {
    let scenario = try signingOut(registered: registered)
    #expect(scenario.query("post_logout_redirect_uri") == nil)
    #expect(scenario.query("state") == nil)
    #expect(scenario.query("id_token_hint") != nil)
    #expect(scenario.query("client_id") == Scenario.registration["client_id"]?.stringValue)
  }

  @Test func aConfirmedAddressIsSent() throws {
    let scenario = try signingOut(registered: ["io.curity.dcrclient:/logoutcallback"])
    #expect(scenario.query("post_logout_redirect_uri") == Scenario.postLogoutRedirectURI.text)
    #expect(scenario.query("state") != nil)
  }

  @Test(arguments: [
    UserAgentOutcome.closed, .failed(UserAgentFailure(.timeout)),
    .failed(UserAgentFailure(.browserFailed, exitCode: 70)),
    .failed(UserAgentFailure(.browserFailed, exitCode: UserAgentFailure.endOfPages)),
    // A forged redirect: this server knows no URI to redirect to.
    .redirect("io.curity.dcrclient:/logoutcallback?state=forged"),
  ]) func theUsersReturnEndsTheSignOut(_ outcome: UserAgentOutcome) throws {
    var scenario = try signingOut()
    scenario.send(.answered(scenario.flowID, .returned(outcome)))
    #expect(scenario.effects.contains(.clearTokens(scenario.flowID)))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session == nil && scenario.state.banner == nil)
    #expect(scenario.state.notice == .signedOutUnconfirmed)
  }

  /// Where the browser is not watched, Cancel is how the user comes back.
  @Test func cancelEndsTheSignOutToo() throws {
    var scenario = try signingOut()
    let flow = scenario.flowID
    scenario.send(.cancel)
    #expect(scenario.effects == [.abandon(flow), .clearTokens(flow)])
    scenario.send(.answered(flow, .saved))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.notice == .signedOutUnconfirmed)
  }

  @Test func aBrowserThatCouldNotShowThePageIsAnError() throws {
    var scenario = try signingOut()
    scenario.send(.answered(scenario.flowID, .returned(.failed(UserAgentFailure(.browserNotStarted)))))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.banner?.error.code.rawValue == "browser_not_started")
    #expect(scenario.state.banner?.retry == .signOut)
  }

  /// With a confirmed URI, closing the browser means that the server has not answered.
  @Test func withAWayBackClosingEndsTheSessionLocallyOnly() throws {
    var scenario = try signingOut(registered: ["io.curity.dcrclient:/logoutcallback"])
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .signedOutLocally)
  }
}
