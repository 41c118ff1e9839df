import SharedValues

/// The claims about a person (OpenID Connect Core §5.1) and the scopes that cover them (§5.4).
enum UserClaims {
  /// `roles` belongs to the profile, as in the Keycloak tutorial.
  static let scopes: [(name: String, claims: [String])] = [
    (
      "profile",
      [
        "name", "given_name", "family_name", "middle_name", "nickname", "preferred_username", "profile", "picture",
        "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at", "roles",
      ]
    ), ("email", ["email", "email_verified"]), ("address", ["address"]),
    ("phone", ["phone_number", "phone_number_verified"]),
  ]

  static let names = scopes.flatMap(\.claims)

  /// The scope that covers a claim; `nil` for an unknown claim.
  static func scope(of claim: String) -> String? { scopes.first { $0.claims.contains(claim) }?.name }

  /// The user's claims, in the order of ``names``. Claims without a value are left out (§5.3.2).
  static func members(_ user: User, scope: [String], and requested: [String] = []) -> [JSON.Member] {
    let wanted = Set(scopes.filter { scope.contains($0.name) }.flatMap(\.claims) + requested)
    let known = Dictionary(all(user).map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    return names.compactMap { name in
      guard wanted.contains(name), let value = known[name] else { return nil }
      return .init(name, value)
    }
  }

  /// `nil`: the user has none, or the profile was not granted.
  static func roles(_ user: User, scope: [String]) -> JSON? {
    members(user, scope: scope).first { $0.name == "roles" }?.value
  }

  private static func all(_ user: User) -> [JSON.Member] {
    func text(_ value: String) -> JSON? { value.isEmpty ? nil : .string(value) }
    return .init([
      "preferred_username": .string(user.name), "name": text(user.fullName), "given_name": text(user.givenName),
      "family_name": text(user.familyName), "email": text(user.email),
      "email_verified": user.email.isEmpty ? nil : true, "roles": user.roles.isEmpty ? nil : .strings(user.roles),
    ]) + user.claims
  }
}

/// Userinfo (OpenID Connect Core §5.3), for an access token with scope `openid`.
extension Provider {
  @Sendable func userInfo(_ request: ServerRequest) async throws -> ServerResponse {
    let presented = try presentedAccess(request, inForm: true)
    try presented.require("openid")
    let (record, client) = (presented.record, presented.client)
    let members = UserClaims.members(record.grant.user, scope: record.scope, and: record.grant.claims.userInfo)
    let subject = JSON.Member("sub", .string(subject(of: record.grant.user, for: client)))
    return .json(.object([subject] + members), note: "userinfo")
  }
}

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
