import ForeignText

/// The meaning of a server's own `error` for the app (RFC 6749 §4.1.2.1 and §5.2, and the specifications that add to them).
enum ServerError {
  /// Where the errors of an endpoint are defined.
  enum Place {
    /// In this section of a specification. A code that another specification defines is cited from there.
    case section(String)
    /// In a contract outside the specifications, whose codes have their own meaning.
    case contract(String)
  }

  static func read(_ code: String, description: String?, at place: Place) -> ProtocolError {
    let text = description.flatMap(ServerWords.cut)
    let sent = code.quotable(60)
    guard let known = ProtocolError.Code(rawValue: code), let meaning = meanings[known] else {
      var error = ProtocolError(
        .serverReportedError, .refused, field: "error", quoting: sent, serverDescription: text,
        source: source(nil, at: place))
      error.serverCode = sent
      return error
    }
    // Only the sender of the redirect URI knows which kind was refused, and names the alternatives if it does.
    let expected: Term? = known == .invalidRedirectURI ? .check(.otherRedirectURI) : nil
    var error = ProtocolError(
      known, meaning.consequence, field: "error", expected: expected, serverDescription: text,
      source: source(meaning, at: place))
    error.serverCode = sent
    return error
  }

  private static func source(_ meaning: Meaning?, at place: Place) -> String {
    switch place {
    case .contract(let name): name
    case .section(let section): meaning?.section ?? section
    }
  }

  private static let authentication = "OpenID Connect Core §3.1.2.6"
  private static let registration = "RFC 7591 §3.2.2"

  fileprivate typealias Meaning = (consequence: ProtocolError.Consequence, section: String?)

  /// What a code means for the app, and the section that defines it; `nil`: each endpoint that has the code has its own section.
  fileprivate static let meanings: [ProtocolError.Code: Meaning] = [
    .invalidRequest: (.refused, nil),
    .invalidClient: (.refused, "RFC 6749 §5.2"),
    .invalidGrant: (.refused, "RFC 6749 §5.2"),
    .unauthorizedClient: (.refused, nil),
    .unsupportedGrantType: (.configuration, "RFC 6749 §5.2"),
    .invalidScope: (.configuration, nil),
    .accessDenied: (.refused, "RFC 6749 §4.1.2.1"),
    .unsupportedResponseType: (.configuration, "RFC 6749 §4.1.2.1"),
    .serverError: (.invalidResponse, "RFC 6749 §4.1.2.1"),
    .temporarilyUnavailable: (.tryLater, "RFC 6749 §4.1.2.1"),
    .interactionRequired: (.refused, authentication),
    .loginRequired: (.refused, authentication),
    .accountSelectionRequired: (.refused, authentication),
    .consentRequired: (.refused, authentication),
    .invalidRequestURI: (.refused, authentication),
    .invalidRequestObject: (.refused, authentication),
    .requestNotSupported: (.refused, authentication),
    .requestURINotSupported: (.refused, authentication),
    .registrationNotSupported: (.refused, authentication),
    .invalidRedirectURI: (.configuration, registration),
    .invalidClientMetadata: (.configuration, registration),
    .invalidSoftwareStatement: (.configuration, registration),
    .unapprovedSoftwareStatement: (.refused, registration),
    .invalidToken: (.refused, "RFC 6750 §3.1"),
    .insufficientScope: (.refused, "RFC 6750 §3.1"),
    .accountExists: (.refused, nil),
    .accountIncomplete: (.refused, nil),
    .authorizationPending: (.tryLater, "RFC 8628 §3.5"),
    .slowDown: (.tryLater, "RFC 8628 §3.5"),
    .expiredToken: (.tryLater, "RFC 8628 §3.5"),
    .unsupportedTokenType: (.refused, "RFC 7009 §2.2.1"),
    .invalidDPoPProof: (.refused, "RFC 9449 §5"),
    .useDPoPNonce: (.refused, "RFC 9449 §8"),
    .invalidTarget: (.configuration, "RFC 8707 §2"),
    .insufficientUserAuthentication: (.refused, "RFC 9470 §3"),
    .unmetAuthenticationRequirements: (
      .refused, "OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1"
    ),
    .invalidPayment: (.refused, nil),
    .insufficientFunds: (.refused, nil),
  ]
}

extension ProtocolError.Code {
  /// Every error code that a specification allows a server to answer with.
  public static var ofServers: [ProtocolError.Code] { Array(ServerError.meanings.keys) }
}
