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
    let (record, client) = (presented.record, presented.access.client)
    let members = UserClaims.members(record.grant.user, scope: record.scope, and: record.grant.claims.userInfo)
    let subject = JSON.Member("sub", .string(subject(of: record.grant.user, for: client)))
    return .json(.object([subject] + members), note: "userinfo")
  }
}
