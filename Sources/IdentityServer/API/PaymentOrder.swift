/// A requested payment whose text has been judged. Only the database knows whether the account has the money.
struct PaymentOrder: Hashable, Sendable {
  var from: String
  var to: String
  var amount: Money
  var reference: String

  static let maximumAmount = Money(cents: 1_000_000)
  /// In characters of at most four bytes on average.
  static let longestName = 70
  static let longestReference = 140
  private static let members: Set = ["from", "to", "amount", "reference"]

  /// - Parameter accounts: those of the user who pays.
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
    guard let text = json["amount"]?.stringValue, let amount = Money(text), amount > Money(cents: 0),
      amount <= maximumAmount
    else { throw refused("amount.amount must be a string such as 12.50, from 0.01 to \(maximumAmount.text)") }
    return amount
  }

  private static func text(_ json: JSON, _ name: String, upTo limit: Int) throws(OAuthError) -> String? {
    guard let value = json[name] else { return nil }
    guard let text = value.stringValue, PlainText.isPlain(text), text.count <= limit, text.utf8.count <= 4 * limit
    else { throw refused("\(name) must be a string of at most \(limit) characters that can be seen") }
    return text
  }

  static func refused(_ description: String) -> OAuthError { OAuthError(.invalidPayment, description) }
}

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

/// An invented account of the protected API, the same for a user at every start.
///
/// Everything is computed from the user's subject. Subjects are never reused, so no account passes to another person.
struct BankAccount: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    case current
    case savings
    /// A credit card: its balance is zero or negative. Some users have no card.
    case card
  }

  var id: String
  var kind: Kind
  var number: String
  /// The balance before any payment.
  var opening: Money

  static func accounts(of user: User) -> [BankAccount] { Kind.allCases.compactMap { BankAccount($0, user) } }

  private init?(_ kind: Kind, _ user: User) {
    let chance = Primitives.sha256("account\u{0}\(kind.rawValue)\u{0}\(user.subject)".utf8)
    if kind == .card, chance[31].isMultiple(of: 2) { return nil }
    let digits = chance[8..<20].map { String($0 % 10) }
    self.kind = kind
    id = hex(chance[..<8])
    number = [digits[..<4], digits[4..<8], digits[8...]].map { $0.joined() }.joined(separator: "-")
    opening = Money(cents: BankAccount.cents(kind, chance[20..<23].reduce(0) { $0 << 8 | Int($1) }))
  }

  private static func cents(_ kind: Kind, _ chance: Int) -> Int {
    switch kind {
    case .current: 150_000 + chance % 350_000
    case .savings: 800_000 + chance % 2_400_000
    case .card: -(chance % 60_000)
    }
  }
}

/// An amount of money in cents, in the API's only currency; sums are exact.
struct Money: Hashable, Comparable, Sendable {
  var cents: Int

  static let currency = "EUR"
  /// Digits that are read before the point. The API has no larger amounts, and sums of these cannot overflow.
  private static let maximumDigits = 7

  init(cents: Int) { self.cents = cents }

  /// Reads `12.50`: digits without a leading zero, a point, two digits; `nil` for anything else.
  init?(_ text: String) {
    let halves = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isDigit: (UInt8) -> Bool = { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard halves.count == 2, halves.allSatisfy({ $0.allSatisfy(isDigit) }), halves[1].count == 2,
      (1...Money.maximumDigits).contains(halves[0].count), halves[0].count == 1 || halves[0].first != UInt8(ascii: "0"),
      let whole = Int(String(Substring(halves[0]))), let rest = Int(String(Substring(halves[1])))
    else { return nil }
    cents = whole * 100 + rest
  }

  /// Two digits after the point; a minus sign for negative amounts.
  var text: String {
    let rest = abs(cents) % 100
    return "\(cents < 0 ? "-" : "")\(abs(cents) / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A JSON string rather than a number, because readers of numbers round.
  var json: JSON { ["currency": .string(Money.currency), "amount": .string(text)] }

  static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }
}
