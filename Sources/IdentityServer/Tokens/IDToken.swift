/// The claims of a hint (`id_token_hint`) that decide something: its user and its client.
struct IDTokenHint: Sendable {
  var sub: String
  var aud: String
}

extension Provider {
  /// The claims of OpenID Connect Core §2 and §3.1.3.6, and the requested claims about the person.
  /// - Parameter nonce: only for the token that answers the authorization; a refreshed one has none (Core §12.2).
  func idToken(_ grant: Grant, client: Client, accessToken: String, nonce: String?) async throws -> String {
    let half = Primitives.sha256(accessToken.utf8).prefix(16)
    let claims: [JSON.Member] = .init([
      "iss": .string(addresses.issuer), "sub": .string(subject(of: grant.user, for: client)),
      "aud": .string(client.id), "exp": .number(String(seconds(now) + Int(lifetimes.idToken))),
      "iat": .number(String(seconds(now))), "auth_time": .number(String(grant.authenticated)),
      "nonce": nonce.map(JSON.string), "at_hash": .string(Base64URL.encode(half)), "azp": .string(client.id),
      "acr": .string(grant.context.rawValue),
    ])
    return try await keys.sign(
      .object(claims + UserClaims.members(grant.user, scope: [], and: grant.claims.idToken)),
      with: configuration.demands.idTokenAlgorithm(client.metadata))
  }

  /// A public subject is the same for all clients (by default the user's name, as with the Curity server). A pairwise one
  /// (Core §8.1) differs by sector and cannot be reversed without this server's secret.
  func subject(of user: User, for client: Client) -> String {
    guard client.metadata.subjectType == .pairwise else { return user.subject }
    let sector = client.metadata.sectorIdentifier ?? client.id
    return Base64URL.encode(Primitives.hmac(Array((sector + "\u{0}" + user.subject).utf8), key: subjectKey))
  }

  /// The claims of a hint that this server issued at any time. It may be expired (RP-Initiated Logout §2).
  func hint(_ token: String) async throws -> IDTokenHint? {
    guard let claims = try await keys.claims(of: token), claims["iss"]?.stringValue == addresses.issuer,
      let sub = claims["sub"]?.stringValue, let aud = claims["aud"]?.stringValue
    else { return nil }
    return IDTokenHint(sub: sub, aud: aud)
  }
}
