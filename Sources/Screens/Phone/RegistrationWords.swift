import AppState
import Catalogue

/// The words that depend on how the app gets its initial access token.
enum RegistrationWords {
  /// Below the title of the Registration screen: what the button will do.
  static func prompt(_ settings: AppSettings) -> Phrase {
    switch settings.registration {
    case .user: .registrationPrompt
    case .device: .registrationPromptDevice
    case .push: .registrationPromptPush
    case .initialAccessToken: .registrationPromptToken
    case .open: .registrationPromptOpen
    case .staticClient: .authenticationPrompt
    }
  }

  /// The mode's name in Settings.
  static func name(_ mode: RegistrationMode) -> Phrase {
    switch mode {
    case .user: .registrationByUser
    case .device: .registrationByDevice
    case .push: .registrationByPush
    case .initialAccessToken: .registrationByToken
    case .open: .registrationOpen
    case .staticClient: .registrationNone
    }
  }

  /// The name of the step in which the app gets its token.
  static func tokenStep(_ mode: RegistrationMode) -> Phrase {
    switch mode {
    case .device: .stepDeviceToken
    case .push: .stepPushedToken
    case .initialAccessToken: .stepTokenFile
    case .user, .open, .staticClient: .stepRegistrationToken
    }
  }

  static func nowToken(_ mode: RegistrationMode) -> Phrase {
    switch mode {
    case .device: .nowDeviceToken
    case .push: .nowPushedToken
    case .initialAccessToken: .nowTokenFile
    case .user, .open, .staticClient: .nowRegistrationToken
    }
  }

  /// Whether Forget This Device also deletes a client.
  static func forgetting(_ state: AppState) -> Phrase {
    state.registers || state.currentRegistration != nil ? .forgetDeviceErases : .forgetSessionErases
  }

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
