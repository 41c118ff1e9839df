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
    var members: [JSON.Member] = [
      .init("active", true), .init("scope", .string(record.scope.joined(separator: " "))),
      .init("client_id", .string(client.id)), .init("username", .string(record.grant.user.name)),
      .init("sub", .string(subject(of: record.grant.user, for: client))), .init("iss", .string(addresses.issuer)),
      .init("iat", .number(String(record.issued))), .init("nbf", .number(String(record.issued))),
      .init("exp", .number(String(record.expires))),
    ]
    // An authenticating client's refresh token is not bound to a key (RFC 9449 §5).
    if record.kind == .access {
      members += [
        .init("token_type", Provider.tokenType(boundTo: record.keyThumbprint)),
        .init("aud", audience(record.scope, record.resource)),
      ]
      if let key = record.keyThumbprint { members.append(Provider.confirmation(key)) }
    }
    // RFC 9470 §6.2.
    members += [
      .init("acr", .string(record.grant.context.rawValue)),
      .init("auth_time", .number(String(record.grant.authenticated))),
    ]
    // The claim on which APIs base their decisions, named as in the access tokens of the Keycloak tutorial.
    members += UserClaims.members(record.grant.user, scope: record.scope).filter { $0.name == "roles" }
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
