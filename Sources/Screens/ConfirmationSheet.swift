import AppState
import Catalogue
import TerminalUI

/// Asks once before something is erased or interrupted, and says exactly what will be gone.
enum ConfirmationSheet {
  static func page(_ question: ViewState.Confirmation, _ state: AppState, _ look: Look) -> Page {
    let (title, text, confirm, keep): (Phrase, Phrase, Control, Phrase) =
      switch question {
      case .forgetDevice:
        (.forgetDeviceQuestion, .forgetDeviceErases, Control(.forgetDevice, .forgetDevice, .danger), .keepDevice)
      case .clearBrowserData:
        (
          .clearBrowserDataQuestion, .clearBrowserDataErases, Control(.clearBrowserData, .clearBrowserData, .danger),
          .keepBrowserData
        )
      case .quit: (.quitQuestion, .quitExplanation, Control(.quit, .quit, .danger), .stay)
      }
    return Page(
      title: look.catalogue(title), blocks: [.text(look.catalogue(text), Style(.phone), .left)],
      // The harmless answer comes first, so that pressing Enter twice destroys nothing.
      controls: [Control(keep, .view(.dropQuestion)), confirm])
  }
}

/// What was done, in one sentence; and what a reset erased, file by file.
enum NoticeSheet {
  static func page(_ notice: Notice, _ look: Look) -> Page {
    var blocks: [Page.Block] = [.text(sentence(notice, look), Style(.phone), .left)]
    let files = erased(notice)
    if !files.isEmpty {
      let lines = files.map {
        StyledLine([
          .init(text: "\(look.marks.dot) ", style: Style(.phoneLabel)), .init(text: $0, style: Style(.phoneValue)),
        ])
      }
      blocks += [.gap, .text(look.catalogue(.erasedFiles), Style(.phoneLabel), .left), .lines(lines, hanging: 2)]
    }
    if case .forgotDevice(_, serverDeleted: false) = notice {
      blocks += [.gap, .text(look.catalogue(.clientLivesOn), Style(.phoneWarning), .left)]
    }
    return Page(
      title: "\(look.marks.note) " + look.catalogue(title(notice)), titleStyle: Style(.phoneSuccess, bold: true),
      blocks: blocks, controls: [Control(.dismissNotice, .dismissNotice)])
  }

  private static func title(_ notice: Notice) -> Phrase {
    if case .forgotDevice = notice { return .forgotDeviceTitle }
    return .clearedBrowserDataTitle
  }

  private static func erased(_ notice: Notice) -> [String] {
    switch notice {
    case .forgotDevice(let files, _), .clearedBrowserData(let files): files
    case .signedOut, .signedOutLocally, .tokenRefreshed, .registered: []
    }
  }

  static func sentence(_ notice: Notice, _ look: Look) -> String {
    let phrase: Phrase =
      switch notice {
      case .signedOut: .noticeSignedOut
      case .signedOutLocally: .noticeSignedOutLocally
      case .tokenRefreshed: .noticeTokenRefreshed
      case .registered: .noticeRegistered
      case .forgotDevice(_, serverDeleted: true): .noticeForgotAndDeleted
      case .forgotDevice(_, serverDeleted: false): .noticeForgot
      case .clearedBrowserData(let files): files.isEmpty ? .noticeNothingToClear : .noticeClearedBrowserData
      }
    return look.catalogue(phrase)
  }
}
