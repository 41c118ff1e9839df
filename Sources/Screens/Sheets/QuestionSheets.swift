import AppState
import Catalogue
import TerminalUI

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
        .text(look.catalogue(purpose, ["name": state.settings.appName])), .gap,
        .text(look.catalogue(.presenceWaits), Style(.phoneSecondary)),
      ],
      controls: [
        Control(.presenceConfirm, .confirmPresence(true)), Control(.presenceRefuse, .confirmPresence(false), .quiet),
      ])
  }
}

/// Why the API has refused, and the login that it requires (RFC 9470 §3). Nothing happens before the user agrees.
enum StepUpSheet {
  static func page(_ demand: StepUpDemand, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = [.text(reason(demand.operation, look)), .gap]
    let stepUp = demand.stepUp
    // Below their labels, because the names of authentication methods are long and contain no spaces.
    if let acr = stepUp.acrValues { blocks += fact(.stepUpHow, cut(acr, look), look) }
    if let age = stepUp.maxAge {
      blocks += fact(.stepUpAge, look.catalogue(.stepUpSeconds, ["seconds": String(age)]), look)
    }
    if stepUp.namesNothing { blocks.append(.text(look.catalogue(.stepUpNew))) }
    let after: Phrase = demand.operation == .accounts ? .stepUpAfter : .stepUpAfterPayment
    blocks += [.gap, .text(look.catalogue(after), Style(.phoneSecondary))]
    return PhonePage(
      title: look.catalogue(.stepUpTitle), blocks: blocks,
      controls: [Control(.stepUpButton, .api(.stepUp)), Control(.notNow, .api(.dropDemand), .quiet)])
  }

  private static func reason(_ operation: APIOperation, _ look: Look) -> String {
    switch operation {
    case .accounts: look.catalogue(.stepUpAccounts)
    case .payment(let order):
      look.catalogue(.stepUpPayment, ["amount": look.money(order.amount), "recipient": cut(order.to, look)])
    }
  }

  private static func fact(_ label: Phrase, _ value: String, _ look: Look) -> [PhonePage.Block] {
    [.text(look.catalogue(label), Style(.phoneLabel)), .text(value, Style(.phoneValue, bold: true))]
  }

  private static func cut(_ text: String, _ look: Look) -> String {
    TextLayout.clip(text, to: 80, ellipsis: look.marks.ellipsis, ofData: true)
  }
}

/// The phones on this machine: switch to another one, add one, clone this one.
enum PhonesSheet {
  static func page(_ phones: Phones, _ state: AppState, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = []
    if let clone = phones.cloned {
      let text = look.catalogue(.phoneCloned, ["from": clone.from, "to": clone.to])
      blocks.append(note(look.marks.note, text, .phoneSuccess))
    }
    if let problem = phones.problem {
      let words = ErrorWording(problem, look)
      blocks.append(note(look.marks.warning, words.explanation, .phoneError))
      blocks.append(note(look.marks.hint, words.hint, .phoneError))
    }
    // News comes before the general explanation: a small screen has room for only one of them.
    if blocks.isEmpty { blocks = [.text(look.catalogue(.phonesExplanation), Style(.phoneSecondary))] }
    return PhonePage(title: look.catalogue(.phonesTitle), blocks: blocks, controls: controls(phones, state, look))
  }

  private static func note(_ mark: String, _ text: String, _ role: Role) -> PhonePage.Block {
    .lines([StyledLine(mark + " ", Style(role, bold: true), text, Style(role))])
  }

  private static func controls(_ phones: Phones, _ state: AppState, _ look: Look) -> [Control] {
    var controls = phones.all.map { phone in
      let isThis = phone.name == state.settings.device
      let mark = isThis ? look.marks.chosen : look.marks.other
      let condition = condition(phone, look)
      return Control(
        .phoneChoice, .phones(.switchTo(phone.name)), .quiet,
        values: ["mark": mark, "name": phone.name, "condition": condition],
        lines: ["\(mark) \(phone.name)", condition], key: isThis ? .keyStay : .keyTake)
    }
    if phones.hasRoom {
      controls.append(Control(.addPhone, .phones(.add)))
      if state.currentRegistration != nil { controls.append(Control(.clonePhone, .phones(.clone))) }
    }
    return controls + [Control(.back, .phones(.close), .quiet)]
  }

  private static func condition(_ phone: PhoneSummary, _ look: Look) -> String {
    let phrase: Phrase =
      switch phone.condition {
      case .fresh: .phoneFresh
      case .registered: .phoneRegistered
      case .signedIn: .phoneSignedIn
      case .unopened: .phoneUnopened
      case .locked: .phoneLocked
      case .damaged: .phoneDamaged
      }
    return look.catalogue(phrase, ["client": String((phone.clientID ?? "").prefix(8)) + look.marks.ellipsis])
  }
}
