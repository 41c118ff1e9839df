import AppState
import Catalogue
import OAuthClient
import TerminalUI

/// What the access token is for: the user's accounts and latest payments from the API (docs/api.md).
enum AccountsScreen {
  /// More accounts and payments than these are not readable on a phone.
  private static let mostAccounts = 12
  private static let mostPayments = 5

  static func page(_ state: AppState, _ look: Look) -> PhonePage {
    let api = state.api
    var blocks = HomeLines.blocks(state, look)
    if api.isPaymentInDoubt { blocks += [.caution(.paymentInDoubt, look), .gap] }
    guard let accounts = api.accounts else {
      return PhonePage(
        title: look.catalogue(.accounts),
        blocks: blocks + [.text(look.catalogue(.accountsUnread), Style(.phoneSecondary), .centre)],
        controls: [Control(.readAgain, .api(.readAccounts)), .home])
    }
    if accounts.isEmpty { blocks.append(.text(look.catalogue(.accountsNone), Style(.phoneSecondary))) }
    blocks += accounts.prefix(mostAccounts).map {
      .field(label: name($0, look), value: $0.number, note: look.money($0.balance))
    }
    if accounts.count > mostAccounts {
      let more = look.catalogue(.accountsMore, ["count": String(accounts.count - mostAccounts)])
      blocks.append(.text(more, Style(.phoneSecondary)))
    }
    blocks += payments(api, look)
    let pays = api.payments != nil && api.payingAccount != nil
    return PhonePage(
      title: look.catalogue(.accounts), blocks: blocks,
      controls: (pays ? [Control(.paySomebody, .view(.show(.payment)))] : [])
        + [Control(.readAgain, .api(.readAccounts), .quiet), .home])
  }

  /// An unknown kind keeps the API's name.
  static func name(_ account: BankAccount, _ look: Look) -> String {
    switch account.kind {
    case "current": look.catalogue(.accountCurrent)
    case "savings": look.catalogue(.accountSavings)
    case "card": look.catalogue(.accountCard)
    default: TextLayout.clip(account.kind, to: 20, ellipsis: look.marks.ellipsis, ofData: true)
    }
  }

  private static func payments(_ api: APIState, _ look: Look) -> [PhonePage.Block] {
    guard let payments = api.payments else { return [.gap, .caution(.paymentsOutOfReach, look)] }
    let heading = StyledLine(look.catalogue(.latestPayments), Style(.phoneLabel, bold: true))
    guard !payments.isEmpty else {
      return [.gap, .lines([heading, StyledLine("  " + look.catalogue(.noPayments), Style(.phoneSecondary))])]
    }
    let lines = payments.prefix(mostPayments).map {
      let to = TextLayout.clip($0.to, to: 40, ellipsis: look.marks.ellipsis, ofData: true)
      return StyledLine("\(look.marks.dot) ", Style(.phoneLabel), "\(look.money($0.amount))  \(to)", Style(.phoneValue))
    }
    return [.gap, .lines([heading] + lines)]
  }
}

enum PaymentScreen {
  static func page(_ account: BankAccount, _ state: AppState, _ look: Look) -> PhonePage {
    let form = state.api.form
    var blocks = HomeLines.blocks(state, look)
    blocks.append(
      .field(
        label: look.catalogue(.paymentFrom), value: AccountsScreen.name(account, look) + " " + account.number,
        note: look.money(account.balance)))
    if !form.missing.isEmpty {
      let names = form.missing.map { look.catalogue(label($0)) }.joined(separator: ", ")
      blocks.append(.warning(look.catalogue(.signUpMissing, ["fields": names]), look))
    }
    let fields = PaymentForm.Field.allCases.enumerated().map { index, field in
      Control(label(field), .view(.focusButton(index)), .input(.payment(field), form[field]))
    }
    return PhonePage(
      title: look.catalogue(.paymentTitle), blocks: blocks,
      controls: fields + [Control(.pay, .api(.pay)), Control(.back, .view(.show(.accounts)), .quiet)])
  }

  private static func label(_ field: PaymentForm.Field) -> Phrase {
    switch field {
    case .recipient: .paymentRecipient
    case .amount: .paymentAmount
    case .reference: .paymentReference
    }
  }
}

extension Look {
  /// In the language's decimal notation: `2318,40 EUR`.
  func money(_ money: Money) -> String { decimal(money.amount) + " " + money.currency }
}
