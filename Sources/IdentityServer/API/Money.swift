import SharedValues

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
