import SharedValues

/// A person who can sign in, from the configuration.
package struct UserAccount: Hashable, Sendable {
  package var name: String
  package var password: Secret
  package var givenName: String
  package var familyName: String
  package var email: String
  /// The values of the `roles` claim; an empty list omits the claim.
  package var roles: [String]
  /// More claims of OpenID Connect Core §5.1, restricted to those that docs/config.schema.json lists.
  package var claims: [JSON.Member]

  package init(
    name: String, password: Secret, givenName: String, familyName: String, email: String, roles: [String] = [],
    claims: [JSON.Member] = []
  ) {
    (self.name, self.password, self.givenName, self.familyName) = (name, password, givenName, familyName)
    (self.email, self.roles, self.claims) = (email, roles, claims)
  }

  /// The users of the tutorials: `demouser` of Curity's, John Doe and Jane Roe of Keycloak's.
  package static let demo: [UserAccount] = [
    UserAccount(
      name: "demouser", password: Secret("Password1"), givenName: "Demo", familyName: "User",
      email: "demouser@example.com"),
    UserAccount(
      name: "jd", password: Secret("password"), givenName: "John", familyName: "Doe", email: "john.doe@example.com",
      roles: ["IC"]),
    UserAccount(
      name: "jr", password: Secret("password"), givenName: "Jane", familyName: "Roe", email: "jane.roe@example.com",
      roles: ["Manager"]),
  ]
}

/// The account that opens the admin page.
package struct AdministratorAccount: Hashable, Sendable {
  package var name: String
  package var password: Secret

  package init(name: String, password: Secret) { (self.name, self.password) = (name, password) }

  /// `admin` / `Password1`, as in the Curity tutorial.
  package static let demo = AdministratorAccount(name: "admin", password: Secret("Password1"))
}
