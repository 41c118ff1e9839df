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
  var order: PaymentOrder? {
    guard let account = payingAccount, form.missing.isEmpty,
      let amount = Money(typed: form[.amount], currency: account.balance.currency)
    else { return nil }
    let reference = form[.reference].withoutEdgeSpaces
    return PaymentOrder(
      from: account.id, to: form[.recipient].withoutEdgeSpaces, amount: amount,
      reference: reference.isEmpty ? nil : reference)
  }
}

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

public enum APIAction: Hashable, Sendable {
  /// Opens the screen and reads the accounts.
  case readAccounts
  case pay
  /// Logs in as the API demands, then repeats the call.
  case stepUp
  case dropDemand
  case edit(PaymentForm.Field, TextChange)
}

/// What the user does with the protected API, and how its refusals change the app.
extension AppState {
  public var canUseAPI: Bool { settings.api != nil && session != nil && !usesApplicationServer }

  mutating func use(_ action: APIAction) -> [Effect] {
    switch action {
    case .readAccounts, .pay, .stepUp: return begin(.api(action))
    case .dropDemand:
      api.demand = nil
      view.button = 0
    case .edit(let field, let change): if flow == nil { api.form[field] = change.applied(to: api.form[field]) }
    }
    return []
  }

  mutating func beginUse(_ action: APIAction) -> [Effect] {
    switch action {
    case .readAccounts:
      view.route = .accounts
      return start(.api(CallingAPI(operation: .accounts)))
    case .pay:
      guard let order = api.order else {
        focus(firstOf: api.form.missing)
        return []
      }
      return start(.api(CallingAPI(operation: .payment(order))))
    // The session continues until the new tokens have arrived, so that a failed or cancelled login costs nothing.
    case .stepUp:
      guard let demand = api.demand else { return [] }
      let effects = startAuthentication()
      var call = CallingAPI(operation: demand.operation)
      call.hasSteppedUp = true
      flow?.stepUp = demand.stepUp
      flow?.continuation = call
      return effects
    case .dropDemand, .edit: return []
    }
  }

  /// Renews tokens that the API refused, then repeats the call.
  /// - Returns: `nil` without a refresh token.
  mutating func renewTokens(for call: CallingAPI) -> [Effect]? {
    guard let session, let refreshToken = session.tokens.refreshToken, let client = loginClient else { return nil }
    end()
    if let dead = secretHasExpired(at: .refresh) { return reportDeadRegistration(dead) }
    let effects = startRefresh(of: session, refreshToken, client)
    var again = CallingAPI(operation: call.operation)
    (again.hasRefreshed, again.hasSteppedUp) = (true, call.hasSteppedUp)
    flow?.continuation = again
    return effects
  }

  /// An error code of the API says nothing about the registration or the identity server, whichever code it is.
  mutating func failCall(_ call: CallingAPI, _ id: FlowID, _ error: AppError) -> [Effect] {
    end()
    if error.code == .own(.paymentAnswerLost) { api.isPaymentInDoubt = true }
    var shown = Banner(error: error, retry: call.operation == .accounts ? .accounts : nil)
    if error.code == .server(.insufficientScope) { shown.retry = nil }
    if error.code == .key(.tokenKeyLost) {
      auth = .failed(error)
      shown.retry = .authentication
    }
    banner = shown
    return [.abandon(id)]
  }
}
