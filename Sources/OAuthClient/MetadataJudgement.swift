import SharedValues

/// The checks of a metadata document, in the order in which they are made (OpenID Connect Discovery 1.0 §3, RFC 8414 §2).
struct MetadataJudgement {
  let object: ResponseObject
  let endpoints: EndpointRule

  func judge(issuer: Issuer, needsRegistration: Bool) throws(ProtocolError) -> AuthorizationServerMetadata {
    try judgeIssuer(issuer)
    let authorization = try required("authorization_endpoint", .metadataMissingAuthorizationEndpoint)
    try judgeQuery(
      of: authorization, field: "authorization_endpoint", against: AuthorizationParameters.ownedByProtocol,
      what: "the authorization request", source: "RFC 6749 §3.1")
    let token = try required("token_endpoint", .metadataMissingTokenEndpoint)
    let registration =
      needsRegistration
      ? try required("registration_endpoint", .metadataMissingRegistrationEndpoint) : try url("registration_endpoint")
    try judgeAbilities()
    let endSession = try url("end_session_endpoint")
    if let endSession {
      try judgeQuery(
        of: endSession, field: "end_session_endpoint", against: EndSessionRequest.parameterNames,
        what: "the sign-out request", source: "OpenID Connect RP-Initiated Logout 1.0 §2")
    }
    return AuthorizationServerMetadata(
      issuer: issuer, authorizationEndpoint: authorization, tokenEndpoint: token, registrationEndpoint: registration,
      userinfoEndpoint: try url("userinfo_endpoint"), endSessionEndpoint: endSession,
      revocationEndpoint: try url("revocation_endpoint"), jwksURI: try url("jwks_uri"),
      mtlsTokenEndpoint: try alias("token_endpoint"), pushEndpoint: try url(PushRequest.metadataMember),
      deviceAuthorizationEndpoint: try url("device_authorization_endpoint"),
      pushedAuthorizationEndpoint: try url("pushed_authorization_request_endpoint"),
      requiresPushedAuthorization: try object.bool("require_pushed_authorization_requests") ?? false,
      dpopSigningAlgorithms: try object.strings("dpop_signing_alg_values_supported"),
      tokenEndpointAuthSigningAlgorithms: try object.strings("token_endpoint_auth_signing_alg_values_supported"),
      advertisesIss: try object.bool("authorization_response_iss_parameter_supported") ?? false,
      document: object.json)
  }

  /// Character for character (OpenID Connect Discovery 1.0 §4.3, RFC 8414 §3.3): all other checks depend on it.
  private func judgeIssuer(_ issuer: Issuer) throws(ProtocolError) {
    guard let received = try object.string("issuer") else {
      throw ProtocolError(
        .metadataMissingIssuer, field: "issuer", expected: .value(issuer.text), source: Discovery.members)
    }
    guard issuer.isNamed(received) else {
      throw ProtocolError(
        .metadataIssuerMismatch, field: "issuer", expected: .value(issuer.text), quoting: received.quotable(200),
        source: Discovery.validation)
    }
  }

  private func required(_ name: String, _ missing: ProtocolError.Code) throws(ProtocolError) -> String {
    guard let url = try url(name) else {
      throw ProtocolError(missing, field: name, expected: .check(.httpsURL), source: Discovery.members)
    }
    return url
  }

  private func url(_ name: String) throws(ProtocolError) -> String? {
    guard let text = try object.string(name) else { return nil }
    try endpoints.judge(text, field: name, source: Discovery.members)
    return text
  }

  /// RFC 8705 §5: an alias replaces the endpoint for clients that present a certificate.
  private func alias(_ name: String) throws(ProtocolError) -> String? {
    guard let text = object.json["mtls_endpoint_aliases"]?[name]?.stringValue else { return nil }
    try endpoints.judge(text, field: "mtls_endpoint_aliases." + name, source: "RFC 8705 §5")
    return text
  }

  /// The endpoint may have its own query (RFC 6749 §3.1), but without the app's own parameters.
  private func judgeQuery(
    of endpoint: String, field: String, against names: Set<String>, what: String, source: String
  ) throws(ProtocolError) {
    guard let query = AbsoluteURL(endpoint)?.query else { return }
    let parameters = try? FormParameters(parsing: query)
    guard let parameters, !parameters.pairs.contains(where: { names.contains($0.name) }) else {
      throw ProtocolError(
        .metadataEndpointInvalid, field: field, expected: .check(.queryWithoutParametersOf, what),
        quoting: endpoint.quotable(100), source: source)
    }
  }

  /// An absent list is no refusal here: RFC 8414's defaults are older than the practice they describe.
  private func judgeAbilities() throws(ProtocolError) {
    let source = Discovery.members
    try object.judge("response_types_supported", has: "code", .metadataCodeUnsupported, source: source)
    try object.judge("response_modes_supported", has: "query", .metadataQueryModeUnsupported, source: source)
    try object.judge("grant_types_supported", has: "authorization_code", .metadataGrantUnsupported, source: source)
    try object.judge("code_challenge_methods_supported", has: "S256", .metadataS256Unsupported, source: "RFC 7636 §4.2")
  }
}

/// The URLs that this app sends requests to: absolute https ones without fragment and userinfo (RFC 6749 §3.1, §3.2).
///
/// `http` needs an issuer on a loopback address, the configuration's leave, and a loopback URL.
struct EndpointRule {
  private let allowsLoopbackHTTP: Bool

  init(issuer: Issuer, allowPlainHTTPLoopback: Bool) throws(ProtocolError) {
    allowsLoopbackHTTP = allowPlainHTTPLoopback && !issuer.isTLS
    guard issuer.isTLS || allowsLoopbackHTTP else { throw Issuer.Flaw.loopbackNotAllowed.refusal(of: issuer.text) }
  }

  func judge(_ text: String, field: String, source: String) throws(ProtocolError) {
    guard let url = AbsoluteURL(text), url.host != nil, url.port != 0, url.fragment == nil else {
      throw ProtocolError(
        .metadataEndpointInvalid, field: field, expected: .check(.httpsWithoutFragment),
        quoting: text.quotable(100), source: source)
    }
    guard url.scheme == "https" || (allowsLoopbackHTTP && url.scheme == "http" && url.isLoopback) else {
      throw ProtocolError(
        .metadataEndpointNotHTTPS, field: field, expected: .check(.httpsURL), quoting: text.quotable(100),
        source: source)
    }
  }
}
