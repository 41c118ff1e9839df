import SharedValues

/// An invented account of the protected API, the same for a user at every start.
///
/// Everything is computed from the user's subject. Subjects are never reused, so no account passes to another person.
struct BankAccount: Hashable, Sendable {
  enum Kind: String, Sendable, CaseIterable {
    /// The account that pays.
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

  /// - Parameter chance: a random number of 24 bits.
  private static func cents(_ kind: Kind, _ chance: Int) -> Int {
    switch kind {
    case .current: 150_000 + chance % 350_000
    case .savings: 800_000 + chance % 2_400_000
    case .card: -(chance % 60_000)
    }
  }
}
