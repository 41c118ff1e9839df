import GRDB

/// The payments of the protected API. They are deleted after ``Store/paymentsAreKept``, which also restores the balances, so
/// that their number is bounded and accounts fill up again.
extension Store {
  static let paymentsAreKept = 30 * 86_400
  static let paymentsListed = 50

  /// Throws `insufficient_funds`, and 429 when the user has made `limit` payments within a day; 0: unlimited.
  func pay(_ order: PaymentOrder, from account: BankAccount, _ access: Access, limit: Int, now: Date) async throws
    -> Payment
  {
    let payment = Payment(id: UUID().uuidString.lowercased(), order: order, created: seconds(now))
    let user = access.record.grant.user.name
    try await pool.write { database in
      if let wait = try Store.waitForPayment(of: user, limit: limit, now: now, database) {
        throw OAuthError.tryLater("the user has made \(limit) payments within a day", status: 429, after: wait)
      }
      guard try Store.balance(of: account, user, database) >= order.amount else {
        throw OAuthError(.insufficientFunds, "the account has less than that", status: 409)
      }
      try database.run(
        """
        INSERT INTO payments (payment_id, user_name, account_id, creditor, cents, reference, client_id, created)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, payment.id, user, order.from, order.to, order.amount.cents, order.reference, access.client.id,
        payment.created)
    }
    return payment
  }

  func payments(of user: User) throws -> [Payment] {
    try read { database in
      try Row.fetchAll(
        database.cachedStatement(
          sql: """
            SELECT payment_id, account_id, creditor, cents, reference, created FROM payments WHERE user_name = ?
            ORDER BY created DESC, payment_id LIMIT \(Store.paymentsListed)
            """), arguments: .whole([user.name])
      ).map { row in
        Payment(
          id: row["payment_id"],
          order: PaymentOrder(
            from: row["account_id"], to: row["creditor"], amount: Money(cents: row["cents"]),
            reference: row["reference"]),
          created: row["created"])
      }
    }
  }

  func balances(of user: User) throws -> [(account: BankAccount, balance: Money)] {
    try read { database in
      try BankAccount.accounts(of: user).map { ($0, try Store.balance(of: $0, user.name, database)) }
    }
  }

  private static func balance(of account: BankAccount, _ user: String, _ database: Database) throws -> Money {
    let spent = try database.value(
      Int.self, "SELECT sum(cents) FROM payments WHERE user_name = ? AND account_id = ?", user, account.id)
    return Money(cents: account.opening.cents - (spent ?? 0))
  }

  /// - Returns: the seconds until the user may pay again; `nil`: now.
  private static func waitForPayment(of user: String, limit: Int, now: Date, _ database: Database) throws -> Int? {
    guard limit > 0 else { return nil }
    // The payment that must become a day old first: the newest but `limit` - 1.
    let created = try database.value(
      Int.self,
      "SELECT created FROM payments WHERE user_name = ? AND created > ? ORDER BY created DESC LIMIT 1 OFFSET ?", user,
      seconds(now) - 86_400, limit - 1)
    return created.map { max(1, $0 + 86_400 - seconds(now)) }
  }
}
