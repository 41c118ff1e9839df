import FoundationEssentials
import SharedValues

/// Requests with an access token to an API of the user's accounts and payments (docs/identity-server.md).
public enum APIRequest: Hashable, Sendable {
  case accounts, payments
  case pay(PaymentOrder)

  /// The token is sent as the kind that it is: `Bearer` (RFC 6750 §2.1), or `DPoP` with a proof (RFC 9449 §7.1).
  /// - Parameter api: the API's address and identifier (RFC 8707 §2), without a trailing slash.
  public func build(_ api: String, token: AccessToken) -> HTTPRequest {
    let request: HTTPRequest =
      switch self {
      case .accounts: .get(api + "/accounts", .api)
      case .payments: .get(api + "/payments", .api)
      case .pay(let order): .json("POST", order.json, to: api + "/payments", .api)
      }
    return request.authorized(by: token)
  }
}

/// A payment as the user orders it.
public struct PaymentOrder: Hashable, Sendable {
  public var from: String
  public var to: String
  public var amount: Money
  public var reference: String?

  public init(from: String, to: String, amount: Money, reference: String? = nil) {
    (self.from, self.to, self.amount, self.reference) = (from, to, amount, reference)
  }

  var json: JSON {
    let order: JSON = ["from": .string(from), "to": .string(to), "amount": amount.json]
    return order.setting("reference", reference.map(JSON.string))
  }
}

public struct BankAccount: Hashable, Sendable {
  public var id: String
  /// `current`, `savings`, `card`…
  public var kind: String
  public var number: String
  public var balance: Money
}

public struct Payment: Hashable, Sendable {
  public var id: String
  public var from: String
  public var to: String
  public var amount: Money
  public var reference: String?
  var made: Date
}

/// An amount of money as the API writes it: a decimal number with two digits after the point. Shown as it came, never calculated with.
public struct Money: Hashable, Sendable {
  public let currency: String
  /// `-?` digits, a point, two digits.
  public let amount: String

  /// `nil`: the currency or the amount has another form.
  public init?(currency: String, amount: String) {
    let digits = amount.without(prefix: "-") ?? amount[...]
    let parts = digits.split(scalar: ".", omittingEmptySubsequences: false)
    guard currency.utf8.count == 3, currency.utf8.allSatisfy({ (0x41...0x5A).contains($0) }), parts.count == 2,
      (1...15).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
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
