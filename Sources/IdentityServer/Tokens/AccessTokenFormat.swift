import GRDB

/// Access tokens as signed JSON Web Tokens (RFC 9068), for resource servers that read them instead of introspecting.
///
/// The database stores their hashes, as for opaque tokens, so revocation, use and expiry take effect at this server's
/// endpoints at once. A resource server that only reads the token relies on its `exp`.
extension Provider {
  /// The header's `typ` of a signed access token (RFC 9068 §2.1).
  static let accessTokenType = "at+jwt"

  /// The access token in the configured format. A `dcr` token is only for this server and stays opaque.
  /// - Parameter issued: already in the database, where the returned text replaces the access token.
  func formatted(_ issued: IssuedTokens, _ client: Client) async throws -> String {
    guard configuration.policies.accessTokens == .jwt, !issued.scope.contains(ConfiguredClients.registrationScope)
    else { return issued.accessToken }
    let signed = try await keys.sign(
      .object(accessTokenClaims(issued, client)), type: Provider.accessTokenType,
      with: configuration.demands.idTokenAlgorithms[0])
    try await store.replaceToken(issued.accessToken, by: signed)
    return signed
  }

  /// RFC 9470 §6.1, RFC 9068 §2.2. `roles` (§2.2.3.1), as in the Keycloak tutorial, if the profile was granted.
  private func accessTokenClaims(_ issued: IssuedTokens, _ client: Client) -> [JSON.Member] {
    let (instant, grant) = (seconds(now), issued.grant)
    return .init([
      "iss": .string(addresses.issuer), "aud": audience(issued.scope, issued.resource),
      "sub": .string(subject(of: grant.user, for: client)), "client_id": .string(client.id),
      "azp": .string(client.id), "iat": .number(String(instant)),
      "exp": .number(String(instant + Int(issued.lifetime))), "jti": .string(UUID().uuidString.lowercased()),
      "auth_time": .number(String(grant.authenticated)), "acr": .string(grant.context.rawValue),
      "scope": .string(issued.scope.joined(separator: " ")), "cnf": issued.keyThumbprint.map(Provider.confirmation),
      "roles": UserClaims.roles(grant.user, scope: issued.scope),
    ])
  }

  /// RFC 9449 §6.1: the key of a bound token, for signed tokens and introspection answers.
  static func confirmation(_ keyThumbprint: String) -> JSON { ["jkt": .string(keyThumbprint)] }

  /// RFC 9068 §3: the requested resources, or else this server, for userinfo; with the scope `openid` both.
  func audience(_ scope: [String], _ resource: [String]) -> JSON {
    guard !resource.isEmpty else { return .string(addresses.issuer) }
    return .strings(resource + (scope.contains("openid") ? [addresses.issuer] : []))
  }
}

extension Store {
  /// Replaces a token's text: the new text gets all validity of the old one, which becomes invalid.
  func replaceToken(_ old: String, by new: String) async throws {
    try await pool.write {
      try $0.run("UPDATE tokens SET token_hash = ? WHERE token_hash = ?", digest(new), digest(old))
    }
  }
}

/// Introspection (RFC 7662) and revocation (RFC 7009).
extension Provider {
  /// Introspection, for authenticated clients and their own tokens. Any other token is answered like an unknown one (§2.2).
  @Sendable func introspection(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try form(ofClient: request)
    let client = try await authenticatedClient(request, form)
    guard !client.isPublic else { throw OAuthError.invalidClient("introspection needs a secret or a key") }
    guard let token = form["token"] else { throw OAuthError(.invalidRequest, "token is required") }
    guard let record = try store.liveToken(token, now: now), record.grant.clientID == client.id else {
      return .json(["active": false], note: "token inactive")
    }
    let (grant, isAccess) = (record.grant, record.kind == .access)
    RequestNotes.note(user: grant.user.name)
    // A pairwise subject tells the client nothing that others know of the user; the scope of the profile does.
    let isNamed = client.metadata.subjectType != .pairwise || record.scope.contains("profile")
    let members: [JSON.Member] = .init([
      "active": true, "scope": .string(record.scope.joined(separator: " ")), "client_id": .string(client.id),
      "username": isNamed ? JSON.string(grant.user.name) : nil, "sub": .string(subject(of: grant.user, for: client)),
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
    let form = try form(ofClient: request)
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
