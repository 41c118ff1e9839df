import AppState
import Catalogue

/// Asks once before something is erased or interrupted, and says exactly what will be lost.
enum ConfirmationSheet {
  static func page(_ question: ViewState.Confirmation, _ state: AppState, _ look: Look) -> PhonePage {
    let words = words(question, state)
    return PhonePage(
      title: look.catalogue(words.title), blocks: [.text(look.catalogue(words.text))],
      // The harmless answer comes first, so that pressing Enter twice destroys nothing.
      controls: [Control(words.keep, .view(.dropQuestion))] + (question == .quit ? rescue(state) : [])
        + [confirmation(question)])
  }

  private static func words(
    _ question: ViewState.Confirmation, _ state: AppState
  ) -> (title: Phrase, text: Phrase, keep: Phrase) {
    switch question {
    case .forgetDevice:
      (.forgetDeviceQuestion, state.forgetsClient ? .forgetDeviceErases : .forgetSessionErases, .keepDevice)
    case .clearBrowserData:
      (
        .clearBrowserDataQuestion, state.registers ? .clearBrowserDataErases : .clearBrowserDataErasesAlone,
        .keepBrowserData
      )
    case .revokeTokens:
      (.revokeTokensQuestion, state.registers ? .revokeTokensErases : .revokeTokensErasesAlone, .keepTokens)
    case .forgottenPassphrase: (.forgottenPassphraseQuestion, .forgottenPassphraseExplanation, .back)
    case .startOver: (.startOverQuestion, state.forgetsClient ? .startOverErases : .startOverErasesAlone, .keepDevice)
    case .quit:
      (
        .quitQuestion,
        state.visibleFlow != nil
          ? .quitExplanation
          : state.unsavedRegistration != nil
            ? .quitLosesRegistration : state.session != nil ? .quitEndsSession : .quitEndsShow, .stay
      )
    }
  }

  private static func confirmation(_ question: ViewState.Confirmation) -> Control {
    switch question {
    case .forgetDevice, .forgottenPassphrase: Control(.forgetDevice, .forgetDevice, .danger)
    case .clearBrowserData: Control(.clearBrowserData, .clearBrowserData, .danger)
    case .revokeTokens: Control(.revokeTokens, .revokeTokens, .danger)
    case .startOver(let event): Control(.forgetDevice, .tool(event), .danger)
    case .quit: Control(.quit, .quit, .danger)
    }
  }

  /// Buttons that avoid leaving a client without an owner at the server.
  private static func rescue(_ state: AppState) -> [Control] {
    guard state.visibleFlow == nil, state.unsavedRegistration != nil else { return [] }
    // If the keystore has an older registration, forgetting would erase that one, too.
    let delete = state.registration == nil ? [Control(.deleteClient, .forgetDevice, .danger)] : []
    return UnauthenticatedScreen.saveAgain(state) + delete
  }
}
