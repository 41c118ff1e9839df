import AppState
import TerminalUI

/// The keystore cannot be used: damaged, wrong key, or of another issuer. Nothing is overwritten until the user decides.
enum KeystoreFailedScreen {
  static func page(_ error: ApplicationStateError, _ state: AppState, _ look: Look) -> PhonePage {
    let wording = ErrorWording(error, in: state, look)
    var blocks: [PhonePage.Block] = [.text(wording.explanation, Style(.phone), .left)]
    blocks += ErrorBlocks.expectation(wording, look)
    if !wording.hint.isEmpty { blocks += [.gap, .text(wording.hint, Style(.phone, bold: true), .left)] }
    blocks += [.gap, .text(look.catalogue(.nothingOverwritten), Style(.phoneSecondary), .left)]
    blocks += ErrorBlocks.facts(wording, look)
    return PhonePage(
      title: "\(look.marks.warning) \(wording.title)", titleStyle: Style(.phoneError, bold: true), blocks: blocks,
      controls: [Control(.tryAgain, .started)]
        // A simulated fault must not lead to erasing an intact keystore.
        + (wording.isSimulated ? [] : [Control(.forgetDevice, .view(.ask(.forgetDevice)), .danger)])
        + [Control(.settings, .view(.show(.settings)), .link)])
  }
}
