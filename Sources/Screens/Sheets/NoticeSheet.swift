import AppState
import Catalogue
import SharedValues
import TerminalUI

/// What was done, in one sentence; after a reset, what it erased and kept, item by item.
package enum NoticeSheet {
  static func page(_ notice: Notice, _ state: AppState, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = [.text(sentence(notice, state, look))]
    if notice == .updateCancelled {
      blocks += [.gap, .text(look.catalogue(.updateCancelledHint), Style(.phone, bold: true))]
    }
    if case .revokedTokens(let report) = notice { blocks += [.gap, .lines(outcomes(report, look))] }
    blocks += list(.erasedFiles, erased(notice, look), look)
    blocks += list(.leftAlone, left(notice, state).map { look.catalogue($0) }, look)
    if case .forgotDevice(_, serverDeleted: false) = notice {
      blocks += [.gap, .text(look.catalogue(.clientLivesOn), Style(.phoneWarning))]
    }
    return PhonePage(
      title: "\(notice.mark(look)) " + look.catalogue(title(notice)), titleStyle: notice.style,
      blocks: blocks, controls: controls(notice))
  }

  private static func controls(_ notice: Notice) -> [Control] {
    guard notice == .updateCancelled else { return [Control(.dismissNotice, .dismissNotice)] }
    return [Control(.checkRegistration, .checkRegistration), Control(.later, .dismissNotice, .quiet)]
  }

  private static func list(_ heading: Phrase, _ items: [String], _ look: Look) -> [PhonePage.Block] {
    guard !items.isEmpty else { return [] }
    let lines = items.map { StyledLine("\(look.marks.dot) ", Style(.phoneLabel), $0, Style(.phoneValue)) }
    return [.gap, .text(look.catalogue(heading), Style(.phoneLabel)), .lines(lines)]
  }

  private static func outcomes(_ report: RevocationReport, _ look: Look) -> [StyledLine] {
    [(Phrase.refreshToken, report.refreshToken), (.accessToken, report.accessToken)].map { label, outcome in
      let phrase: Phrase =
        switch outcome {
        case .revoked: .outcomeRevoked
        case .absent: .outcomeAbsent
        case .notOffered: .outcomeNotOffered
        case .unconfirmed: .outcomeUnconfirmed
        }
      let text = look.catalogue(phrase, ["code": outcome.problem?.code.rawValue ?? ""])
      return StyledLine(
        look.catalogue(label) + "  ", Style(.phoneLabel), text, Style(outcome.isOver ? .phoneValue : .phoneWarning))
    }
  }

  private static func title(_ notice: Notice) -> Phrase {
    switch notice {
    case .forgotDevice, .forgotSession: .forgotDeviceTitle
    case .revokedTokens(let report): report.isComplete ? .revokedTitle : .notAllRevokedTitle
    case .updateCancelled: .updateCancelledTitle
    default: .clearedBrowserDataTitle
    }
  }

  private static func erased(_ notice: Notice, _ look: Look) -> [String] {
    switch notice {
    case .forgotDevice(let files, _), .forgotSession(let files), .clearedBrowserData(let files): files
    case .revokedTokens: [look.catalogue(.erasedTokens)]
    default: []
    }
  }

  private static func left(_ notice: Notice, _ state: AppState) -> [Phrase] {
    let registration: [Phrase] = state.registers && state.currentRegistration != nil ? [.leftRegistration] : []
    let tokens: [Phrase] = state.session == nil ? [] : [.leftTokens]
    return switch notice {
    case .forgotDevice, .forgotSession: [.leftBrowserSession]
    case .clearedBrowserData: registration + tokens + [.leftServerSession]
    case .revokedTokens: registration + [.leftBrowserSession]
    default: []
    }
  }

  package static func sentence(_ notice: Notice, _ state: AppState, _ look: Look) -> String {
    switch notice {
    case .signedOut: look.catalogue(state.registers ? .noticeSignedOut : .noticeSignedOutEverywhere)
    case .signedOutLocally: look.catalogue(.noticeSignedOutLocally)
    case .signedOutUnconfirmed: look.catalogue(.noticeSignedOutUnconfirmed)
    case .signedOutWithoutBrowser: look.catalogue(.noticeSignedOutWithoutBrowser)
    case .tokenRefreshed: look.catalogue(.noticeTokenRefreshed)
    case .registered: look.catalogue(.noticeRegistered)
    case .accountCreated: look.catalogue(.noticeAccountCreated)
    case .paid(let payment):
      look.catalogue(.noticePaid, ["amount": look.money(payment.amount), "recipient": payment.to])
    case .forgotSession: look.catalogue(.noticeForgotSession)
    case .forgotDevice(_, serverDeleted: true): look.catalogue(.noticeForgotAndDeleted)
    case .forgotDevice(_, serverDeleted: false): look.catalogue(.noticeForgot)
    case .clearedBrowserData(let files):
      look.catalogue(files.isEmpty ? .noticeNothingToClear : .noticeClearedBrowserData)
    case .revokedTokens(let report): look.catalogue(report.isComplete ? .noticeRevoked : .noticeNotAllRevoked)
    case .registrationUpdated(newSecret: false): look.catalogue(.noticeRegistrationUpdated)
    case .registrationUpdated(newSecret: true):
      look.catalogue(state.registration?.usesKey == true ? .clientKeyRenewed : .noticeRegistrationUpdatedSecret)
    case .registrationUpdatedInPart(let kept):
      look.catalogue(.noticeRegistrationUpdatedInPart, ["names": kept.names(look)])
    case .updateCancelled: look.catalogue(.noticeUpdateCancelled)
    case .registrationChecked(changed: false): look.catalogue(.noticeRegistrationUnchanged)
    case .registrationChecked(changed: true): look.catalogue(.noticeRegistrationChanged)
    case .registrationOutOfReach: look.catalogue(.noticeRegistrationOutOfReach)
    case .sessionEnded: look.catalogue(.noticeSessionEnded)
    case .scopeChanged: look.catalogue(.noticeScopeChanged)
    case .refreshNotGranted: look.catalogue(.noticeRefreshNotGranted)
    case .notSignedInSilently(let error):
      look.catalogue(
        .noticeNotSignedInSilently,
        ["reason": look.catalogue(ErrorText.of(error.code.rawValue).title) + " (\(error.code.rawValue))"])
    case .registrationCancelled: look.catalogue(.noticeRegistrationCancelled)
    }
  }
}

/// Warnings about the configuration. They are shown here because the screen hides standard error.
enum WarningsSheet {
  static func page(_ warnings: [String], _ look: Look) -> PhonePage {
    let lines = warnings.map {
      StyledLine(
        "\(look.marks.dot) ", Style(.phoneWarning, bold: true), $0.hasSuffix(bytes: ".") ? $0 : "\($0).", Style(.phone))
    }
    return PhonePage(
      title: "\(look.marks.warning) " + look.catalogue(.configurationWarningsTitle),
      titleStyle: Style(.phoneWarning, bold: true),
      blocks: [.lines(lines), .gap, .text(look.catalogue(.configurationWarningsHint), Style(.phoneSecondary))],
      controls: [Control(.dismissNotice, .dismissWarnings)])
  }
}

extension RevocationReport.Outcome {
  /// Whether the token is certainly invalid.
  package var isOver: Bool { self == .revoked || self == .absent }
}

extension RevocationReport { package var isComplete: Bool { refreshToken.isOver && accessToken.isOver } }
