import AppState
import Catalogue
import TerminalUI

/// An error on top of any screen: what failed, why, what was expected and received, what to do (UX, "Error banner").
enum BannerSheet {
  static func page(_ banner: Banner, _ state: AppState, _ look: Look) -> PhonePage {
    let wording = ErrorWording(banner.error, in: state, look)
    var blocks: [PhonePage.Block] = [.text(wording.explanation)]
    if banner.registrationIsDead { blocks += [.gap, .text(look.catalogue(.deadRegistration))] }
    if banner.sessionMayGoOn { blocks += [.gap, .text(look.catalogue(.sessionMayGoOn))] }
    // The buttons for a refused client already say this.
    let isWhole = banner.showsDetails || !banner.registrationIsDead
    if isWhole { blocks += ErrorBlocks.expectation(wording, look) }
    if isWhole, !wording.hint.isEmpty {
      let hint = StyledLine(look.marks.hint + " ", Style(.phoneLabel), wording.hint, Style(.phone, bold: true))
      blocks += [.gap, .lines([hint])]
    }
    if wording.isSimulated || !banner.error.faults.isEmpty {
      blocks += [.gap, .text(look.catalogue(.simulatedFault), Style(.phoneSecondary))]
    }
    if banner.showsDetails {
      // On low terminals the facts come first, because they would be below the visible part.
      let isLow = look.terminal.map { $0.height < 24 } ?? false
      let facts = ErrorBlocks.facts(wording, look)
      blocks = isLow ? Array(facts.dropFirst()) + [.gap] + blocks : blocks + facts
    }
    return PhonePage(
      title: "\(look.marks.warning) \(wording.title)", titleStyle: Style(.phoneError, bold: true), blocks: blocks,
      controls: controls(banner))
  }

  private static func controls(_ banner: Banner) -> [Control] {
    let details = Control(banner.showsDetails ? .hideDetails : .details, .toggleBannerDetails, .quiet)
    if banner.registrationIsDead {
      return [Control(.registerAgain, .registerAgain), details, Control(.keepRegistration, .dismissBanner, .quiet)]
    }
    if let refused = banner.refusedClient {
      let form = refused.mayUseForm ? [Control(.registerWithPost, .moveSecretIntoForm)] : []
      let retry = Control(.retry, .retry)
      // A fault disappears with the next try, without any change.
      return (banner.error.faults.isEmpty ? form + [retry] : [retry] + form) + [
        Control(.registerAgain, .registerAgain), details, Control(.dismiss, .dismissBanner, .quiet),
      ]
    }
    let again: Phrase = banner.error.code == .server(.expiredToken) ? .getNewCode : .retry
    let retry = banner.retry == nil ? [] : [Control(again, .retry)]
    let next = banner.nextUserAgent.map { [Control($0.words.offer, .retryWith($0))] } ?? []
    return retry + next + [details, Control(.dismiss, .dismissBanner, .quiet)]
  }
}

extension UserAgentKind {
  /// Its name in Settings, and the button that offers it after another user agent failed.
  var words: (name: Phrase, offer: Phrase) {
    switch self {
    case .inApp: (.browserInApp, .openInApp)
    case .system: (.browserSystem, .openInSystem)
    case .command: (.browserCommand, .openInCommand)
    case .manual: (.browserManual, .openByHand)
    case .deviceCode: (.browserDeviceCode, .signInElsewhere)
    }
  }
}

/// Parts that every error sheet has.
enum ErrorBlocks {
  static func expectation(_ wording: ErrorWording, _ look: Look) -> [PhonePage.Block] {
    let facts: [(Phrase, String?)] = [(.expected, wording.expected), (.received, wording.received)]
    let lines = facts.compactMap { label, value in value.map { line(label, $0, look) } }
    return lines.isEmpty ? [] : [.gap, .lines(lines)]
  }

  static func facts(_ wording: ErrorWording, _ look: Look) -> [PhonePage.Block] {
    [.gap, .lines(wording.facts.map { line($0.label, $0.value, look) })]
  }

  private static func line(_ label: Phrase, _ value: String, _ look: Look) -> StyledLine {
    StyledLine(look.catalogue(label) + "  ", Style(.phoneLabel), value, Style(.phoneValue))
  }
}
