import SharedValues

/// Userinfo (OpenID Connect Core §5.3), by an access token with scope `openid`.
extension Provider {
  @Sendable func userInfo(_ request: ServerRequest) async throws -> ServerResponse {
    let token = try presentedAccessToken(request)
    guard let access = try store.access(token, now: now) else { throw OAuthError.invalidToken("no live access token") }
    let (record, client) = (access.record, access.client)
    RequestNotes.note(client: client.id)
    guard record.scope.contains("openid") else { throw OAuthError.insufficientScope("openid") }
    let members = UserClaims.members(record.grant.user, scope: record.scope, and: record.grant.claims.userInfo)
    let subject = JSON.Member("sub", .string(subject(of: record.grant.user, for: client)))
    return .json(.object([subject] + members), note: "userinfo")
  }

  /// RFC 6750 §2.1 and §2.2, one of them; never in the query (§2.3).
  private func presentedAccessToken(_ request: ServerRequest) throws(OAuthError) -> String {
    let isForm = request.method == "POST" && request.contentType == "application/x-www-form-urlencoded"
    let inBody = isForm ? try request.formWithoutRepetitions()["access_token"] : nil
    switch (request.bearerToken, inBody) {
    case (let token?, nil), (nil, let token?): return token
    case (nil, nil): throw OAuthError.tokenMissing
    case (_?, _?): throw OAuthError(.invalidRequest, "the access token is sent in two ways")
    }
  }
}
