import AppState
import Catalogue
import SharedValues
import TerminalUI

/// "Face ID": a key that requires its user's consent waits for it. One key press agrees; nothing has been sent yet.
enum PresenceSheet {
  static func page(_ question: PresenceQuestion, _ state: AppState, _ look: Look) -> PhonePage {
    let purpose: Phrase =
      switch question.use {
      case .clientAuthentication: .presenceForClient
      case .dpop: .presenceForToken
      }
    return PhonePage(
      title: look.catalogue(.presenceTitle),
      blocks: [
        .text(look.catalogue(purpose, ["name": state.settings.appName]), Style(.phone), .left), .gap,
        .text(look.catalogue(.presenceWaits), Style(.phoneSecondary), .left),
      ],
      controls: [
        Control(.presenceConfirm, .confirmPresence(true)), Control(.presenceRefuse, .confirmPresence(false), .quiet),
      ])
  }
}
