import FoundationEssentials
import SharedValues

/// Judges the API's answers (docs/identity-server.md).
///
/// A refusal is read from its challenge (RFC 6750 §3.1, RFC 9449 §7.1, RFC 9470 §3). ``StepUp`` reads which stronger login is needed.
public enum APIResponse {
  static let source = "docs/identity-server.md, API"
  /// The most accounts or payments that are read from one answer.
  static let longestList = 200

  /// - Throws: `invalid_token`, `insufficient_scope`, `insufficient_user_authentication`, `invalid_dpop_proof`, `use_dpop_nonce`,
  ///   `response_…`, `http_…`, or the API's own error.
  public static func accounts(_ response: HTTPResponse) throws(ProtocolError) -> [BankAccount] {
    try list("accounts", try object(response, 200), APIResponse.account)
  }

  /// - Throws: as ``accounts(_:)``.
  public static func payments(_ response: HTTPResponse) throws(ProtocolError) -> [Payment] {
    try list("payments", try object(response, 200), APIResponse.payment)
  }

  /// The payment that was made for the order.
  /// - Throws: as ``accounts(_:)``.
  public static func payment(_ response: HTTPResponse) throws(ProtocolError) -> Payment {
    try payment(try object(response, 201))
  }

  private static func object(_ response: HTTPResponse, _ status: Int) throws(ProtocolError) -> ResponseObject {
    if (400..<500).contains(response.status), let refusal = refusal(response) { throw refusal }
    return try ResponseJudgement(response: response, source: source, errors: .contract(source))
      .object(statuses: [status])
  }

  /// The first challenge that states a reason. A missing scope is named as what was expected (RFC 6750 §3).
  private static func refusal(_ response: HTTPResponse) -> ProtocolError? {
    for challenge in AuthenticationChallenge.all(in: response) {
      guard let code = challenge["error"] else { continue }
      var error = ServerError.read(
        code, description: challenge["error_description"], at: .section("RFC 6750 §3.1"))
      if error.code == .insufficientScope { error.expected = challenge["scope"].map { .value($0.quotable(100)) } }
      return error
    }
    return nil
  }

  private static func list<Item>(
    _ name: String, _ object: ResponseObject, _ read: (ResponseObject) throws(ProtocolError) -> Item
  ) throws(ProtocolError) -> [Item] {
    guard let value = object.json[name], value != .null else { throw missing(name, .check(.objects)) }
    guard let items = value.arrayValue, items.allSatisfy({ $0.objectValue != nil }) else {
      throw object.typeError(name, expected: .check(.objects), value)
    }
    var found: [Item] = []
    for item in items.prefix(longestList) { found.append(try read(ResponseObject(item, source: source))) }
    return found
  }

  private static func account(_ object: ResponseObject) throws(ProtocolError) -> BankAccount {
    BankAccount(
      id: try text("id", object), kind: try text("kind", object), number: try text("number", object),
      balance: try money("balance", object))
  }

  private static func payment(_ object: ResponseObject) throws(ProtocolError) -> Payment {
    guard let made = try object.seconds("created") else { throw missing("created", .check(.secondsSince1970)) }
    return Payment(
      id: try text("id", object), from: try text("from", object), to: try text("to", object),
      amount: try money("amount", object), reference: try object.string("reference")?.quotable(140),
      made: Date(timeIntervalSince1970: made))
  }

  /// A text for people: not empty, cut to 140 characters, without control characters.
  private static func text(_ name: String, _ object: ResponseObject) throws(ProtocolError) -> String {
    guard let text = try object.string(name), !text.isEmpty else { throw missing(name, .check(.text)) }
    return text.quotable(140)
  }

  private static func money(_ name: String, _ object: ResponseObject) throws(ProtocolError) -> Money {
    guard let value = object.json[name], value != .null else { throw missing(name, .check(.amount)) }
    let money = ResponseObject(value, source: source)
    guard value.objectValue != nil else { throw object.typeError(name, expected: .check(.object), value) }
    guard let currency = try money.string("currency"), let amount = try money.string("amount"),
      let money = Money(currency: currency, amount: amount)
    else { throw missing(name, .check(.currencyAndAmount)) }
    return money
  }

  private static func missing(_ name: String, _ expected: Term) -> ProtocolError {
    ProtocolError(.responseMemberMalformed, field: name, expected: expected, received: .check(.nothing), source: source)
  }
}
