import OAuthClient

/// What the user does with the protected API, and how its refusals change the app.
extension AppState {
  /// Whether there are tokens for an API.
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
      return start(.api(CallingAPI(.accounts)))
    case .pay:
      guard let order = api.order else {
        focusPayment()
        return []
      }
      return start(.api(CallingAPI(.payment(order))))
    case .stepUp: return startStepUp()
    case .dropDemand, .edit: return []
    }
  }

  /// The session continues until the new tokens have arrived, so that a failed or cancelled login costs nothing.
  private mutating func startStepUp() -> [Effect] {
    guard let demand = api.demand, let client = loginClient else { return [] }
    if let dead = secretHasExpired(at: .login) { return reportDeadRegistration(dead) }
    let effects = start(.authentication(.discovering(.server, client)))
    var call = CallingAPI(demand.operation)
    call.hasSteppedUp = true
    flow?.stepUp = demand.stepUp
    flow?.continuation = call
    return effects
  }

  /// Renews tokens that the API refused, then repeats the call.
  /// - Returns: `nil` without a refresh token.
  mutating func renewTokens(for call: CallingAPI) -> [Effect]? {
    guard let session, let refreshToken = session.tokens.refreshToken, let client = loginClient else { return nil }
    end()
    if let dead = secretHasExpired(at: .refresh) { return reportDeadRegistration(dead) }
    let effects = startRefresh(of: session, refreshToken, client)
    var again = CallingAPI(call.operation)
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

  mutating func paid(_ payment: Payment) {
    api.form = PaymentForm()
    api.isPaymentInDoubt = false
    view.route = .accounts
    notice = .paid(payment)
  }

  // MARK: The form

  /// Focuses the first field that is missing, or else the button below the fields.
  mutating func focusPayment() {
    let fields = PaymentForm.Field.allCases
    view.button = api.form.missing.first.flatMap(fields.firstIndex(of:)) ?? fields.count
  }

  /// API data belongs to the session and ends with it.
  mutating func forgetAPIWithoutSession() {
    guard session == nil, api != APIState() else { return }
    api = APIState()
  }
}
