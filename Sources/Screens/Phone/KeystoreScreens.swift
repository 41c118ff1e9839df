import AppState
import TerminalUI

/// Shown until the keystore has been read, which decides the first screen; already with the picture.
enum LoadingScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    var page = PhonePage(
      title: look.catalogue(.appTitle),
      blocks: [
        .subtitle(look.catalogue(.appPurpose)),
        .text("\(look.marks.pending) " + look.catalogue(.openingKeystore), Style(.phoneSecondary), .centre), .gap,
        .illustration,
      ], controls: [])
    page.comingControls = RegistrationScreen.controls
    return page
  }
}

/// The passphrase that opens the keystore: asked for before anything else, and shown as dots.
enum UnlockScreen {
  static func page(_ unlock: Unlock, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = [.subtitle(look.catalogue(.unlockPrompt)), .illustration]
    if unlock.refusals > 0 {
      let text = look.catalogue(
        unlock.refusals == 1 ? .unlockWrong : .unlockWrongAgain, ["count": String(unlock.refusals)])
      blocks += [.warning(text, look, .centre), .gap]
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

/// The keystore cannot be used: damaged, wrong key, or of another issuer. Nothing is overwritten until the user decides.
enum KeystoreFailedScreen {
  static func page(_ error: ApplicationStateError, _ state: AppState, _ look: Look) -> PhonePage {
    let wording = ErrorWording(error, in: state, look)
    var blocks: [PhonePage.Block] = [.text(wording.explanation)]
    blocks += ErrorBlocks.expectation(wording, look)
    if !wording.hint.isEmpty { blocks += [.gap, .text(wording.hint, Style(.phone, bold: true))] }
    blocks += [.gap, .text(look.catalogue(.nothingOverwritten), Style(.phoneSecondary))]
    blocks += ErrorBlocks.facts(wording, look)
    return PhonePage(
      title: "\(look.marks.warning) \(wording.title)", titleStyle: Style(.phoneError, bold: true), blocks: blocks,
      controls: [Control(.tryAgain, .started)]
        // A simulated fault must not lead to erasing an intact keystore.
        + (wording.isSimulated ? [] : [Control(.forgetDevice, .view(.ask(.forgetDevice)), .danger)])
        + [.settings])
  }
}
