import SharedValues

/// Introspection (RFC 7662) and revocation (RFC 7009).
extension Provider {
  /// Introspection, for clients that authenticate and for their own tokens. Any other token is answered like one that does not exist (§2.2).
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
    // The refresh token of a client that authenticates is bound to no key (RFC 9449 §5).
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
    // The claim by which an API decides, named as in the access tokens of the Keycloak tutorial.
    members += UserClaims.members(record.grant.user, scope: record.scope).filter { $0.name == "roles" }
    return .json(.object(members), note: "token active")
  }

  /// 200 for tokens that nobody knows (RFC 7009 §2.2): there is nothing left to revoke. A proof is not needed, so that a client which has
  /// lost its key can still give its tokens up; one that is sent has to be good.
  @Sendable func revocation(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try request.requiredForm()
    let proof = try proof(of: request)
    let client = try await authenticatedClient(request, form)
    if let proof { try accept(proof, of: client) }
    guard let token = form["token"] else { throw OAuthError(.invalidRequest, "token is required") }
    guard try await store.revoke(token, clientID: client.id) else {
      throw OAuthError(.invalidRequest, "the token was issued to another client")
    }
    return ServerResponse(200, headers: [HTTPHeader("Cache-Control", "no-store")], note: "token revoked")
  }
}
