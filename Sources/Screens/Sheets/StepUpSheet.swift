import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// Why the API has refused, and the login that it requires (RFC 9470 §3). Nothing happens before the user agrees.
enum StepUpSheet {
  static func page(_ demand: StepUpDemand, _ look: Look) -> PhonePage {
    var blocks: [PhonePage.Block] = [.text(reason(demand.operation, look), Style(.phone), .left), .gap]
    let stepUp = demand.stepUp
    // Below their labels, because the names of authentication methods are long and contain no spaces.
    if let acr = stepUp.acrValues { blocks += fact(.stepUpHow, cut(acr, look), look) }
    if let age = stepUp.maxAge {
      blocks += fact(.stepUpAge, look.catalogue(.stepUpSeconds, ["seconds": String(age)]), look)
    }
    if stepUp.namesNothing { blocks.append(.text(look.catalogue(.stepUpNew), Style(.phone), .left)) }
    let after: Phrase = demand.operation == .accounts ? .stepUpAfter : .stepUpAfterPayment
    blocks += [.gap, .text(look.catalogue(after), Style(.phoneSecondary), .left)]
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
    [
      .text(look.catalogue(label), Style(.phoneLabel), .left), .text(value, Style(.phoneValue, bold: true), .left),
    ]
  }

  private static func cut(_ text: String, _ look: Look) -> String {
    TextLayout.clip(text, to: 80, ellipsis: look.marks.ellipsis, ofData: true)
  }
}
