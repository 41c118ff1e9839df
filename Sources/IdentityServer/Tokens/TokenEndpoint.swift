import GRDB

/// The token endpoint (RFC 6749 §3.2, OpenID Connect Core §3.1.3).
extension Provider {
  @Sendable func token(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try form(ofClient: request)
    // Before the client's assertion is used up: a client that is told to use a nonce may send the same assertion again.
    let proof = try proof(of: request)
    let client = try await authenticatedClient(request, form)
    let key = try provenKey(proof, client)
    switch form["grant_type"] {
    case "authorization_code"?: return try await redeemCode(form, client, key)
    case "refresh_token"?: return try await refresh(form, client, key)
    case DeviceGrant.type?: return try await redeemDeviceCode(form, client, key)
    case nil: throw OAuthError(.invalidRequest, "grant_type is required")
    default:
      throw OAuthError(
        .unsupportedGrantType, "only authorization_code, refresh_token and \(DeviceGrant.type) are offered")
    }
  }

  /// RFC 6749 §4.1.3 with RFC 7636 §4.5.
  private func redeemCode(_ form: FormParameters, _ client: Client, _ key: ProvenKey?) async throws -> ServerResponse {
    guard client.mayUse("authorization_code") else { throw OAuthError(.unauthorizedClient, "not registered for codes") }
    guard let code = form["code"] else { throw OAuthError(.invalidRequest, "code is required") }
    let presentation = Store.CodePresentation(
      code: code, clientID: client.id, redirectURI: form["redirect_uri"], verifier: form["code_verifier"],
      keyThumbprint: key?.thumbprint)
    let result = try await store.redeem(presentation, now: now) { [self, now] in
      try issue($0, form, client, key, now: now, $1)
    }
    switch result {
    case .success(let issued):
      return try await tokenResponse(issued, client, nonce: issued.grant.nonce, note: "tokens issued")
    case .failure(let refusal):
      throw OAuthError(
        .invalidGrant, "the code is unknown, used, expired or bound to something else", detail: refusal.rawValue)
    }
  }

  private func issue(
    _ grant: Grant, _ form: FormParameters, _ client: Client, _ key: ProvenKey?, now: Date, _ database: Database
  ) throws -> IssuedTokens {
    if let proof = key?.pending { try useUp(proof, client) }
    return try issue(
      grant, scope: grant.scope, resource: try target(of: form, granted: grant.resource), client, key?.thumbprint,
      now: now, database)
  }

  /// The answer of the implicit grant (RFC 6749 §4.2.2), for the lesson that shows why it is obsolete: an access token and
  /// never a refresh token. The grant's code is used up on the way.
  func implicitAnswer(_ code: String, _ binding: CodeBinding, _ client: Client) async throws -> [(String, String)] {
    let presentation = Store.CodePresentation(
      code: code, clientID: client.id, redirectURI: binding.redirectURI, verifier: nil)
    let result = try await store.redeem(presentation, now: now) { [self, now] grant, database in
      try issue(
        grant, scope: grant.scope, resource: grant.resource, client, nil, now: now, withRefresh: false, database)
    }
    let issued = try result.get()
    let accessToken = try await formatted(issued, client)
    return [
      ("access_token", accessToken), ("token_type", "bearer"), ("expires_in", String(Int(issued.lifetime))),
      ("scope", issued.scope.joined(separator: " ")),
    ]
  }

  /// RFC 6749 §6; rotates the refresh token unless the policy says otherwise.
  private func refresh(_ form: FormParameters, _ client: Client, _ key: ProvenKey?) async throws -> ServerResponse {
    guard let token = form["refresh_token"] else { throw OAuthError(.invalidRequest, "refresh_token is required") }
    guard refreshLifetime(client) > 0 else {
      throw OAuthError(.unauthorizedClient, "not registered for refresh tokens")
    }
    let requested = try form["scope"].map { text throws(OAuthError) in try judgedScope(text) }
    let presented = Store.RefreshPresentation(
      token: token, client: client, keyThumbprint: key?.thumbprint, policy: refreshPolicy)
    let result = try await store.refresh(presented, now: now) { [self, now] record, database in
      let scope = try LeftOutScope.refreshed(
        requested, granted: record.scope, leftOut: record.grant.leftOutScope, policy)
      if let proof = key?.pending { try useUp(proof, client) }
      return try issue(
        record.grant, scope: scope, refreshScope: record.scope,
        resource: try target(of: form, granted: record.grant.resource), client, key?.thumbprint, now: now,
        withRefresh: presented.policy != .lasting, database)
    }
    switch result {
    case .success(let issued): return try await tokenResponse(issued, client, nonce: nil, note: "tokens refreshed")
    case .failure(.keyMissing): throw Provider.proofMissing
    case .failure(let refusal):
      throw OAuthError(
        .invalidGrant, "the refresh token is unknown, used, expired, revoked or bound to something else",
        detail: refusal.rawValue)
    }
  }

  private var refreshPolicy: Store.RefreshPolicy {
    if configuration.demands.lastingRefreshTokens { return .lasting }
    return configuration.demands.refreshGrace ? .grace(seconds: Int(lifetimes.refreshGrace)) : .rotating
  }
}

struct IssuedTokens: Sendable {
  var grant: Grant
  var scope: [String]
  /// The resources of the access token (RFC 8707 §2); empty: this server alone.
  var resource: [String]
  var accessToken: String
  var refreshToken: String?
  var lifetime: TimeInterval
  var keyThumbprint: String?
}

extension Provider {
  /// Stores the tokens in the caller's transaction, bound to the key with the thumbprint `key`.
  func issue(
    _ grant: Grant, scope: [String], refreshScope: [String]? = nil, resource: [String], _ client: Client,
    _ key: String?, now: Date, withRefresh: Bool = true, _ database: Database
  ) throws -> IssuedTokens {
    let isRegistration = scope.contains(ConfiguredClients.registrationScope)
    let lifetime = isRegistration ? lifetimes.registrationToken : accessTokenLifetime(client)
    let accessToken = freshToken()
    try Store.insertToken(
      accessToken, .access, grant: grant, scope: scope, now: now, lifetime: lifetime, keyThumbprint: key,
      resource: resource, database)
    var refreshToken: String?
    let refreshLifetime = withRefresh ? refreshLifetime(client) : 0
    if refreshLifetime > 0 {
      let token = freshToken()
      try Store.insertToken(
        token, .refresh, grant: grant, scope: refreshScope ?? scope, now: now, lifetime: refreshLifetime,
        keyThumbprint: key, database)
      refreshToken = token
    }
    try Store.markUsed(client.id, now: now, database)
    return IssuedTokens(
      grant: grant, scope: scope, resource: resource, accessToken: accessToken, refreshToken: refreshToken,
      lifetime: lifetime, keyThumbprint: key)
  }

  /// RFC 6749 §7.1, RFC 9449 §5.
  static func tokenType(boundTo key: String?) -> JSON { key == nil ? "bearer" : "DPoP" }

  /// Seconds. An administrator can only shorten what the configuration says.
  func accessTokenLifetime(_ client: Client) -> TimeInterval {
    min(lifetimes.accessToken, client.accessTokenLifetime.map(TimeInterval.init) ?? .infinity)
  }

  /// Seconds; 0: the client gets no refresh tokens.
  func refreshLifetime(_ client: Client) -> TimeInterval {
    guard client.mayUse("refresh_token") else { return 0 }
    return client.metadata.refreshTokenLifetime.map(TimeInterval.init) ?? lifetimes.refreshToken
  }

  /// RFC 6749 §5.1.
  func tokenResponse(
    _ issued: IssuedTokens, _ client: Client, nonce: String?, note: String
  ) async throws -> ServerResponse {
    RequestNotes.note(user: issued.grant.user.name)
    let accessToken = try await formatted(issued, client)
    let idToken =
      issued.scope.contains("openid")
      ? try await idToken(issued.grant, client: client, accessToken: accessToken, nonce: nonce) : nil
    let members: [JSON.Member] = .init([
      "access_token": .string(accessToken), "token_type": Provider.tokenType(boundTo: issued.keyThumbprint),
      "expires_in": .number(String(Int(issued.lifetime))), "scope": .string(issued.scope.joined(separator: " ")),
      "refresh_token": issued.refreshToken.map(JSON.string), "id_token": idToken.map(JSON.string),
    ])
    let isRegistration = issued.scope.contains(ConfiguredClients.registrationScope)
    metrics.issued(Metrics.tokens(members, isRegistration: isRegistration))
    return .json(.object(members), note: isRegistration ? "dcr token issued" : note)
  }
}

/// A device polls the token endpoint (RFC 8628 §3.4 and §3.5).
extension Provider {
  func redeemDeviceCode(_ form: FormParameters, _ client: Client, _ key: ProvenKey?) async throws -> ServerResponse {
    try client.checkDeviceGrant()
    guard let code = form["device_code"] else { throw OAuthError(.invalidRequest, "device_code is required") }
    let result = try await store.redeemDevice(code, of: client.id, now: now) { [self, now] in
      try issue($0, form, client, key, now: now, $1)
    }
    switch result {
    case .success(let issued): return try await tokenResponse(issued, client, nonce: nil, note: "tokens issued")
    case .failure(let refusal): throw refusal.error
    }
  }
}

extension Store.DeviceRefusal {
  /// RFC 8628 §3.5.
  fileprivate var error: OAuthError {
    switch self {
    case .pending: OAuthError(.authorizationPending, "the user has not finished yet")
    case .tooSoon: OAuthError(.slowDown, "ask less often: wait 5 seconds more from now on")
    case .denied: OAuthError(.accessDenied, "the user refused")
    case .revoked: OAuthError(.accessDenied, "what the user allowed was taken back")
    case .expired: OAuthError(.expiredToken, "the device_code has expired")
    case .unknown, .replayed, .otherClient:
      OAuthError(.invalidGrant, "the device_code is unknown, used or another client's", detail: rawValue)
    }
  }
}
