import AppState
import Catalogue

/// The words that depend on how the app gets its initial access token.
struct RegistrationWords {
  /// Below the title of the Registration screen: what the button will do.
  var prompt: Phrase
  /// The mode's name in Settings.
  var name: Phrase
  /// The step in which the app gets its token: its name, and the sentence while it is running.
  var tokenStep = Phrase.stepRegistrationToken
  var nowToken = Phrase.nowRegistrationToken

  static func names(_ differences: [RegistrationDifference], _ look: Look) -> String {
    differences.map { difference in
      let phrase: Phrase =
        switch difference {
        case .redirectURI: .redirectURIName
        case .postLogoutRedirectURI: .postLogoutRedirectURIName
        case .scope: .scopeName
        }
      return look.catalogue(phrase)
    }.joined(separator: ", ")
  }
}

extension RegistrationMode {
  var words: RegistrationWords {
    switch self {
    case .user: RegistrationWords(prompt: .registrationPrompt, name: .registrationByUser)
    case .device:
      RegistrationWords(
        prompt: .registrationPromptDevice, name: .registrationByDevice, tokenStep: .stepDeviceToken,
        nowToken: .nowDeviceToken)
    case .push:
      RegistrationWords(
        prompt: .registrationPromptPush, name: .registrationByPush, tokenStep: .stepPushedToken,
        nowToken: .nowPushedToken)
    case .initialAccessToken:
      RegistrationWords(
        prompt: .registrationPromptToken, name: .registrationByToken, tokenStep: .stepTokenFile,
        nowToken: .nowTokenFile)
    case .open: RegistrationWords(prompt: .registrationPromptOpen, name: .registrationOpen)
    case .staticClient: RegistrationWords(prompt: .authenticationPrompt, name: .registrationNone)
    }
  }
}

extension AppState {
  /// Whether Forget This Device also deletes a client.
  var forgetsClient: Bool { registers || currentRegistration != nil }
}
