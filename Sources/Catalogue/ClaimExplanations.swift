import SharedValues

/// The meaning of the members of a JWT, for the details of a message. The same name means different things in different tokens.
public enum ClaimExplanations {
  /// The purpose of a token.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case header
    /// OpenID Connect Core §2.
    case idToken = "id-token"
    /// RFC 9068 §2.2.
    case accessToken = "access-token"
    /// RFC 7523 §3.
    case clientAssertion = "client-assertion"
    /// RFC 9449 §4.2.
    case dpopProof = "dpop-proof"
    /// Any other (RFC 7519 §4.1).
    case other = "jwt"

    /// From the header's type, or else from the name of the member that holds the token.
    public init(member: String, header: JSON) {
      let type = header["typ"]?.stringValue?.lowercased() ?? ""
      self =
        switch (type, member.lowercased()) {
        case ("at+jwt", _), ("application/at+jwt", _): .accessToken
        case ("dpop+jwt", _), ("application/dpop+jwt", _): .dpopProof
        case ("client-authentication+jwt", _): .clientAssertion
        case (_, "id_token"), (_, "id_token_hint"): .idToken
        case (_, "access_token"): .accessToken
        case (_, "client_assertion"): .clientAssertion
        case (_, "dpop"): .dpopProof
        default: .other
        }
    }
  }

  /// - Returns: `nil` for names that these specifications do not define.
  public static func of(_ name: String, in kind: Kind) -> Explanation? {
    first("\(kind.rawValue).\(name)", kind == .header ? "" : "jwt.\(name)")
  }

  /// The explanation of a member of such a token's header.
  public static func of(_ name: String, inHeaderOf kind: Kind) -> Explanation? {
    first("\(kind.rawValue).header.\(name)", "header.\(name)")
  }

  private static func first(_ keys: String...) -> Explanation? {
    keys.lazy.compactMap { Explanation($0, in: PhrasesByName.claimSentence) }.first
  }

  /// Claims that are seconds since 1970 (RFC 7519 §2, NumericDate).
  public static let times: Set<String> = ["exp", "iat", "nbf", "auth_time", "updated_at"]
}
