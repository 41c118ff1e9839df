import SharedValues

/// An access token that a request presented in the way in which it has to be presented, live and of a live client.
struct PresentedAccess: Sendable {
  var access: Access
  /// For refusals that are about this token.
  var challenge: Challenge

  var record: TokenRecord { access.record }
  var client: Client { access.client }

  /// - Throws: `insufficient_scope`, 403 (RFC 6750 §3.1).
  func require(_ scope: String) throws(OAuthError) {
    guard !record.scope.contains(scope) else { return }
    throw challenge.refusal(
      .insufficientScope, "the scope \(scope) is required", status: 403, [("scope", scope)])
  }
}

/// The door of every protected resource of this server: userinfo, registration by a `dcr` token, the accounts.
extension Provider {
  /// The access token of a request, `Authorization: Bearer` (RFC 6750 §2.1) or `Authorization: DPoP` with a proof (RFC 9449
  /// §7.1). A token that is bound to a key is never taken as Bearer, one that is not bound never as DPoP.
  ///
  /// - Parameters:
  ///   - inForm: whether a Bearer token may stand in the body's form instead (RFC 6750 §2.2).
  ///   - resourceMetadata: the URL that the challenges name (RFC 9728 §5.1).
  /// - Throws: 401 with challenges in `WWW-Authenticate`; `invalid_request` for two tokens.
  func presentedAccess(
    _ request: ServerRequest, inForm: Bool = false, resourceMetadata: String? = nil
  ) throws -> PresentedAccess {
    guard let presented = try presentedToken(request, inForm: inForm) else {
      throw OAuthError.tokenMissing
    }
    let challenge = Challenge(presented.scheme, resourceMetadata: resourceMetadata)
    guard presented.scheme == .bearer, let access = try store.access(presented.token, now: now),
      access.record.keyThumbprint == nil
    else {
      throw challenge.refusal(.invalidToken, OAuthError.deadToken, detail: "no live access token")
    }
    RequestNotes.note(client: access.client.id)
    return PresentedAccess(access: access, challenge: challenge)
  }

  private func presentedToken(
    _ request: ServerRequest, inForm: Bool
  ) throws(OAuthError) -> (scheme: Challenge.Scheme, token: String)? {
    let isForm = inForm && request.method == "POST" && request.contentType == "application/x-www-form-urlencoded"
    let inBody = isForm ? try request.formWithoutRepetitions()["access_token"] : nil
    let inHeader = request.authorizationToken
    guard inHeader == nil || inBody == nil else {
      throw OAuthError(.invalidRequest, "the access token is sent in two ways")
    }
    return inHeader ?? inBody.map { (.bearer, $0) }
  }
}
