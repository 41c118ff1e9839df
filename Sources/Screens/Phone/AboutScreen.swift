import AppState
import Catalogue
import TerminalUI

/// What this app is: its name, its version, and the issuer that it belongs to.
enum AboutScreen {
  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    PhonePage(
      title: look.catalogue(.about),
      blocks: [
        .text(look.catalogue(.appTitle), Style(.phone, bold: true), .centre), .gap,
        .field(label: look.catalogue(.aboutVersion), value: state.settings.version),
        .field(label: look.catalogue(.issuer), value: state.settings.issuer.text),
      ],
      controls: [Control(.back, .view(.show(.settings)))])
  }
}
