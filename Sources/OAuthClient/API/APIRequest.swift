import FoundationEssentials
import SharedValues

/// Requests with an access token to an API of the user's accounts and payments (docs/identity-server.md).
public enum APIRequest: Hashable, Sendable {
  case accounts
  case payments
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

  /// The scope that the request needs.
  public var scope: String {
    switch self {
    case .accounts: "accounts"
    case .payments, .pay: "payments"
    }
  }
}

/// A payment as the user orders it.
public struct PaymentOrder: Hashable, Sendable {
  /// The id of one of the user's accounts.
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

/// An account as the API describes it.
public struct BankAccount: Hashable, Sendable {
  public var id: String
  /// `current`, `savings`, `card`…
  public var kind: String
  public var number: String
  public var balance: Money
}

/// A payment that was made.
public struct Payment: Hashable, Sendable {
  public var id: String
  public var from: String
  public var to: String
  public var amount: Money
  public var reference: String?
  public var made: Date
}
