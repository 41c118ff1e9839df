import OAuthClient
import Foundation
import SharedValues
import TestValues
import Testing

@testable import AppState

/// Which user agent opens a page, what it is told, and what follows when it cannot.
@Suite struct UserAgentTests {
  private func registering(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
    var scenario = Scenario()
    change(&scenario)
    scenario.coldStart()
    scenario.begin(.startRegistration)
    scenario.respond(.openIDMetadata, Scenario.metadata)
    return scenario
  }

  /// Authorization request, judge and token request all use the port that the app got.
  @Test func theRequestNamesTheRedirectThatCanBeReceived() {
    var scenario = registering { $0.state.settings.redirectURI = "http://127.0.0.1/callback" }
    #expect(
      scenario.effects == [.prepareAuthorization(scenario.flowID, redirectURI: "http://127.0.0.1/callback")])
    let real: RedirectURI = "http://127.0.0.1:49152/callback"
    scenario.send(.answered(scenario.flowID, .prepared(Scenario.secrets, redirectURI: real)))
    #expect(scenario.query("redirect_uri") == real.text)
    scenario.send(
      .answered(scenario.flowID, .returned(.redirect(real.text + "?code=c&state=\(Scenario.secrets.state.revealed)"))))
    let body = String(decoding: scenario.request?.body ?? [], as: UTF8.self)
    #expect(body.contains("redirect_uri=http%3A%2F%2F127.0.0.1%3A49152%2Fcallback"))
  }

  @Test func aRedirectAtAnotherPortEndsTheFlow() {
    var scenario = registering { $0.state.settings.redirectURI = "http://127.0.0.1/callback" }
    scenario.send(
      .answered(scenario.flowID, .prepared(Scenario.secrets, redirectURI: "http://127.0.0.1:49152/callback")))
    let other = "http://127.0.0.1:49153/callback?code=c&state=\(Scenario.secrets.state.revealed)"
    scenario.send(.answered(scenario.flowID, .returned(.redirect(other))))
    #expect(scenario.state.banner?.error.code.rawValue == "redirect_uri_mismatch")
    #expect(scenario.request == nil)
  }

  @Test func aTakenPortIsReportedAndNoOtherBrowserOffered() {
    var scenario = registering()
    let failure = UserAgentFailure(.redirectPortInUse, ["received": "4321"])
    scenario.send(.answered(scenario.flowID, .notPrepared(failure)))
    #expect(scenario.state.banner?.error.code.rawValue == "redirect_port_in_use")
    #expect(scenario.state.banner?.nextUserAgent == nil)
    #expect(scenario.state.banner?.retry == .registration)
    #expect(scenario.state.flow == nil)
  }

  /// The headless browser must know whether to log in, and with which scope.
  @Test func aUserAgentGetsItsErrand() {
    func errand(_ scenario: Scenario) -> UserAgentErrand? {
      for case .openUserAgent(_, _, let errand, _, _) in scenario.effects { return errand }
      return nil
    }
    var scenario = Scenario().started()
    scenario.beginRegistration()
    #expect(errand(scenario) == .logIn(scope: "dcr"))
    scenario = Scenario().signedIn()
    scenario.beginSignOut()
    #expect(errand(scenario) == .signOut)
  }

  @Test func aBrowserThatCannotStartIsNoDeadEnd() throws {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    for (kind, next) in [(UserAgentKind.inApp, UserAgentKind.system), (.system, .manual), (.manual, .system)] {
      guard case .openUserAgent(let id, let opened, _, _, _) = scenario.effects.first else {
        throw Unexpected("nothing is opened: \(scenario.effects)")
      }
      #expect(opened == kind)
      scenario.send(.answered(id, .returned(.failed(UserAgentFailure(.browserNotStarted, ["path": "x"])))))
      #expect(scenario.state.banner?.error.code.rawValue == "browser_not_started")
      #expect(scenario.state.banner?.nextUserAgent == next)
      scenario.send(.retryWith(next))
      #expect(scenario.state.openingUserAgent == next)
      #expect(scenario.state.flow?.kind == .registration)
      scenario.send(.server(.ready))
      scenario.respond(.openIDMetadata, Scenario.metadata)
      scenario.prepareAuthorization()
    }
  }

  /// Over SSH the system's browser may open where the user cannot see it.
  @Test func anotherUserAgentCountsForOneLogin() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.send(.answered(scenario.flowID, .returned(.failed(UserAgentFailure(.browserNotStarted, ["path": "x"])))))
    scenario.send(.retryWith(.system))
    scenario.send(.cancel)
    #expect(scenario.state.openingUserAgent == .inApp)
    scenario.send(.startRegistration)
    #expect(scenario.state.openingUserAgent == .inApp)
  }

  @Test func settingsTakeAnotherUserAgent() {
    var scenario = Scenario().started()
    #expect(scenario.state.nextUserAgent == .system)
    scenario.send(.switchUserAgent(.system))
    #expect(scenario.state.openingUserAgent == .system && scenario.state.nextUserAgent == .manual)
    scenario.send(.switchUserAgent(.deviceCode))
    #expect(scenario.state.openingUserAgent == .system)
  }

  @Test func noOtherBrowserIsOfferedWhereOnlyOneIsPossible() {
    var scenario = Scenario()
    scenario.state.settings.userAgents = [.inApp]
    scenario.coldStart()
    scenario.beginRegistration()
    scenario.send(.answered(scenario.flowID, .returned(.failed("it broke"))))
    #expect(scenario.state.banner?.nextUserAgent == nil)
    scenario.send(.retryWith(.manual))
    #expect(scenario.state.flow == nil && scenario.state.openingUserAgent == .inApp)
    #expect(scenario.state.nextUserAgent == nil)
  }

  /// The user or the server refused the login: another browser would be refused as well.
  @Test func aRefusedLoginOffersNoOtherBrowser() {
    var scenario = Scenario().started()
    scenario.beginRegistration()
    scenario.send(.answered(scenario.flowID, .returned(.failed(UserAgentFailure(.loginRefused)))))
    #expect(scenario.state.banner?.nextUserAgent == nil)
  }

  private func endingTheSession(_ failure: UserAgentFailure) -> Scenario {
    var scenario = Scenario().signedIn()
    scenario.beginSignOut()
    scenario.send(.answered(scenario.flowID, .returned(.failed(failure))))
    scenario.send(.answered(scenario.flowID, .saved))
    return scenario
  }

  @Test func aSignOutWithoutABrowserOffersAnotherOneForTheSession() {
    var scenario = endingTheSession(UserAgentFailure(.browserNotStarted, ["path": "x"]))
    #expect(scenario.state.session == nil)
    #expect(scenario.state.storedIDToken == nil)
    #expect(scenario.state.notice == .signedOutLocally)
    #expect(scenario.state.banner?.sessionMayGoOn == true)
    #expect(scenario.state.banner?.nextUserAgent == .system)
    #expect(scenario.state.banner?.retry == .signOut)
    scenario.send(.retryWith(.system))
    #expect(scenario.state.flow?.kind == .signOut)
    scenario.send(.server(.ready))
    scenario.send(
      .answered(scenario.flowID, .prepared(Scenario.secrets, redirectURI: Scenario.postLogoutRedirectURI)))
    // The app still knows whose session is to end.
    #expect(scenario.query("id_token_hint") == "header.payload-1.signature")
    scenario.send(
      .answered(
        scenario.flowID,
        .returned(.redirect("\(Scenario.postLogoutRedirectURI)?state=\(Scenario.secrets.state.revealed)"))))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .signedOut)
    #expect(scenario.state.banner == nil)
    #expect(scenario.state.unendedSession == nil)
  }

  @Test func theHintOfAnUnendedSessionIsDroppedOnDismissal() {
    var scenario = endingTheSession(UserAgentFailure(.browserNotStarted, ["path": "x"]))
    #expect(scenario.state.unendedSession != nil)
    scenario.send(.dismissBanner)
    #expect(scenario.state.unendedSession == nil)
    scenario.send(.signOut)
    #expect(scenario.state.flow == nil)
    scenario = endingTheSession(UserAgentFailure(.browserNotStarted, ["path": "x"]))
    scenario.send(.startAuthentication)
    #expect(scenario.state.unendedSession == nil)
  }

  @Test func signingOutUsesItsOwnRedirect() {
    var scenario = Scenario().signedIn()
    scenario.state.settings.postLogoutRedirectURI = "http://[::1]/out"
    // The registration has the URI without the port, which differs each time.
    scenario.state.registration?.document = Scenario.registration.setting(
      "post_logout_redirect_uris", ["http://[::1]/out"])
    scenario.begin(.signOut)
    #expect(scenario.effects == [.prepareAuthorization(scenario.flowID, redirectURI: "http://[::1]/out")])
    scenario.send(.answered(scenario.flowID, .prepared(Scenario.secrets, redirectURI: "http://[::1]:5000/out")))
    #expect(scenario.query("post_logout_redirect_uri") == "http://[::1]:5000/out")
    scenario.send(
      .answered(scenario.flowID, .returned(.redirect("http://[::1]:5000/out?state=\(Scenario.secrets.state.revealed)")))
    )
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.notice == .signedOut)
    #expect(scenario.state.banner == nil)
  }
}
