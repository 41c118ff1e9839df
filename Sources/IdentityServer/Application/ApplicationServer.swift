import GRDB

/// The application server of the Klaxit seed (seeds/004): it keeps the client secret, which a phone cannot keep, redeems the
/// code that an app brings, and stores the accounts.
///
/// It reaches the authorization server only by HTTP, and shares neither tables nor keys with it.
struct ApplicationServer: Sendable {
  static let path = "/application"
  static let exchangePath = path + "/open_id_connect"
  static let accountsPath = path + "/accounts"

  var client: ApplicationClient
  var accounts: ApplicationAccounts

  func addRoutes(to table: inout RoutingTable) {
    table.on(["POST"], ApplicationServer.exchangePath, as: .application, exchange)
    table.on(["POST"], ApplicationServer.accountsPath, as: .application, signUp)
  }

  /// Exchanges code and verifier for an access token, the user's claims, and their account or `null`.
  ///
  /// The verifier is required: this server adds the secret to every request, so without it any stolen code would become a
  /// token. `max_age` is the highest age of the login at this moment; only the ID token, which the app never sees, says when
  /// the login was.
  @Sendable func exchange(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try request.requiredForm()
    guard let code = form["code"] else { throw OAuthError(.invalidRequest, "code is required, in the body") }
    guard let verifier = form["code_verifier"] else {
      throw OAuthError(.invalidRequest, "code_verifier is required, in the body")
    }
    let age = form["max_age"]
    guard age == nil || age.flatMap(UInt32.init) != nil else {
      throw OAuthError(.invalidRequest, "max_age must be a number of seconds")
    }
    let tokens = try await client.redeem(
      code, verifier, redirectURI: form["redirect_uri"], maxAge: age.flatMap(Double.init))
    var claims = try await client.userInfo(tokens)
    if age != nil, let authenticated = tokens.authenticated {
      claims = claims.setting("auth_time", .number(String(authenticated)))
    }
    let account = try await accounts.find(subject: tokens.subject)
    return .json(
      ["access_token": .string(tokens.accessToken), "claims": claims, "account": account?.json ?? .null],
      note: account == nil ? "no account" : "account found")
  }

  @Sendable func signUp(_ request: ServerRequest) async throws -> ServerResponse {
    guard let token = request.bearerToken else { throw OAuthError.tokenMissing }
    let subject = try await client.subject(of: token)
    let account = try ApplicationAccounts.Account(subject, try request.formWithoutRepetitions(), now: client.time.now)
    guard try await accounts.insert(account) else {
      throw OAuthError(.accountExists, "there is an account for this user", status: 409)
    }
    return .json(["account": account.json], status: 201, note: "account created")
  }
}

package struct ApplicationServerConfiguration: Hashable, Sendable {
  /// The client id of the app's authorization requests. Its secret is new at each start and never leaves the process.
  package var clientID: String
  package var redirectURI: String
  package var postLogoutRedirectURI: String

  package init(clientID: String, redirectURI: String, postLogoutRedirectURI: String) {
    (self.clientID, self.redirectURI, self.postLogoutRedirectURI) = (clientID, redirectURI, postLogoutRedirectURI)
  }

  /// A confidential client that serves a native app: PKCE is required, and there is no refresh token.
  func client(secret: String) -> Client {
    var client = ConfiguredClients.app(
      clientID, .configured, grants: ["authorization_code"], ["openid", "profile", "email"]
    ) {
      ($0.redirectURIs, $0.postLogoutRedirectURIs) = ([redirectURI], [postLogoutRedirectURI])
      $0.requiresProofKey = true
      $0.refreshTokenLifetime = 0
    }
    client.secretHash = digest(secret)
    return client
  }
}

/// The accounts of the application server, in their own table, keyed by the subject of the ID token.
struct ApplicationAccounts: Sendable {
  let pool: DatabasePool

  struct Account: Sendable {
    var subject: String
    var givenName: String
    var familyName: String
    var email: String
    /// Seconds since 1970.
    var created: Int

    var json: JSON {
      [
        "given_name": .string(givenName), "family_name": .string(familyName), "email": .string(email),
        "created_at": .number(String(created)),
      ]
    }
  }

  func find(subject: String) async throws -> Account? {
    try await pool.read { database in
      try database.row("SELECT * FROM application_accounts WHERE subject = ?", subject).map { row in
        Account(
          subject: row["subject"], givenName: row["given_name"], familyName: row["family_name"], email: row["email"],
          created: row["created"])
      }
    }
  }

  /// - Returns: `false` when the subject already has an account, which stays unchanged.
  func insert(_ account: Account) async throws -> Bool {
    try await pool.write {
      try $0.changesRow(
        """
        INSERT OR IGNORE INTO application_accounts (subject, given_name, family_name, email, created)
        VALUES (?, ?, ?, ?, ?)
        """, account.subject, account.givenName, account.familyName, account.email, account.created)
    }
  }
}

extension ApplicationAccounts.Account {
  private static let longest = 100

  /// - Throws: `account_incomplete`, naming every missing or invalid field.
  init(_ subject: String, _ form: FormParameters, now: Date) throws(OAuthError) {
    func name(_ field: String) -> String? { form[field].flatMap(Self.clean) }
    func address(_ field: String) -> String? {
      name(field).flatMap { text in
        let parts = text.split(scalar: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains { $0.isEmpty } && !text.contains(scalar: " ") ? text : nil
      }
    }
    let (given, family, email) = (name("given_name"), name("family_name"), address("email"))
    guard let given, let family, let email else {
      let missing = [("given_name", given), ("family_name", family), ("email", email)].filter { $0.1 == nil }.map(\.0)
      throw OAuthError(.accountIncomplete, "needed: " + missing.joined(separator: ", "))
    }
    (self.subject, givenName, familyName, self.email, created) = (subject, given, family, email, seconds(now))
  }

  /// Trims; `nil` for text that is empty, too long, or has invisible characters.
  private static func clean(_ text: String) -> String? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    return !trimmed.isEmpty && trimmed.count <= longest && PlainText.isPlain(trimmed) ? trimmed : nil
  }
}
