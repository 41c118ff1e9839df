import SharedValues

/// A sign-out at the server, with what its return is judged by (OpenID Connect RP-Initiated Logout 1.0 §2).
public struct EndSessionRequest: Hashable, Sendable {
  public var url: String
  /// `nil`: the server knows no address of this app to return to, so that no redirect comes back.
  public var postLogoutRedirectURI: RedirectURI?
  var state: Secret

  /// §2, §3. Metadata whose endpoint has one of them in its own query is refused: it would be unclear which of the two counts.
  static let parameterNames: Set = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"]

  /// `nil` when the server has no end session endpoint.
  /// - Parameter postLogoutRedirectURI: `nil` where the server did not register one for this client: an unknown value is an error there (§3.1), so
  ///   neither it nor `state`, which is only returned with it (§2), is sent.
  public static func build(
    metadata: AuthorizationServerMetadata, idTokenHint: Secret?, clientID: String, postLogoutRedirectURI: RedirectURI?,
    state: Secret
  ) -> EndSessionRequest? {
    guard let endpoint = metadata.endSessionEndpoint.flatMap(AbsoluteURL.init) else { return nil }
    var parameters = FormParameters()
    parameters.append("id_token_hint", idTokenHint?.revealed)
    parameters.append("client_id", clientID.isEmpty ? nil : clientID)
    parameters.append("post_logout_redirect_uri", postLogoutRedirectURI?.text)
    parameters.append("state", postLogoutRedirectURI == nil ? nil : state.revealed)
    return EndSessionRequest(
      url: parameters.added(to: endpoint), postLogoutRedirectURI: postLogoutRedirectURI, state: state)
  }
}

extension EndSessionRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "end session request, back to \(postLogoutRedirectURI?.text ?? "nowhere")" }
  public var customMirror: Mirror {
    Mirror(self, children: ["postLogoutRedirectURI": postLogoutRedirectURI?.text ?? "nowhere"])
  }
}

/// Judges the redirect after a sign-out (OpenID Connect RP-Initiated Logout 1.0 §3).
public enum EndSessionResponse {
  /// - Throws: `post_logout_redirect_mismatch`, `end_session_…`, or the server's error.
  public static func judge(_ uri: String, for request: EndSessionRequest) throws(ProtocolError) {
    let source = "OpenID Connect RP-Initiated Logout 1.0 §3"
    let parameters: FormParameters
    // The empty string is no address: where none was sent, no redirect answers the request.
    let expected = request.postLogoutRedirectURI?.text ?? ""
    do { parameters = try RedirectJudgement.parameters(of: uri, at: expected) } catch {
      if case .otherURI = error {
        throw ProtocolError(
          .postLogoutRedirectMismatch, field: "post_logout_redirect_uri", expected: .value(expected),
          quoting: String(uri.prefix(whileScalar: { $0 != "?" && $0 != "#" })).quotable(100), source: source)
      }
      throw ProtocolError(.endSessionResponseMalformed, expected: .check(.singleParametersInQuery), source: source)
    }
    guard let state = parameters["state"] else {
      throw ProtocolError(.endSessionStateMissing, field: "state", expected: .check(.sentState), source: source)
    }
    guard state.isExactlyInConstantTime(request.state.revealed) else {
      throw ProtocolError(
        .endSessionStateMismatch, field: "state", expected: .check(.sentState), received: .check(.differentValue),
        source: source)
    }
    if let error = parameters["error"] {
      throw ServerError.read(error, description: parameters["error_description"], at: .section("RFC 6749 §4.1.2.1"))
    }
  }
}
