import SharedValues

/// Judges the redirect that came back (RFC 6749 §4.1.2, RFC 8252 §8.10, RFC 9207 §2.4).
public enum AuthorizationResponse {
  /// The code, if this redirect answers this request. The checks run in the order below.
  /// - Throws: `redirect_uri_mismatch`, `authorization_response_…`, `state_…`, `iss_…`, `code_…`, or the server's error.
  public static func judge(
    _ uri: String, for request: AuthorizationRequest, metadata: AuthorizationServerMetadata
  ) throws(ProtocolError) -> AuthorizationCode {
    let parameters = try parameters(of: uri, request)
    try judgeState(parameters, request)
    try judgeIssuer(parameters, request, metadata)
    try judgeTokens(parameters)
    try judgeError(parameters)
    return AuthorizationCode(code: try code(parameters), request: request)
  }

  private static func parameters(
    of uri: String, _ request: AuthorizationRequest
  ) throws(ProtocolError) -> FormParameters {
    do { return try RedirectJudgement.parameters(of: uri, at: request.redirectURI.text) } catch {
      switch error {
      case .otherURI:
        throw ProtocolError(
          .redirectURIMismatch, field: "redirect_uri", expected: .value(request.redirectURI.text),
          quoting: String(uri.prefix(whileScalar: { $0 != "?" && $0 != "#" })).quotable(100), source: "RFC 8252 §8.10")
      case .fragment:
        throw ProtocolError(
          .authorizationResponseFragment, expected: .check(.parametersInQuery), received: .check(.fragment),
          source: "RFC 6749 §4.1.2")
      case .form(.malformed):
        throw ProtocolError(
          .authorizationResponseMalformed, expected: .check(.formParameters), source: "RFC 6749 §4.1.2")
      case .form(.duplicate(let name)):
        throw ProtocolError(
          .authorizationResponseDuplicate, field: name.asName(60), expected: .check(.singleParameters),
          source: "RFC 6749 §3.1")
      }
    }
  }

  /// `state` ties the answer to this request (RFC 6749 §10.12). Compared in constant time.
  private static func judgeState(_ parameters: FormParameters, _ request: AuthorizationRequest) throws(ProtocolError) {
    guard let state = parameters["state"] else {
      throw ProtocolError(.stateMissing, field: "state", expected: .check(.sentState), source: "RFC 6749 §4.1.2")
    }
    guard state.isExactlyInConstantTime(request.secrets.state.revealed) else {
      throw ProtocolError(
        .stateMismatch, field: "state", expected: .check(.sentState), received: .check(.differentValue),
        source: "RFC 6749 §10.12")
    }
  }

  /// A present `iss` is always checked, and it must be present if the server says so (RFC 9207 §2.4).
  private static func judgeIssuer(
    _ parameters: FormParameters, _ request: AuthorizationRequest, _ metadata: AuthorizationServerMetadata
  ) throws(ProtocolError) {
    guard let iss = parameters["iss"] else {
      guard metadata.advertisesIss else { return }
      throw ProtocolError(.issMissing, field: "iss", expected: .value(request.issuer.text), source: "RFC 9207 §2.4")
    }
    guard request.issuer.isNamed(iss) else {
      throw ProtocolError(
        .issMismatch, field: "iss", expected: .value(request.issuer.text), quoting: iss.quotable(200),
        source: "RFC 9207 §2.4")
    }
  }

  /// Tokens in a redirect belong to another response type than the requested one (RFC 9700 §2.1.2).
  private static func judgeTokens(_ parameters: FormParameters) throws(ProtocolError) {
    for name in ["access_token", "id_token"] where parameters[name] != nil {
      throw ProtocolError(
        .authorizationResponseToken, field: name, expected: .check(.codeAlone), received: .check(.token),
        source: "RFC 9700 §2.1.2")
    }
  }

  private static func judgeError(_ parameters: FormParameters) throws(ProtocolError) {
    guard let error = parameters["error"] else { return }
    guard parameters["code"] == nil else {
      throw ProtocolError(
        .authorizationResponseAmbiguous, field: "error", expected: .check(.codeOrError), received: .check(.both),
        source: "RFC 6749 §4.1.2.1")
    }
    throw ServerError.read(error, description: parameters["error_description"], at: .section("RFC 6749 §4.1.2.1"))
  }

  private static func code(_ parameters: FormParameters) throws(ProtocolError) -> Secret {
    guard let code = parameters["code"] else {
      throw ProtocolError(.codeMissing, field: "code", expected: .check(.authorizationCode), source: "RFC 6749 §4.1.2")
    }
    guard code.isVisibleASCII, code.utf8.count <= 8192 else {
      throw ProtocolError(
        .codeMalformed, field: "code", expected: .check(.printableASCIIOf8192),
        received: .check(.bytes, code.utf8.count), source: "RFC 6749 appendix A.11")
    }
    return Secret(code)
  }
}
