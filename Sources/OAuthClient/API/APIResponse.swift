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
      var error = ServerError.read(code, description: challenge["error_description"], at: .section("RFC 6750 §3.1"))
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

/// The login that an API demands where the present one is too weak or too old (RFC 9470 §3).
public struct StepUp: Hashable, Sendable {
  /// The accepted authentication contexts, the best first; `nil`: any.
  public let acrValues: String?
  /// The login's greatest age in seconds; `nil`: any.
  public let maxAge: Int?

  /// The accepted authentication contexts; empty: any.
  public var acceptedACRs: [String] { acrValues?.split(scalar: " ").map(String.init) ?? [] }

  /// The challenge names no demand, so that only a login made for this call can satisfy it.
  public var namesNothing: Bool { acrValues == nil && maxAge == nil }

  private let parameters: AuthorizationParameters

  /// The login that the answer's challenge demands; `nil`: none.
  /// - Throws: `response_member_malformed`: the values come from the API and go into an address.
  public init?(demandedBy response: HTTPResponse) throws(ProtocolError) {
    guard response.status == 401 else { return nil }
    let code = ProtocolError.Code.insufficientUserAuthentication.rawValue
    guard let challenge = AuthenticationChallenge.all(in: response).first(where: { $0["error"] == code }) else {
      return nil
    }
    var members: [JSON.Member] = []
    if let values = challenge["acr_values"] { members.append(JSON.Member("acr_values", .string(values))) }
    if let age = challenge["max_age"] {
      // Only digits: a JSON number may also be 1e9.
      let isWhole = !age.isEmpty && age.utf8.allSatisfy(\.isASCIIDigit)
      members.append(JSON.Member("max_age", isWhole ? .number(age) : .string(age)))
    }
    do { parameters = try AuthorizationParameters(members) } catch {
      throw ProtocolError(
        .responseMemberMalformed, field: "WWW-Authenticate, " + error.name,
        expected: error.rule == .seconds ? .check(.seconds) : .check(.printableWords),
        quoting: challenge[error.name]?.quotable(60), source: "RFC 9470 §3")
    }
    acrValues = parameters.values["acr_values"]
    maxAge = parameters.maxAge
  }

  /// The parameters of the next authorization request: the usual ones, with these demands replacing theirs.
  public func added(to extra: AuthorizationParameters) -> AuthorizationParameters { extra.replacing(by: parameters) }
}
