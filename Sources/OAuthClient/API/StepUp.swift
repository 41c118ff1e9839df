import ForeignText
import SharedValues

/// The login that an API demands for something that a weaker or older one does not open (RFC 9470 §3).
public struct StepUp: Hashable, Sendable {
  /// How the user has to be authenticated, the best way first; `nil`: in any way.
  public let acrValues: String?
  /// How many seconds ago at most; `nil`: whenever.
  public let maxAge: Int?

  /// The ways of authenticating that are good enough; empty: any is.
  public var acceptedACRs: [String] { acrValues?.split(scalar: " ").map(String.init) ?? [] }

  /// The challenge says neither how nor when, so only a login that is made for this very purpose can be meant.
  public var namesNothing: Bool { acrValues == nil && maxAge == nil }

  private let parameters: AuthorizationParameters

  /// What the answer's challenge demands; `nil`: it demands no other login.
  /// - Throws: `response_member_malformed` for a challenge that no authorization request could satisfy: it comes from the API and
  ///   goes into an address.
  public init?(demandedBy response: HTTPResponse) throws(ProtocolError) {
    guard response.status == 401 else { return nil }
    let code = ProtocolError.Code.insufficientUserAuthentication.rawValue
    guard let challenge = AuthenticationChallenge.all(in: response).first(where: { $0["error"] == code }) else {
      return nil
    }
    var members: [JSON.Member] = []
    if let values = challenge["acr_values"] { members.append(JSON.Member("acr_values", .string(values))) }
    if let age = challenge["max_age"] {
      // Digits and nothing else: a number of JSON may also be 1e9.
      let isWhole = !age.isEmpty && age.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      members.append(JSON.Member("max_age", isWhole ? .number(age) : .string(age)))
    }
    do { parameters = try AuthorizationParameters(members) } catch {
      throw ProtocolError(
        .responseMemberMalformed, field: "WWW-Authenticate, " + error.name,
        expected: error.rule == .seconds ? "a number of seconds" : "words of printable ASCII characters",
        quoting: challenge[error.name]?.quotable(60), source: "RFC 9470 §3")
    }
    acrValues = parameters.values["acr_values"]
    maxAge = parameters.maxAge
  }

  /// What the next authorization request carries: what it would carry anyway, with these demands in place of its own.
  public func added(to extra: AuthorizationParameters) -> AuthorizationParameters { extra.replacing(by: parameters) }
}
