import SharedValues

/// A requested payment whose text has been judged. Only the database knows whether the account has the money.
struct PaymentOrder: Hashable, Sendable {
  /// The id of the account that pays.
  var from: String
  var to: String
  var amount: Money
  /// Empty when none was given.
  var reference: String

  static let maximumAmount = Money(cents: 1_000_000)
  /// In characters of at most four bytes on average.
  static let longestName = 70
  static let longestReference = 140
  private static let members: Set = ["from", "to", "amount", "reference"]

  /// - Parameter accounts: the accounts of the user who pays.
  /// - Returns: the order, and the account that pays.
  /// - Throws: `invalid_payment`, naming the member.
  static func judge(
    _ json: JSON, from accounts: [BankAccount]
  ) throws(OAuthError) -> (order: PaymentOrder, account: BankAccount) {
    guard let given = json.objectValue else { throw refused("the body must be a JSON object") }
    // An unknown member could be a condition of the payment.
    if let other = given.first(where: { !members.contains($0.name) }) {
      throw refused("\(printable(other.name)) is unknown")
    }
    guard let id = json["from"]?.stringValue, let account = accounts.first(where: { $0.id == id }) else {
      throw refused("from must be the id of an account of the user")
    }
    guard account.kind == .current else { throw refused("from must be an account of kind current") }
    guard let to = try text(json, "to", upTo: longestName), !to.allSatisfy(\.isWhitespace) else {
      throw refused("to is required")
    }
    let reference = try text(json, "reference", upTo: longestReference) ?? ""
    let amount = try Self.amount(json["amount"])
    return (PaymentOrder(from: account.id, to: to, amount: amount, reference: reference), account)
  }

  private static func amount(_ json: JSON?) throws(OAuthError) -> Money {
    guard let json, json["currency"]?.stringValue == Money.currency, json.objectValue?.count == 2 else {
      throw refused("amount must have the currency \(Money.currency) and an amount")
    }
    guard let text = json["amount"]?.stringValue, let amount = Money(text) else {
      throw refused("amount.amount must be a string such as 12.50")
    }
    guard amount > Money(cents: 0), amount <= maximumAmount else {
      throw refused("amount.amount must be from 0.01 to \(maximumAmount.text)")
    }
    return amount
  }

  private static func text(_ json: JSON, _ name: String, upTo limit: Int) throws(OAuthError) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue, PlainText.isPlain(text), text.count <= limit, text.utf8.count <= 4 * limit
    else {
      throw refused("\(name) must be a string of at most \(limit) characters that can be seen")
    }
    return text
  }

  static func refused(_ description: String) -> OAuthError { OAuthError(.invalidPayment, description) }
}

/// A payment that was made.
struct Payment: Sendable {
  var id: String
  var order: PaymentOrder
  /// Seconds since 1970.
  var created: Int

  var json: JSON {
    [
      "id": .string(id), "from": .string(order.from), "to": .string(order.to), "amount": order.amount.json,
      "reference": .string(order.reference), "created": .number(String(created)),
    ]
  }
}
