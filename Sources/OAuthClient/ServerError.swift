/// What a server's own `error` means for the app (RFC 6749 §4.1.2.1 and §5.2, and the specifications that add to them).
enum ServerError {
  static func read(_ code: String, description: String?, source: String) -> ProtocolError {
    let text = description.map { $0.quotable(300) }
    guard let known = ErrorCode(rawValue: code), let consequence = consequences[known] else {
      return ProtocolError(
        .serverReportedError, .refused, field: "error", received: code.quotable(60), serverDescription: text,
        source: source)
    }
    return ProtocolError(known, consequence, field: "error", serverDescription: text, source: source)
  }

  private static let consequences: [ErrorCode: ProtocolError.Consequence] = [
    .invalidRequest: .refused, .invalidClient: .refused, .invalidGrant: .refused, .unauthorizedClient: .refused,
    .unsupportedGrantType: .configuration, .invalidScope: .configuration, .accessDenied: .refused,
    .unsupportedResponseType: .configuration, .serverError: .invalidResponse, .temporarilyUnavailable: .tryLater,
    .interactionRequired: .refused, .loginRequired: .refused, .accountSelectionRequired: .refused,
    .consentRequired: .refused, .invalidRequestURI: .refused, .invalidRequestObject: .refused,
    .requestNotSupported: .refused, .requestURINotSupported: .refused, .registrationNotSupported: .refused,
    .invalidRedirectURI: .configuration, .invalidClientMetadata: .configuration,
    .invalidSoftwareStatement: .configuration, .unapprovedSoftwareStatement: .refused, .invalidToken: .refused,
    .insufficientScope: .refused, .accountExists: .refused, .accountIncomplete: .refused,
    .unsupportedTokenType: .refused,
  ]
}
