import AppState
import Catalogue
import TerminalUI

/// The device and where it is bound to, and the two resets, each with what it erases.
enum SettingsScreen {
  static func page(_ state: AppState, _ look: Look) -> Page {
    let settings = state.settings
    var facts: [(Phrase, String)] = [
      (.deviceName, settings.device),
      (.keystoreProtection, look.catalogue(protection(settings.protection))),
      (.issuer, settings.issuer),
      (.registrationWay, look.catalogue(RegistrationWords.name(settings.registration))),
      (.browserName, look.catalogue(browser(state.userAgent))),
    ]
    if state.registers, let registration = state.currentRegistration {
      facts.append((.clientSecret, UnauthenticatedScreen.secretNote(LoginClient(registration), state, look)))
    }
    let fields: [Page.Block] = facts.map {
      .field(label: look.catalogue($0.0), value: $0.1, note: nil, style: Style(.phoneValue))
    }
    return Page(
      title: look.catalogue(.settings),
      blocks: SecretLines.warning(state, look) + fields
        + explanations(state).flatMap { [.gap, .text(look.catalogue($0), Style(.phoneSecondary), .left)] },
      controls: controls(state))
  }

  /// What each of the resets erases and leaves; only of those that can be chosen.
  private static func explanations(_ state: AppState) -> [Phrase] {
    (state.registrationDiffers ? [.registrationDiffers] : []) + (state.canRevokeTokens ? [.revokeTokensErases] : [])
      + [RegistrationWords.forgetting(state.settings), .clearBrowserDataErases]
  }

  private static func controls(_ state: AppState) -> [Control] {
    var controls: [Control] = []
    if state.canUpdateRegistration, state.registrationDiffers {
      controls.append(Control(.updateRegistration, .updateRegistration))
    }
    if state.registers, SecretLines.isNearlyExpired(state.currentRegistration, state) {
      controls.append(Control(.registerAgain, .registerAgain))
    }
    if state.canRevokeTokens { controls.append(Control(.revokeTokens, .view(.ask(.revokeTokens)), .danger)) }
    return controls + [
      Control(.forgetDevice, .view(.ask(.forgetDevice)), .danger),
      Control(.clearBrowserData, .view(.ask(.clearBrowserData)), .danger),
      Control(.back, .view(.show(.home)), .quiet),
    ]
  }

  private static func protection(_ protection: AppSettings.Protection) -> Phrase {
    switch protection {
    case .device: .protectionDevice
    case .passphrase: .protectionPassphrase
    }
  }

  private static func browser(_ kind: UserAgentKind) -> Phrase {
    switch kind {
    case .inApp: .browserInApp
    case .system: .browserSystem
    case .command: .browserCommand
    case .manual: .browserManual
    }
  }
}
