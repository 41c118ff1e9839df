import SharedValues

/// The endpoints of the protected API, called once the access token has been judged.
extension Provider {
  @Sendable func accounts(_ presented: PresentedAccess, _ request: ServerRequest) async throws -> ServerResponse {
    let accounts = try store.balances(of: presented.record.grant.user).map { account, balance in
      JSON.object([
        .init("id", .string(account.id)), .init("kind", .string(account.kind.rawValue)),
        .init("number", .string(account.number)), .init("balance", balance.json),
      ])
    }
    return .json(["accounts": .array(accounts)], note: "accounts")
  }

  /// The user's last payments, newest first.
  @Sendable func payments(_ presented: PresentedAccess, _ request: ServerRequest) async throws -> ServerResponse {
    .json(["payments": .array(try store.payments(of: presented.record.grant.user).map(\.json))], note: "payments")
  }

  /// Makes a payment. The user must have just signed in for it (RFC 9470): a token from an older login or from
  /// a session is refused.
  @Sendable func pay(_ presented: PresentedAccess, _ request: ServerRequest) async throws -> ServerResponse {
    let grant = presented.record.grant
    guard grant.context == .freshLogin, seconds(now) - grant.authenticated <= Int(lifetimes.paymentLogin) else {
      throw presented.challenge.refusal(
        .insufficientUserAuthentication, "a payment needs a login for this very purpose",
        [
          ("acr_values", AuthenticationContext.freshLogin.rawValue),
          ("max_age", String(Int(lifetimes.paymentLogin))),
        ])
    }
    let (order, account) = try PaymentOrder.judge(
      try request.json(refusing: .invalidPayment), from: BankAccount.accounts(of: grant.user))
    let payment = try await store.pay(order, from: account, presented.access, limit: limits.paymentsPerDay, now: now)
    return .json(payment.json, status: 201, note: "payment made")
  }
}
