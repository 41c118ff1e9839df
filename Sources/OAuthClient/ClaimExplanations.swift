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
  public static func of(_ name: String, in kind: Kind) -> ParameterExplanation? {
    first("\(kind.rawValue).\(name)", kind == .header ? "" : "jwt.\(name)")
  }

  /// The explanation of a member of such a token's header.
  public static func of(_ name: String, inHeaderOf kind: Kind) -> ParameterExplanation? {
    first("\(kind.rawValue).header.\(name)", "header.\(name)")
  }

  private static func first(_ keys: String...) -> ParameterExplanation? {
    for key in keys { if let source = sources[key] { return ParameterExplanation(key: key, source: source) } }
    return nil
  }

  /// Claims that are seconds since 1970 (RFC 7519 §2, NumericDate).
  public static let times: Set<String> = ["exp", "iat", "nbf", "auth_time", "updated_at"]

  /// All explanations.
  public static var all: [ParameterExplanation] {
    sources.sorted { $0.key < $1.key }.map { ParameterExplanation(key: $0.key, source: $0.value) }
  }

  private static let sources: [String: String] = [
    "header.alg": "RFC 7515 §4.1.1",
    "header.jku": "RFC 7515 §4.1.2",
    "header.jwk": "RFC 7515 §4.1.3",
    "header.kid": "RFC 7515 §4.1.4",
    "header.x5t": "RFC 7515 §4.1.7",
    "header.x5t#S256": "RFC 7515 §4.1.8",
    "header.typ": "RFC 7515 §4.1.9",
    "header.cty": "RFC 7515 §4.1.10",
    "header.crit": "RFC 7515 §4.1.11",
    "jwt.iss": "RFC 7519 §4.1.1",
    "jwt.sub": "RFC 7519 §4.1.2",
    "jwt.aud": "RFC 7519 §4.1.3",
    "jwt.exp": "RFC 7519 §4.1.4",
    "jwt.nbf": "RFC 7519 §4.1.5",
    "jwt.iat": "RFC 7519 §4.1.6",
    "jwt.jti": "RFC 7519 §4.1.7",
    "jwt.cnf": "RFC 7800 §3.1",
    "jwt.cnf.jkt": "RFC 9449 §6.1",
    "jwt.sid": "OpenID Connect Front-Channel Logout 1.0 §3",
    "jwt.name": "OpenID Connect Core §5.1",
    "jwt.given_name": "OpenID Connect Core §5.1",
    "jwt.family_name": "OpenID Connect Core §5.1",
    "jwt.preferred_username": "OpenID Connect Core §5.1",
    "jwt.email": "OpenID Connect Core §5.1",
    "jwt.email_verified": "OpenID Connect Core §5.1",
    "jwt.updated_at": "OpenID Connect Core §5.1",
    "jwt.roles": "RFC 9068 §2.2.3.1",
    "id-token.iss": "OpenID Connect Core §2",
    "id-token.sub": "OpenID Connect Core §2",
    "id-token.aud": "OpenID Connect Core §2",
    "id-token.exp": "OpenID Connect Core §2",
    "id-token.iat": "OpenID Connect Core §2",
    "id-token.auth_time": "OpenID Connect Core §2",
    "id-token.nonce": "OpenID Connect Core §2",
    "id-token.acr": "OpenID Connect Core §2",
    "id-token.amr": "OpenID Connect Core §2, RFC 8176 §2",
    "id-token.azp": "OpenID Connect Core §2",
    "id-token.at_hash": "OpenID Connect Core §3.1.3.6",
    "id-token.c_hash": "OpenID Connect Core §3.3.2.11",
    "access-token.iss": "RFC 9068 §2.2",
    "access-token.sub": "RFC 9068 §2.2",
    "access-token.aud": "RFC 9068 §2.2",
    "access-token.exp": "RFC 9068 §2.2",
    "access-token.iat": "RFC 9068 §2.2",
    "access-token.jti": "RFC 9068 §2.2",
    "access-token.client_id": "RFC 9068 §2.2",
    "access-token.scope": "RFC 9068 §2.2.3",
    "access-token.auth_time": "RFC 9068 §2.2.1",
    "access-token.acr": "RFC 9068 §2.2.1",
    "access-token.amr": "RFC 9068 §2.2.1",
    "client-assertion.iss": "RFC 7523 §3",
    "client-assertion.sub": "RFC 7523 §3",
    "client-assertion.aud": "RFC 7523 §3",
    "client-assertion.exp": "RFC 7523 §3",
    "client-assertion.iat": "RFC 7523 §3",
    "client-assertion.jti": "RFC 7523 §3",
    "client-assertion.header.alg": "RFC 7523 §3",
    "client-assertion.header.kid": "RFC 7515 §4.1.4",
    "dpop-proof.header.typ": "RFC 9449 §4.2",
    "dpop-proof.header.alg": "RFC 9449 §4.2",
    "dpop-proof.header.jwk": "RFC 9449 §4.2",
    "dpop-proof.jti": "RFC 9449 §4.2",
    "dpop-proof.htm": "RFC 9449 §4.2",
    "dpop-proof.htu": "RFC 9449 §4.2",
    "dpop-proof.iat": "RFC 9449 §4.2",
    "dpop-proof.ath": "RFC 9449 §4.2",
    "dpop-proof.nonce": "RFC 9449 §4.2",
  ]
}
