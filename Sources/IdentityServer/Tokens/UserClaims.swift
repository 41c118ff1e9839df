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

  private static func all(_ user: User) -> [JSON.Member] {
    var members: [JSON.Member] = [.init("preferred_username", .string(user.name))]
    for (name, value) in [
      ("name", user.fullName), ("given_name", user.givenName), ("family_name", user.familyName), ("email", user.email),
    ] where !value.isEmpty { members.append(.init(name, .string(value))) }
    if !user.email.isEmpty { members.append(.init("email_verified", true)) }
    if !user.roles.isEmpty { members.append(.init("roles", .strings(user.roles))) }
    return members + user.claims
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
