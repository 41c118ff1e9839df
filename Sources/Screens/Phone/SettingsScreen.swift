import AppState
import Catalogue
import TerminalUI

/// The device and its issuer, and the ways to end something, each explained in one line; the question that each asks says exactly what it erases.
enum SettingsScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(
      title: look.catalogue(.settings), blocks: facts(state, look) + differences(state, look) + ends(state, look),
      controls: controls(state))
  }

  private static func facts(_ state: AppState, _ look: Look) -> [PhonePage.Block] {
    let settings = state.settings
    let protection: Phrase = settings.protection == .device ? .protectionDevice : .protectionPassphrase
    var blocks = [
      field(.deviceName, settings.device, look), field(.keystoreProtection, look.catalogue(protection), look),
      field(.issuer, settings.issuer.text, look),
      settings.applicationServer.map { field(.applicationServerLabel, $0, look) }
        ?? field(.registrationWay, look.catalogue(settings.registration.words.name), look),
      field(.browserName, look.catalogue(browser(state.userAgent)), look),
    ]
    if state.registers, let key = state.currentRegistration?.keyThumbprint {
      blocks.append(field(.clientKey, look.catalogue(.clientKeyHere, ["thumbprint": key]), look))
    } else if state.registers, let registration = state.currentRegistration {
      let life = UnauthenticatedScreen.secretLife(LoginClient(registration), state, look, .short)
      let isNear = SecretLines.isNearlyExpired(registration, state)
      blocks.append(field(.clientSecret, isNear ? "\(look.marks.warning) \(life)" : life, warns: isNear, look))
    }
    if state.registers, let management = state.currentRegistration?.management, management != .possible {
      let text = look.catalogue(management == .refused ? .managementRefused : .managementNotOffered)
      blocks.append(field(.management, text, warns: management == .refused, look))
    }
    return blocks
  }

  private static func field(_ label: Phrase, _ value: String, warns: Bool = false, _ look: Look) -> PhonePage.Block {
    .field(label: look.catalogue(label), value: value, style: Style(warns ? .phoneWarning : .phoneValue))
  }

  /// Why Update or Check Registration is offered.
  private static func differences(_ state: AppState, _ look: Look) -> [PhonePage.Block] {
    guard state.canUpdateRegistration else { return [] }
    var text: String?
    if state.isRegistrationInDoubt {
      text = look.catalogue(.registrationInDoubt)
    } else if state.registrationDiffers {
      let names = RegistrationWords.names(state.registrationDifferences, look)
      text = look.catalogue(.registrationDiffers, ["names": names])
    }
    return text.map { [.gap, .warning($0, look)] } ?? []
  }

  /// What each of them ends, one below the other; only those that are available, here or as Sign Out.
  private static func ends(_ state: AppState, _ look: Look) -> [PhonePage.Block] {
    var rows: [(Phrase, Phrase)] = state.session == nil ? [] : [(.signOut, .signOutEnds)]
    if state.canRevokeTokens { rows.append((.revokeTokens, .revokeTokensEnds)) }
    if state.hasSomethingToForget {
      rows.append((.forgetDevice, state.forgetsClient ? .forgetDeviceEnds : .forgetSessionEnds))
    }
    rows.append((.clearBrowserData, .clearBrowserDataEnds))
    let column = rows.map { TextLayout.width(look.catalogue($0.0)) }.max() ?? 0
    let lines = rows.map { name, end in
      let name = look.catalogue(name)
      let pad = String(repeating: " ", count: column + 2 - TextLayout.width(name))
      return StyledLine(name + pad, Style(.phoneSecondary, bold: true), look.catalogue(end), Style(.phoneSecondary))
    }
    return [.gap, .lines(lines)]
  }

  private static func controls(_ state: AppState) -> [Control] {
    // The first focused control does no harm.
    var controls = [Control(.appearance, .view(.show(.appearance)), .quiet)]
    if let next = state.nextUserAgent { controls.append(Control(next.offer, .switchUserAgent(next), .quiet)) }
    if state.canUpdateRegistration {
      if state.isRegistrationInDoubt {
        controls.append(Control(.checkRegistration, .checkRegistration))
      } else if state.registrationDiffers {
        controls.append(Control(.updateRegistration, .updateRegistration))
      } else if state.currentRegistration?.usesKey == true {
        controls.append(Control(.renewKey, .updateRegistration))
      }
    }
    if state.registers, SecretLines.isNearlyExpired(state.currentRegistration, state) {
      controls.append(Control(.registerAgain, .registerAgain))
    }
    if state.canRevokeTokens { controls.append(Control(.revokeTokens, .view(.ask(.revokeTokens)), .danger)) }
    if state.hasSomethingToForget { controls.append(Control(.forgetDevice, .view(.ask(.forgetDevice)), .danger)) }
    return controls + [
      Control(.clearBrowserData, .view(.ask(.clearBrowserData)), .danger), Control(.back, .view(.show(.home)), .quiet),
    ]
  }

  private static func browser(_ kind: UserAgentKind) -> Phrase {
    switch kind {
    case .inApp: .browserInApp
    case .system: .browserSystem
    case .command: .browserCommand
    case .manual: .browserManual
    case .deviceCode: .browserDeviceCode
    }
  }
}
