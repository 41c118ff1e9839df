import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// The keystore opens with a passphrase: asked for before anything else, and shown as dots.
enum UnlockScreen {
  static func page(_ unlock: Unlock, _ look: Look) -> Page {
    var blocks: [Page.Block] = [.subtitle(look.catalogue(.unlockPrompt)), .illustration]
    if unlock.refusals > 0 {
      let text = look.catalogue(
        unlock.refusals == 1 ? .unlockWrong : .unlockWrongAgain, ["count": String(unlock.refusals)])
      blocks += [.text("\(look.marks.warning) " + text, Style(.phoneWarning), .centre), .gap]
    }
    let dots = String(repeating: look.marks.dot, count: unlock.passphrase.revealed.count)
    return Page(
      title: look.catalogue(.appTitle), blocks: blocks,
      controls: [
        Control(.unlockPassphrase, .view(.focusButton(0)), .input(.passphrase, dots)),
        Control(.unlock, .unlock),
        Control(.forgottenPassphrase, .view(.ask(.forgottenPassphrase)), .quiet),
        Control(.quit, .quit, .link),
      ])
  }
}

/// A text field of the phone.
enum InputField: Hashable {
  case signUp(SignUpForm.Field)
  case passphrase
  /// Of the clients in the panel **Server**.
  case serverFilter
  /// Of the panel **Messages**.
  case messageSearch
  /// What a tester says of a case.
  case checkNote
  /// Of the gallery of all screens.
  case galleryFilter

  func edit(_ change: TextChange) -> Action {
    switch self {
    case .signUp(let field): .view(.edit(field, change))
    case .passphrase: .view(.editPassphrase(change))
    case .serverFilter: .view(.server(.editFilter(change)))
    case .messageSearch: .view(.messages(.editSearch(change)))
    case .checkNote: .checks(.editNote(change))
    case .galleryFilter: .view(.gallery(.editFilter(change)))
    }
  }
}
