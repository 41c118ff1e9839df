import ForeignText
import OAuthClient
import SharedValues

/// What the phone knows of the API that it has tokens for, and what is being filled in for it. In memory alone, and gone with the session.
public struct APIState: Hashable, Sendable {
  /// The API, once it has been found to be the one that is meant.
  package var resource: ProtectedResource?
  /// `nil`: not read yet.
  public var accounts: [BankAccount]?
  /// Newest first. `nil`: not read yet, or the token does not reach so far.
  public var payments: [Payment]?
  public var form = PaymentForm()
  /// The API wants another login first; the user is asked.
  public var demand: StepUpDemand?
  /// A payment was sent, and nobody knows whether it was made.
  public var isPaymentInDoubt = false

  public init() {}

  /// The account that payments go from: the first current one.
  public var payingAccount: BankAccount? { accounts?.first { $0.kind == "current" } ?? accounts?.first }

  /// What the form says, if it says all of it.
  public var order: PaymentOrder? {
    guard let account = payingAccount, form.missing.isEmpty,
      let amount = Money(typed: form.amount, currency: account.balance.currency)
    else { return nil }
    let reference = form.reference.withoutEdgeSpaces
    return PaymentOrder(
      from: account.id, to: form.recipient.withoutEdgeSpaces, amount: amount,
      reference: reference.isEmpty ? nil : reference)
  }
}

/// What the API is asked for.
public enum APIDeed: Hashable, Sendable {
  case accounts
  case payment(PaymentOrder)
}

/// A call that was refused until the user has logged in as the API demands (RFC 9470 §3).
public struct StepUpDemand: Hashable, Sendable {
  public var deed: APIDeed
  public var stepUp: StepUp

  public init(deed: APIDeed, stepUp: StepUp) { (self.deed, self.stepUp) = (deed, stepUp) }
}

/// A payment that is being filled in.
public struct PaymentForm: Hashable, Sendable {
  public enum Field: String, Hashable, Sendable, CaseIterable { case recipient, amount, reference }

  public var recipient = ""
  public var amount = ""
  public var reference = ""

  public init() {}

  /// More would be refused by the API.
  static let longest = 140

  public subscript(field: Field) -> String {
    get {
      switch field {
      case .recipient: recipient
      case .amount: amount
      case .reference: reference
      }
    }
    set {
      let cut = String(newValue.prefix(PaymentForm.longest))
      switch field {
      case .recipient: recipient = cut
      case .amount: amount = cut
      case .reference: reference = cut
      }
    }
  }

  /// What nothing can be paid without. An amount that is none counts as missing.
  public var missing: [Field] {
    var missing: [Field] = recipient.withoutEdgeSpaces.isEmpty ? [.recipient] : []
    if Money(typed: amount, currency: "EUR") == nil { missing.append(.amount) }
    return missing
  }
}

/// What the user does with the API.
public enum APIAction: Hashable, Sendable {
  /// Go to the screen and read what is there.
  case readAccounts
  /// As the form says.
  case pay
  /// Log in as the API demands, then ask it again.
  case stepUp
  case dropDemand
  case edit(PaymentForm.Field, TextChange)
}
