import AppState
import Catalogue
import TerminalUI

/// Asks once before something is erased or interrupted, and says exactly what will be lost.
enum ConfirmationSheet {
  static func page(_ question: ViewState.Confirmation, _ state: AppState, _ look: Look) -> PhonePage {
    let (title, text, confirm, keep): (Phrase, Phrase, Control, Phrase) =
      switch question {
      case .forgetDevice:
        (
          .forgetDeviceQuestion, RegistrationWords.forgetting(state),
          Control(.forgetDevice, .forgetDevice, .danger), .keepDevice
        )
      case .clearBrowserData:
        (
          .clearBrowserDataQuestion, state.registers ? .clearBrowserDataErases : .clearBrowserDataErasesAlone,
          Control(.clearBrowserData, .clearBrowserData, .danger),
          .keepBrowserData
        )
      case .revokeTokens:
        (
          .revokeTokensQuestion, state.registers ? .revokeTokensErases : .revokeTokensErasesAlone,
          Control(.revokeTokens, .revokeTokens, .danger), .keepTokens
        )
      case .forgottenPassphrase:
        (
          .forgottenPassphraseQuestion, .forgottenPassphraseExplanation,
          Control(.forgetDevice, .forgetDevice, .danger), .back
        )
      case .startOver(let event):
        (
          .startOverQuestion,
          RegistrationWords.forgetting(state) == .forgetDeviceErases ? .startOverErases : .startOverErasesAlone,
          Control(.forgetDevice, .tool(event), .danger), .keepDevice
        )
      case .quit:
        (
          .quitQuestion,
          state.visibleFlow != nil
            ? .quitExplanation
            : state.unsavedRegistration != nil
              ? .quitLosesRegistration : state.session != nil ? .quitEndsSession : .quitEndsShow,
          Control(.quit, .quit, .danger), .stay
        )
      }
    return PhonePage(
      title: look.catalogue(title), blocks: [.text(look.catalogue(text), Style(.phone), .left)],
      // The harmless answer comes first, so that pressing Enter twice destroys nothing.
      controls: [Control(keep, .view(.dropQuestion))] + (question == .quit ? rescue(state) : []) + [confirm])
  }

  /// Buttons that avoid leaving a client without an owner at the server.
  private static func rescue(_ state: AppState) -> [Control] {
    guard state.visibleFlow == nil, state.unsavedRegistration != nil else { return [] }
    // If the keystore has an older registration, forgetting would erase that one, too.
    let delete = state.registration == nil ? [Control(.deleteClient, .forgetDevice, .danger)] : []
    return UnauthenticatedScreen.saveAgain(state) + delete
  }
}
