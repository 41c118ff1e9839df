import SharedValues

/// Introspection (RFC 7662) and revocation (RFC 7009).
extension Provider {
  /// Introspection, for authenticated clients and their own tokens. Any other token is answered like an unknown one (§2.2).
  @Sendable func introspection(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try request.requiredForm()
    let client = try await authenticatedClient(request, form)
    guard !client.isPublic else { throw OAuthError.invalidClient("introspection needs a secret or a key") }
    guard let token = form["token"] else { throw OAuthError(.invalidRequest, "token is required") }
    guard let record = try store.liveToken(token, now: now), record.grant.clientID == client.id else {
      return .json(["active": false], note: "token inactive")
    }
    let (grant, isAccess) = (record.grant, record.kind == .access)
    let members: [JSON.Member] = .init([
      "active": true, "scope": .string(record.scope.joined(separator: " ")), "client_id": .string(client.id),
      "username": .string(grant.user.name), "sub": .string(subject(of: grant.user, for: client)),
      "iss": .string(addresses.issuer), "iat": .number(String(record.issued)), "nbf": .number(String(record.issued)),
      "exp": .number(String(record.expires)),
      // An authenticating client's refresh token is not bound to a key (RFC 9449 §5).
      "token_type": isAccess ? Provider.tokenType(boundTo: record.keyThumbprint) : nil,
      "aud": isAccess ? audience(record.scope, record.resource) : nil,
      "cnf": isAccess ? record.keyThumbprint.map(Provider.confirmation) : nil,
      // RFC 9470 §6.2.
      "acr": .string(grant.context.rawValue), "auth_time": .number(String(grant.authenticated)),
      // The claim on which APIs base their decisions, named as in the access tokens of the Keycloak tutorial.
      "roles": UserClaims.roles(grant.user, scope: record.scope),
    ])
    return .json(.object(members), note: "token active")
  }

  /// 200 for unknown tokens (RFC 7009 §2.2), because there is nothing to revoke. A proof is optional, so that a client which has
  /// lost its key can still revoke its tokens; a proof that is sent must be valid.
  @Sendable func revocation(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try request.requiredForm()
    let proof = try proof(of: request)
    let client = try await authenticatedClient(request, form)
    if let proof { try accept(proof, of: client) }
    guard let token = form["token"] else { throw OAuthError(.invalidRequest, "token is required") }
    guard try await store.revoke(token, clientID: client.id) else {
      throw OAuthError(.invalidRequest, "the token was issued to another client")
    }
    return .empty(200, note: "token revoked")
  }
}
