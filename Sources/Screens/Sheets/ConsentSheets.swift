import AppState
import Catalogue
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
