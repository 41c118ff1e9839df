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
      field(.browserName, look.catalogue(state.userAgent.words.name), look),
    ]
    if state.registers, let key = state.currentRegistration?.keyThumbprint {
      blocks.append(field(.clientKey, look.catalogue(.clientKeyHere, ["thumbprint": key]), look))
    } else if state.registers, let registration = state.currentRegistration {
      let life = UnauthenticatedScreen.secretLife(LoginClient(registration), state, look, isShort: true)
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
      text = look.catalogue(.registrationDiffers, ["names": state.registrationDifferences.names(look)])
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
    if let next = state.nextUserAgent { controls.append(Control(next.words.offer, .switchUserAgent(next), .quiet)) }
    controls += state.toolViews.compactMap { $0.setting(state) }
    let endsSoon = state.registers && SecretLines.isNearlyExpired(state.currentRegistration, state)
    if state.canUpdateRegistration {
      if state.isRegistrationInDoubt {
        controls.append(Control(.checkRegistration, .checkRegistration))
      } else if state.registrationDiffers || endsSoon {
        controls.append(Control(.updateRegistration, .updateRegistration))
      } else if state.currentRegistration?.usesKey == true {
        controls.append(Control(.renewKey, .updateRegistration))
      }
    }
    if endsSoon { controls.append(Control(.registerAgain, .registerAgain)) }
    if state.canRevokeTokens { controls.append(Control(.revokeTokens, .view(.ask(.revokeTokens)), .danger)) }
    if state.hasSomethingToForget { controls.append(Control(.forgetDevice, .view(.ask(.forgetDevice)), .danger)) }
    return controls + [Control(.clearBrowserData, .view(.ask(.clearBrowserData)), .danger), .home]
  }
}

/// Colours, movement and language; changes apply at once.
enum AppearanceScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    var block = PhonePage.Block.text(look.catalogue(.appearanceExplanation), Style(.phoneSecondary), .centre)
    if let problem = state.preferenceProblem {
      let words = ErrorWording(problem, look)
      block = .warning("\(words.explanation) \(words.hint)", look)
    }
    return PhonePage(title: look.catalogue(.appearance), blocks: [block], controls: controls(state, look))
  }

  /// One control for all languages: pressing it takes the next one. Each language is named in itself, so that its speakers can find it.
  private static func language(_ state: AppState) -> Control {
    let spoken = Language.spoken
    let place = spoken.firstIndex(of: state.language) ?? spoken.count - 1
    return Control(
      .languageChoice, .prefer(.language(spoken[(place + 1) % spoken.count])), .quiet,
      values: ["name": state.language.name], key: .keyNextLanguage)
  }

  private static func controls(_ state: AppState, _ look: Look) -> [Control] {
    let themes = state.settings.themes.map { name in
      let mark = name == state.preferences.shownTheme ? look.marks.chosen : look.marks.other
      let title = Phrase.theme(name).map { look.catalogue($0) } ?? name
      return Control(
        .themeChoice, .prefer(.theme(name)), .quiet, values: ["mark": mark, "name": title], key: .keyTakeTheme)
    }
    let moves = state.preferences.motion
    let motion = Control(
      moves ? .motionOn : .motionOff, .prefer(.motion(!moves)), .quiet, key: moves ? .keyStopMotion : .keyStartMotion)
    return themes + [motion, language(state), Control(.back, .view(.show(.settings)))]
  }
}
