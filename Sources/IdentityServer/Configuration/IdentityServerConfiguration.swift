import Logging

/// The defaults are the product's: the server binds 127.0.0.1 and ::1 unless ``reach`` names another address.
package struct IdentityServerConfiguration: Sendable {
  /// Folder of the database and of `tls/`; created with mode 0700 when missing.
  package var directory: URL
  /// Port of the protocol endpoints; 0 lets the system choose one, which ``IdentityServer/issuer`` then shows.
  package var port: Int
  /// Port of the admin page; 0 lets the system choose.
  package var adminPort: Int
  /// Ports that the admin page tries in this order when ``adminPort`` is taken; empty: the server does not start then.
  package var otherAdminPorts: [Int] = []
  /// Port for devices, which must present a certificate; 0 lets the system choose. The metadata names it.
  package var devicePort = 0
  /// From where the server can be reached. The administration stays on loopback.
  package var reach = ServerReach()
  /// The users who can sign in. Users of earlier starts who are no longer listed cannot sign in.
  package var users: [UserAccount]
  package var administrator: AdministratorAccount
  package var lifetimes = ServerLifetimes()
  package var limits = ServerLimits()
  package var policies = ServerPolicies()
  /// Whether every client must keep the FAPI 2.0 Security Profile.
  package var isFAPI = false
  /// The application server that runs in the same process (seeds/004), at `/application`; `nil`: none.
  package var application: ApplicationServerConfiguration?
  package var redirects = Redirects()
  /// The scope of the app's configuration: the configured login clients may also request those of its names that belong to the protected API.
  package var appScope: [String] = []
  /// Resources that tokens may be for, besides the server's own API.
  package var resources: [ServerResource] = []
  /// Web origins (RFC 6454) whose pages may read the answers of ``CrossOrigin``'s endpoints; empty: only the server's own pages may.
  package var origins: [String] = []
  /// The app that claims addresses of this server (RFC 8252 §7.2); `nil`: no app does.
  package var claim: AppClaim?
  /// log2 of scrypt's N (r = 8, p = 1). 14 takes 16 MiB and some hundredths of a second: a whole class can sign in at once.
  package var passwordCost: Int
  package var version = "unknown"
  var upkeepPause: Duration = .seconds(600)
  var administratorChangePause: Duration = .seconds(1)
  /// How long a second of watching a client under test takes.
  var clientTestPace = 1.0
  var replayCapacity = ReplayMemory.usualCapacity
  /// Whether the server keeps the latest exchanges (``ExchangeTrace``). Switched off only to measure what that costs.
  package var traces = true
  /// Faults that are on as long as this server runs, besides those that an administrator switches on.
  package var faults: FaultOrder?
  package var connections = ConnectionLimits()
  package var time: TimeSource
  /// Called once for each handled request, on an arbitrary thread. The event holds no secret.
  package var onEvent: @Sendable (ServerEvent) -> Void
  package var logger: Logger

  package init(
    directory: URL, port: Int = 8443, adminPort: Int = 6749, users: [UserAccount] = UserAccount.demo,
    administrator: AdministratorAccount = .demo, passwordCost: Int = 14, time: TimeSource = .system,
    onEvent: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    logger: Logger = Logger(label: "idsvr", factory: { _ in SwiftLogNoOpLogHandler() })
  ) {
    (self.directory, self.port, self.adminPort, self.users) = (directory, port, adminPort, users)
    (self.administrator, self.passwordCost, self.time) = (administrator, passwordCost, time)
    (self.onEvent, self.logger) = (onEvent, logger)
  }

  package var databasePath: String { directory.appendingPathComponent("idsvr.sqlite").path }
  /// The PEM file of the local CA that clients must trust; it exists once the server is ready.
  package var certificateAuthorityPath: String { directory.appendingPathComponent("tls/ca.pem").path }

  /// The accounts whose passwords the tutorials print, so that everybody may know them.
  package var tutorialAccounts: [String] {
    users.filter { $0.tutorialHash != nil }.map(\.name) + (administrator == .demo ? [administrator.name] : [])
  }

  /// The scopes of ``resources``, without duplicates and without those that the server offers anyway.
  var resourceScopes: [String] {
    var seen = Set(ClientMetadataJudge.scopes + [ConfiguredClients.registrationScope])
    return resources.flatMap(\.scopes).filter { seen.insert($0).inserted }
  }

  package struct Redirects: Hashable, Sendable {
    package var redirectURIs: [String]
    package var postLogoutRedirectURIs: [String]

    package init(redirectURIs: [String] = [], postLogoutRedirectURIs: [String] = []) {
      (self.redirectURIs, self.postLogoutRedirectURIs) = (redirectURIs, postLogoutRedirectURIs)
    }
  }

  /// Paths that belong to an app: the association file names them, browsers that do not know the app get a page.
  package struct AppClaim: Hashable, Sendable {
    package var appID: String
    package var paths: [String]
    /// SHA-256 of the app's Android certificates, in hexadecimal pairs with colons. Empty: there is no file for Android.
    package var fingerprints: [String]

    package init(appID: String, paths: [String], fingerprints: [String] = []) {
      (self.appID, self.paths, self.fingerprints) = (appID, paths, fingerprints)
    }
  }

  /// Each deadline covers its whole phase: a peer that sends one byte at a time does not extend it.
  package struct ConnectionLimits: Hashable, Sendable {
    package var head: Duration = .seconds(10)
    /// The time from the end of the head to the end of the body.
    package var body: Duration = .seconds(30)
    /// The time between two requests, and from the start of the connection to its first request, including the TLS handshake.
    package var idle: Duration = .seconds(30)
    /// The time from the end of a request to its answer. The push channel holds answers for up to 20 s.
    package var answer: Duration = .seconds(60)
    /// Connections on all ports together; one more closes the connection that has been idle longest.
    package var count = ConnectionLimits.fitting
    /// Connections from one address beyond loopback; one more closes the one of this address that has been idle longest.
    package var countOfAddress = 64

    /// Logins that may wait for their turn: enough for a class, and at most a quarter of the connections.
    var logins: Int { max(8, min(400, count / 4)) }

    /// The number of connections that leaves this process enough descriptors for its files; at most 2048.
    package static var fitting: Int {
      var limit = rlimit()
      guard getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
      return min(2048, max(32, Int(clamping: limit.rlim_cur) - 128))
    }
  }
}

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

  /// The hash of a password that the tutorials print (``PasswordChecker``); `nil` for any other account. It hides nothing, so it was made beforehand: scrypt
  /// for three users would take longer than the rest of a start.
  var tutorialHash: String? {
    UserAccount.demo.contains { $0.name == name && $0.password == password } ? UserAccount.tutorialHashes[name] : nil
  }

  private static let tutorialHashes = [
    "demouser": "scrypt$14$J2QZ9Yt_bnb8AzO4JUMu_w$o-DuNcUGu4bcyitU7zZ9wTO_Zg_F6uZdm33fYO5e_8k",
    "jd": "scrypt$14$47YSZJI_bZ7yxXdPIFcX4Q$dihmiAaWnuohQzA3fzP3-z99t_TCN3NBKz-3aBi86ss",
    "jr": "scrypt$14$-qvcMohT6b5Uh3FvKXxrgA$A5FO0HKgbo0wHUlNvw-dadccbtJPN8JFCj0AiYrMrdQ",
  ]
}

package struct AdministratorAccount: Hashable, Sendable {
  package var name: String
  package var password: Secret

  package init(name: String, password: Secret) { (self.name, self.password) = (name, password) }

  /// `admin` / `Password1`, as in the Curity tutorial.
  package static let demo = AdministratorAccount(name: "admin", password: Secret("Password1"))
}
