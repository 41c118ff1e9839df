extension ProtocolError {
  /// The consequence for the app, for scripts and for their exit codes.
  public enum Consequence: String, Hashable, Sendable {
    /// The server refused: access_denied, invalid_client, 401 or 403 at registration (exit 77).
    case refused
    /// The answer breaks the protocol (exit 69).
    case invalidResponse
    /// The server asks to come back: temporarily_unavailable, 429, 503 (exit 75).
    case tryLater
    /// The configuration cannot work (exit 65).
    case configuration
  }
}

extension ProtocolError.Code {
  struct Meaning {
    var consequence: ProtocolError.Consequence
    /// The section that defines a server's code; `nil`: each endpoint that has the code has its own section.
    var section: String?
    var isOfServers = false
    var castsDoubtOnMetadata = false

    static func server(_ consequence: ProtocolError.Consequence, _ section: String? = nil) -> Meaning {
      Meaning(consequence: consequence, section: section, isOfServers: true)
    }

    static func own(_ consequence: ProtocolError.Consequence) -> Meaning { Meaning(consequence: consequence) }

    static func doubtful(_ consequence: ProtocolError.Consequence) -> Meaning {
      Meaning(consequence: consequence, castsDoubtOnMetadata: true)
    }
  }

  public var consequence: ProtocolError.Consequence { meaning.consequence }

  /// Whether the metadata may be outdated: the endpoint does not answer as one of its kind does, or signs with a key that is not published.
  public var castsDoubtOnMetadata: Bool { meaning.castsDoubtOnMetadata }

  /// Every error code that a specification, or the API's contract, allows a server to answer with.
  public static var ofServers: [ProtocolError.Code] { allCases.filter(\.meaning.isOfServers) }

  /// A code without a row says that an answer breaks the protocol.
  var meaning: Meaning {
    switch self {
    case .invalidRequest, .unauthorizedClient, .accountExists, .accountIncomplete, .invalidPayment, .insufficientFunds:
      .server(.refused)
    case .invalidScope: .server(.configuration)
    case .invalidClient, .invalidGrant: .server(.refused, "RFC 6749 §5.2")
    case .unsupportedGrantType: .server(.configuration, "RFC 6749 §5.2")
    case .accessDenied: .server(.refused, "RFC 6749 §4.1.2.1")
    case .unsupportedResponseType: .server(.configuration, "RFC 6749 §4.1.2.1")
    case .serverError: .server(.invalidResponse, "RFC 6749 §4.1.2.1")
    case .temporarilyUnavailable: .server(.tryLater, "RFC 6749 §4.1.2.1")
    case .interactionRequired, .loginRequired, .accountSelectionRequired, .consentRequired, .invalidRequestURI,
      .invalidRequestObject, .requestNotSupported, .requestURINotSupported, .registrationNotSupported:
      .server(.refused, "OpenID Connect Core §3.1.2.6")
    case .invalidRedirectURI, .invalidClientMetadata, .invalidSoftwareStatement:
      .server(.configuration, "RFC 7591 §3.2.2")
    case .unapprovedSoftwareStatement: .server(.refused, "RFC 7591 §3.2.2")
    case .invalidToken, .insufficientScope: .server(.refused, "RFC 6750 §3.1")
    case .authorizationPending, .slowDown, .expiredToken: .server(.tryLater, "RFC 8628 §3.5")
    case .unsupportedTokenType: .server(.refused, "RFC 7009 §2.2.1")
    case .invalidDPoPProof: .server(.refused, "RFC 9449 §5")
    case .useDPoPNonce: .server(.refused, "RFC 9449 §8")
    case .invalidTarget: .server(.configuration, "RFC 8707 §2")
    case .insufficientUserAuthentication: .server(.refused, "RFC 9470 §3")
    case .unmetAuthenticationRequirements:
      .server(.refused, "OpenID Connect Core Error Code unmet_authentication_requirements 1.0 §1")
    case .httpUnauthorized, .httpForbidden: .doubtful(.refused)
    case .metadataMissingDeviceEndpoint: .doubtful(.configuration)
    case .httpNotFound, .httpServerError, .httpStatusUnexpected, .httpRedirectRefused, .responseNotJSON,
      .responseMalformedJSON, .responseDuplicateMember, .responseTooDeep, .responseNotObject,
      .responseMemberWrongType, .responseMemberMalformed, .metadataNotFound, .metadataMissingIssuer,
      .metadataIssuerMismatch, .metadataMissingAuthorizationEndpoint, .metadataMissingTokenEndpoint,
      .metadataMissingRegistrationEndpoint, .metadataMissingJWKSURI, .metadataEndpointInvalid,
      .metadataEndpointNotHTTPS, .metadataS256Unsupported, .metadataCodeUnsupported,
      .metadataQueryModeUnsupported, .metadataClientCredentialsUnsupported, .metadataMissingPushEndpoint,
      .metadataGrantUnsupported, .metadataPrivateKeyJWTUnsupported, .metadataSecretMethodUnsupported,
      .metadataDPoPUnsupported, .metadataMissingPAREndpoint, .metadataIDTokenAlgorithmUnsupported,
      .jwksMissingKeys, .idTokenUnknownKey:
      .doubtful(.invalidResponse)
    case .tooManyRequests, .serviceUnavailable: .own(.tryLater)
    case .serverReportedError, .registrationTokenRequired, .registrationAlreadyGone, .clientSecretExpired,
      .deviceNotAccepted:
      .own(.refused)
    case .issuerInvalid, .issuerNotHTTPS, .clientIDMissing, .redirectURIInvalid, .scopeInvalid,
      .initialAccessTokenMalformed, .registrationScopeMissing:
      .own(.configuration)
    default: .own(.invalidResponse)
    }
  }
}
