import AppState
import TerminalUI

/// The passphrase that opens the keystore: asked for before anything else, and shown as dots.
enum UnlockScreen {
  static func page(_ unlock: Unlock, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = [.subtitle(look.catalogue(.unlockPrompt)), .illustration]
    if unlock.refusals > 0 {
      let text = look.catalogue(
        unlock.refusals == 1 ? .unlockWrong : .unlockWrongAgain, ["count": String(unlock.refusals)])
      blocks += [.text("\(look.marks.warning) " + text, Style(.phoneWarning), .centre), .gap]
    }
    let dots = String(repeating: look.marks.dot, count: unlock.passphrase.revealed.count)
    return PhonePage(
      title: look.catalogue(.appTitle), blocks: blocks,
      controls: [
        Control(.unlockPassphrase, .view(.focusButton(0)), .input(.passphrase, dots)),
        Control(.unlock, .unlock),
        Control(.forgottenPassphrase, .view(.ask(.forgottenPassphrase)), .quiet),
        Control(.quit, .quit, .link),
      ])
  }
}
