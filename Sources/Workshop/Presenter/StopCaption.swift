import AppState
import Catalogue
import OAuthClient
import Screens

/// What a presenter's audience is told at a stop: a headline, and one or two sentences.
struct StopCaption: Hashable {
  var title: Phrase
  var text: Phrase

  init(_ state: AppState) { (title, text) = StopCaption.phrases(state) }

  private static func phrases(_ state: AppState) -> (Phrase, Phrase) {
    if let flow = state.visibleFlow { return step(flow, state) }
    if let banner = state.banner {
      return banner.registrationIsDead ? (.stopDead, .stopDeadText) : (.stopError, .stopErrorText)
    }
    return switch PhoneScreen(state) {
    case .loading, .unlock: (.stopLoading, .stopLoadingText)
    case .keystoreFailed: (.stopError, .stopErrorText)
    case .registration: (.stopFresh, .stopFreshText)
    case .unauthenticated:
      state.registers ? (.stopRegistered, .stopRegisteredText) : (.stopStaticClient, .stopStaticClientText)
    case .authenticated: (.stopSignedIn, .stopSignedInText)
    case .profile, .role: (.stopProfile, .stopProfileText)
    case .settings, .appearance: (.stopSettings, .stopSettingsText)
    default: (.stopOther, .stopOtherText)
    }
  }

  private static func step(_ flow: Flow, _ state: AppState) -> (Phrase, Phrase) {
    let hasSecret = state.loginClient?.credentials.authentication != ClientAuthentication.none
    return switch flow.step {
    case .discovery: (.stopDiscovery, .stopDiscoveryText)
    case .registrationLogin: (.stopFirstLogin, .stopFirstLoginText)
    case .registrationToken: (.stopDCRToken, .stopDCRTokenText)
    case .register: (.stopRegister, .stopRegisterText)
    // The number and the promise are those of the main job, whose first login has made the session.
    case .login where state.registers && state.expectsSSO: (.stopSecondLogin, .stopSecondLoginText)
    case .login: (.stopLogin, .stopLoginText)
    case .token where !hasSecret: (.stopTokensWithoutSecret, .stopTokensWithoutSecretText)
    case .token: (.stopTokens, .stopTokensText)
    case .userinfo: (.stopUserinfo, .stopUserinfoText)
    case .refresh: (.stopRefresh, hasSecret ? .stopRefreshText : .stopRefreshWithoutSecretText)
    case .logout: (.stopSignOut, .stopSignOutText)
    case .unregister, .signUp, .revoke, .update, .check: (.stopOther, .stopOtherText)
    }
  }
}
