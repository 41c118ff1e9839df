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
    guard let known = ProtocolError.Code(rawValue: code), let consequence = consequences[known] else {
      var error = ProtocolError(
        .serverReportedError, .refused, field: "error", quoting: sent, serverDescription: text,
        source: source(of: nil, at: place))
      error.serverCode = sent
      return error
    }
    // Only the sender of the redirect URI knows which kind was refused, and names the alternatives if it does.
    let expected: Term? = known == .invalidRedirectURI ? .check(.otherRedirectURI) : nil
    var error = ProtocolError(
      known, consequence, field: "error", expected: expected, serverDescription: text,
      source: source(of: known, at: place))
    error.serverCode = sent
    return error
  }

  private static func source(of code: ProtocolError.Code?, at place: Place) -> String {
    switch place {
    case .contract(let name): name
    case .section(let section): code.flatMap { definitions[$0] } ?? section
    }
  }

  /// The codes that exactly one section defines. `invalid_request`, `invalid_scope` and `unauthorized_client` belong to several endpoints, each with
  /// its own section.
  private static let definitions: [ProtocolError.Code: String] = [
    .invalidClient: "RFC 6749 §5.2", .invalidGrant: "RFC 6749 §5.2", .unsupportedGrantType: "RFC 6749 §5.2",
    .accessDenied: "RFC 6749 §4.1.2.1", .unsupportedResponseType: "RFC 6749 §4.1.2.1",
    .serverError: "RFC 6749 §4.1.2.1", .temporarilyUnavailable: "RFC 6749 §4.1.2.1",
    .interactionRequired: authentication, .loginRequired: authentication, .accountSelectionRequired: authentication,
    .consentRequired: authentication, .invalidRequestURI: authentication, .invalidRequestObject: authentication,
    .requestNotSupported: authentication, .requestURINotSupported: authentication,
    .registrationNotSupported: authentication, .invalidRedirectURI: registration,
    .invalidClientMetadata: registration, .invalidSoftwareStatement: registration,
    .unapprovedSoftwareStatement: registration, .invalidToken: "RFC 6750 §3.1", .insufficientScope: "RFC 6750 §3.1",
    .authorizationPending: "RFC 8628 §3.5", .slowDown: "RFC 8628 §3.5", .expiredToken: "RFC 8628 §3.5",
    .unsupportedTokenType: "RFC 7009 §2.2.1", .invalidDPoPProof: "RFC 9449 §5", .useDPoPNonce: "RFC 9449 §8",
    .invalidTarget: "RFC 8707 §2", .insufficientUserAuthentication: "RFC 9470 §3",
    .unmetAuthenticationRequirements: "OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1",
  ]

  private static let authentication = "OpenID Connect Core §3.1.2.6"
  private static let registration = "RFC 7591 §3.2.2"

  fileprivate static let consequences: [ProtocolError.Code: ProtocolError.Consequence] = [
    .invalidRequest: .refused, .invalidClient: .refused, .invalidGrant: .refused, .unauthorizedClient: .refused,
    .unsupportedGrantType: .configuration, .invalidScope: .configuration, .accessDenied: .refused,
    .unsupportedResponseType: .configuration, .serverError: .invalidResponse, .temporarilyUnavailable: .tryLater,
    .interactionRequired: .refused, .loginRequired: .refused, .accountSelectionRequired: .refused,
    .consentRequired: .refused, .invalidRequestURI: .refused, .invalidRequestObject: .refused,
    .requestNotSupported: .refused, .requestURINotSupported: .refused, .registrationNotSupported: .refused,
    .invalidRedirectURI: .configuration, .invalidClientMetadata: .configuration,
    .invalidSoftwareStatement: .configuration, .unapprovedSoftwareStatement: .refused, .invalidToken: .refused,
    .insufficientScope: .refused, .accountExists: .refused, .accountIncomplete: .refused,
    .authorizationPending: .tryLater, .slowDown: .tryLater, .expiredToken: .tryLater,
    .unsupportedTokenType: .refused, .invalidDPoPProof: .refused, .useDPoPNonce: .refused,
    .invalidTarget: .configuration, .insufficientUserAuthentication: .refused,
    .unmetAuthenticationRequirements: .refused, .invalidPayment: .refused, .insufficientFunds: .refused,
  ]
}

extension ProtocolError.Code {
  /// Every error code that a specification allows a server to answer with.
  public static var ofServers: [ProtocolError.Code] { Array(ServerError.consequences.keys) }
}
