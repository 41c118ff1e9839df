import SharedValues

/// What a name on the wire means, and the section that says so: `RFC 6749 §3.1.1`. Both stand in `Words/en.txt`.
public struct Explanation: Hashable, Sendable {
  public let key: String
  public let sentence: Phrase
  public let source: String

  init?(_ key: String, in phrases: [String: Phrase]) {
    guard let sentence = phrases[key], let source = phrases[key + ".source"] else { return nil }
    (self.key, self.sentence, self.source) = (key, sentence, source.english)
  }
}

public enum ParameterExplanations {
  /// The explanation of a name at this endpoint; `nil` for names that the main job does not use.
  ///
  /// One name can mean different things at different endpoints: `client_id` in a login is the client that asks, in a registration
  /// response the client that was made. Names compare without case, as headers do. The method tells a registration from its management
  /// (RFC 7592): each has its own token.
  /// - Parameter beside: the value of another name in the same form, address or document.
  public static func of(
    _ name: String, _ endpoint: Endpoint, method: String = "POST", value: String = "",
    beside: (String) -> String? = { _ in nil }
  ) -> Explanation? {
    let name = name.lowercased()
    if !value.isEmpty, let special = special(name, value, endpoint, beside) { return special }
    let managed = endpoint == .registration && method != "POST" ? ["management.\(name)"] : []
    return (managed + ["\(endpoint.rawValue).\(name)", name]).lazy.compactMap(explanation).first
  }

  private static func explanation(_ key: String) -> Explanation? { Explanation(key, in: PhrasesByName.parameter) }

  /// RFC 9111 §5.2, in order, each once; else the header's own. RFC 6749 §5.1 requires `no-store` on answers with tokens.
  public static func ofCacheControl(_ value: String) -> [Explanation] {
    var found: [Explanation] = []
    for part in value.lowercased().split(scalar: ",") {
      let name = part.prefix(whileScalar: { $0 != "=" }).filter { $0 != " " && $0 != "\t" }
      guard let directive = explanation("cache-control.\(name)"), !found.contains(directive) else { continue }
      found.append(directive)
    }
    return found.isEmpty ? [of("cache-control", .other)].compactMap { $0 } : found
  }

  /// The parameters of a challenge that have explanations, the error first.
  public static let challengeNames = [
    "error", "error_description", "error_uri", "realm", "scope", "acr_values", "max_age", "resource_metadata", "algs",
  ]

  /// The explanation of a parameter of a challenge in `WWW-Authenticate` (RFC 9110 §11.6.1).
  public static func ofChallenge(_ name: String, _ value: String) -> Explanation? {
    ofValue(value, of: name) ?? explanation("challenge.\(name.lowercased())")
  }

  /// The explanation of a member of a body whose document shows what it is: that of a protected resource (RFC 9728 §2) has members with the same
  /// names as a server's, and so has an introspection response (RFC 7662 §2.2).
  public static func of(
    _ name: String, in document: JSON, _ endpoint: Endpoint, method: String = "POST"
  ) -> Explanation? {
    let kind: String? =
      if document["resource"] != nil, document["issuer"] == nil, document["authorization_servers"] != nil {
        "resource-metadata"
      } else if document["active"]?.boolValue != nil {
        "introspection"
      } else {
        nil
      }
    return kind.flatMap { explanation("\($0).\(name.lowercased())") }
      ?? of(name, endpoint, method: method, value: document[name]?.stringValue ?? "") { document[$0]?.stringValue }
  }

  /// A `grant_type`, an error, the scheme of an `Authorization` header. `nil`: the explanation of the name is all there is.
  public static func ofValue(_ value: String, of name: String) -> Explanation? {
    // Credentials follow the scheme (RFC 9110 §11.4); any other value is used whole.
    let isScheme = name.lowercased() == "authorization"
    let word = value.lowercased().prefix(whileScalar: { !isScheme || $0 != " " })
    return explanation("\(name.lowercased()):\(word)")
  }

  /// What a name means only with this value, or only beside certain members. `name` is in lower case.
  private static func special(
    _ name: String, _ value: String, _ endpoint: Endpoint, _ beside: (String) -> String?
  ) -> Explanation? {
    switch name {
    case "access_token" where beside("token_type")?.lowercased() == "dpop": explanation("access_token.bound")
    case "code_challenge" where beside("code_challenge_method") != "S256": explanation("code_challenge.plain")
    // In a request; in an answer it is the granted scope.
    case "scope" where endpoint == .token && beside("grant_type") != nil: explanation("scope")
    case "request_uri" where value.hasPrefix(bytes: "https:"): explanation("request_uri.address")
    case "retry-after" where Int(value) == nil: explanation("retry-after.date")
    case "x" where beside("kty") == "OKP": explanation("x.okp")
    default: ofValue(value, of: name)
    }
  }
}

/// The meaning of the members of a JWT, for the details of a message. The same name means different things in different tokens.
public enum ClaimExplanations {
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
