import SharedValues

/// An amount of money as the API writes it: a decimal number with two digits after the point. Shown as it came, never calculated with.
public struct Money: Hashable, Sendable {
  /// Three capital letters, e.g. `EUR`.
  public let currency: String
  /// `-?` digits, a point, two digits.
  public let amount: String

  /// `nil`: the currency or the amount has another form.
  public init?(currency: String, amount: String) {
    let digits = amount.without(prefix: "-") ?? amount[...]
    let parts = digits.split(scalar: ".", omittingEmptySubsequences: false)
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }), parts.count == 2,
      (1...15).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    (self.currency, self.amount) = (currency, amount)
  }

  /// The amount that a person typed: `12`, `12.5`, `12,50`. `nil`: not more than zero, or no amount.
  public init?(typed: String, currency: String) {
    let parts = typed.withoutEdgeSpaces.replacingBytes(of: ",", with: ".").split(
      separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts[0].utf8.count <= 15 else { return nil }
    let cents = parts.count == 2 ? String(parts[1]) : ""
    guard cents.utf8.count <= 2 else { return nil }
    let digits = parts[0].drop(whileScalar: { $0 == "0" })
    let amount = (digits.isEmpty ? "0" : digits) + "." + cents + String(repeating: "0", count: 2 - cents.utf8.count)
    guard !amount.hasPrefix(bytes: "-"), amount.utf8.contains(where: { (0x31...0x39).contains($0) }) else { return nil }
    self.init(currency: currency, amount: amount)
  }

  var json: JSON { ["currency": .string(currency), "amount": .string(amount)] }
}
