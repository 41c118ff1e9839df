import Foundation

/// The application server of the Klaxit seed (seeds/004): it keeps the client secret that no phone can keep, redeems the
/// code that an app brings, and knows who has an account.
///
/// The application server is a client like any other. Though it lives in the same process, it knows the authorization server by its HTTP endpoints
/// alone, as ``ask`` reaches them, and shares with it neither tables nor keys.
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

  /// Code and verifier become an access token, the user's claims, and their account or `null`.
  ///
  /// The verifier is required. Without it this would be a machine that turns anybody's stolen code into a token: it adds the
  /// secret to whatever it is given, and cannot tell one app from another.
  ///
  /// `max_age` is how old the login may be at this moment. The authorization server was told in the authorization request; what
  /// it made of that only the ID token says, which the app never sees.
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
    // An app that limits the age of the login gets to see when it was.
    if age != nil, let authenticated = tokens.authenticated {
      claims = claims.setting("auth_time", .number(String(authenticated)))
    }
    let account = try await accounts.find(subject: tokens.subject)
    return .json(
      ["access_token": .string(tokens.accessToken), "claims": claims, "account": account?.json ?? .null],
      note: account == nil ? "no account" : "account found")
  }

  /// Makes an account for the person whose access token this is.
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

/// The configuration of the embedded application server.
public struct ApplicationServerConfiguration: Hashable, Sendable {
  /// The client id that the app sends its authorization requests with. Its secret is made anew at each start and never
  /// leaves the process.
  public var clientID: String
  public var redirectURI: String
  public var postLogoutRedirectURI: String

  public init(clientID: String, redirectURI: String, postLogoutRedirectURI: String) {
    (self.clientID, self.redirectURI, self.postLogoutRedirectURI) = (clientID, redirectURI, postLogoutRedirectURI)
  }

  /// Confidential, but what it is used from is a native app: PKCE always, and no refresh token.
  func client(secret: String) -> Client {
    var metadata = ClientMetadata()
    metadata.applicationType = .native
    metadata.redirectURIs = [redirectURI]
    metadata.postLogoutRedirectURIs = [postLogoutRedirectURI]
    metadata.authMethod = .basic
    metadata.grantTypes = ["authorization_code"]
    metadata.scope = ["openid", "profile", "email"]
    metadata.requiresProofKey = true
    metadata.refreshTokenLifetime = 0
    metadata.description = [.init("client_name", .string(clientID))]
    return Client(id: clientID, kind: .configured, metadata: metadata, secretHash: digest(secret))
  }
}
