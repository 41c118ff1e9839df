import SharedValues

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
  /// - Throws: `response_member_malformed` for a challenge that no authorization request could satisfy: its values come from the
  ///   API and go into an address.
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
      let isWhole = !age.isEmpty && age.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
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
