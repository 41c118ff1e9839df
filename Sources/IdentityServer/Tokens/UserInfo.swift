import SharedValues

/// Userinfo (OpenID Connect Core §5.3), by an access token with scope `openid`.
extension Provider {
  @Sendable func userInfo(_ request: ServerRequest) async throws -> ServerResponse {
    let token = try presentedAccessToken(request)
    guard let record = try await store.liveToken(token, now: now), record.kind == .access,
      let client = try await store.client(record.grant.clientID)
    else { throw OAuthError.invalidToken("no live access token") }
    guard record.scope.contains("openid") else { throw OAuthError.insufficientScope("openid") }
    return .json(claims(record.grant.user, record.scope, client), note: "userinfo")
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

  /// Core §5.4: which claims a scope stands for. `roles` comes with the profile, as in the Keycloak tutorial.
  private func claims(_ user: User, _ scope: [String], _ client: Client) -> JSON {
    var members: [JSON.Member] = [.init("sub", .string(subject(of: user, for: client)))]
    if scope.contains("profile") {
      members += [
        .init("name", .string(user.fullName)), .init("given_name", .string(user.givenName)),
        .init("family_name", .string(user.familyName)), .init("preferred_username", .string(user.name)),
      ]
      if !user.roles.isEmpty { members.append(.init("roles", .strings(user.roles))) }
    }
    if scope.contains("email") {
      members += [.init("email", .string(user.email)), .init("email_verified", true)]
    }
    return .object(members)
  }
}
