import OAuthClient

/// The protected API as the phone knows it, and the payment form. Held in memory only and dropped with the session.
public struct APIState: Hashable, Sendable {
  /// Set once the metadata has shown that the API is the configured one.
  package var resource: ProtectedResource?
  /// `nil`: not read yet.
  public var accounts: [BankAccount]?
  /// Newest first. `nil`: not read yet, or the token's scope does not cover payments.
  public var payments: [Payment]?
  public var form = PaymentForm()
  /// The API wants another login first; the user is asked.
  public var demand: StepUpDemand?
  /// A payment was sent, and it is not known whether it was made.
  public var isPaymentInDoubt = false

  public init() {}

  /// The account that payments go from: the first current one.
  public var payingAccount: BankAccount? { accounts?.first { $0.kind == "current" } ?? accounts?.first }

  /// The payment that the form describes; `nil` while a required field is missing or malformed.
  public var order: PaymentOrder? {
    guard let account = payingAccount, form.missing.isEmpty,
      let amount = Money(typed: form[.amount], currency: account.balance.currency)
    else { return nil }
    let reference = form[.reference].withoutEdgeSpaces
    return PaymentOrder(
      from: account.id, to: form[.recipient].withoutEdgeSpaces, amount: amount,
      reference: reference.isEmpty ? nil : reference)
  }
}

/// What the app asks of the API.
public enum APIOperation: Hashable, Sendable {
  case accounts
  case payment(PaymentOrder)
}

/// A call that was refused until the user has logged in as the API demands (RFC 9470 §3).
public struct StepUpDemand: Hashable, Sendable {
  public var operation: APIOperation
  public var stepUp: StepUp

  public init(operation: APIOperation, stepUp: StepUp) { (self.operation, self.stepUp) = (operation, stepUp) }
}

/// A payment that is being filled in.
public struct PaymentForm: Hashable, Sendable {
  public enum Field: String, Hashable, Sendable, CaseIterable { case recipient, amount, reference }

  private var values: [Field: String] = [:]

  public init() {}

  /// The API refuses longer values.
  static let longest = 140

  public subscript(field: Field) -> String {
    get { values[field] ?? "" }
    set { values[field] = newValue.isEmpty ? nil : String(newValue.prefix(PaymentForm.longest)) }
  }

  /// The required fields that are empty or malformed; a malformed amount counts as missing.
  public var missing: [Field] {
    var missing: [Field] = self[.recipient].withoutEdgeSpaces.isEmpty ? [.recipient] : []
    if Money(typed: self[.amount], currency: "EUR") == nil { missing.append(.amount) }
    return missing
  }
}

/// What the user does with the API.
public enum APIAction: Hashable, Sendable {
  /// Opens the screen and reads the accounts.
  case readAccounts
  case pay
  /// Logs in as the API demands, then repeats the call.
  case stepUp
  case dropDemand
  case edit(PaymentForm.Field, TextChange)
}
