import Foundation
import Logging
import SharedValues

/// Everything that the embedded identity server is configured with.
///
/// The defaults are the product's: issuer `https://localhost:8443/oauth/v2/oauth-anonymous`, admin page on port 6749,
/// the three demo users. The server only ever binds 127.0.0.1 and ::1.
public struct IdentityServerConfiguration: Sendable {
  /// Folder of the database and of `tls/`; created with mode 0700 when missing.
  public var directory: URL
  /// Port of the protocol endpoints; 0 lets the system choose one, which ``IdentityServer/issuer`` then shows.
  public var port: Int
  /// Port of the admin page; 0 lets the system choose.
  public var adminPort: Int
  /// Ports that the admin page tries in this order when ``adminPort`` is taken; empty: the server does not start then.
  public var otherAdminPorts: [Int] = []
  /// Port for devices, which must present a certificate; 0 lets the system choose. The metadata names it.
  public var devicePort = 0
  /// The users who can sign in. Users of earlier starts who are no longer listed cannot sign in.
  public var users: [UserAccount]
  /// The account of the admin page.
  public var administrator: AdministratorAccount
  public var lifetimes: Lifetimes
  public var policy: Policy
  public var limits = Limits()
  /// Defences that are switched off for a lesson.
  public var insecure = InsecureSwitches.none
  /// Requirements about keys that every client must meet.
  public var demands = KeyRequirements.none
  /// The application server that runs in the same process (seeds/004), at `/application`; `nil`: none.
  public var application: ApplicationServerConfiguration?
  /// Additional redirect URIs of the configured clients.
  public var redirects = Redirects()
  /// The scope of the app's configuration: the configured login clients may also request those of its names that belong to the protected API.
  public var appScope: [String] = []
  /// Resources that tokens may be for, besides the server's own API.
  public var resources: [Resource] = []
  /// Web origins (RFC 6454) whose pages may read the answers of ``CrossOrigin``'s endpoints; empty: only the server's own pages may.
  public var origins: [String] = []
  /// The app that claims addresses of this server (RFC 8252 §7.2); `nil`: no app does.
  public var claim: AppClaim?
  /// Who may register a client.
  public var registrationPolicy = RegistrationPolicy.token
  /// Whether an enrolled device that asks the push channel gets a token without the administrator.
  public var pushPolicy = PushPolicy.automatic
  /// How the users' `sub` values are made.
  public var subjects = SubjectPolicy.name
  /// The format of access tokens.
  public var accessTokens = AccessTokenFormat.opaque
  /// log2 of scrypt's N for password hashes (r = 8, p = 1). 14 takes 16 MiB and some hundredths of a second, so that
  /// a whole class can sign in at the same time.
  public var passwordCost: Int
  /// The program's version, for `/metrics`.
  public var version = "unknown"
  /// The pause between two rounds of the upkeep.
  var upkeepPause: Duration = .seconds(600)
  /// The pause between two checks for changes that administrators made by command.
  var administratorChangePause: Duration = .seconds(1)
  /// ``ReplayMemory/capacity`` for proofs and for assertions.
  var replayCapacity = ReplayMemory.usualCapacity
  /// The time limits and the number of connections.
  public var connections = ConnectionLimits()
  public var time: TimeSource
  /// Called once for each handled request, on an arbitrary thread. The event holds no secret.
  public var onEvent: @Sendable (ServerEvent) -> Void
  public var logger: Logger

  public init(
    directory: URL, port: Int = 8443, adminPort: Int = 6749, users: [UserAccount] = UserAccount.demo,
    administrator: AdministratorAccount = .demo, lifetimes: Lifetimes = Lifetimes(), policy: Policy = .lenient,
    passwordCost: Int = 14, time: TimeSource = .system, onEvent: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    logger: Logger = Logger(label: "idsvr", factory: { _ in SwiftLogNoOpLogHandler() })
  ) {
    (self.directory, self.port, self.adminPort, self.users) = (directory, port, adminPort, users)
    (self.administrator, self.lifetimes, self.policy) = (administrator, lifetimes, policy)
    (self.passwordCost, self.time, self.onEvent, self.logger) = (passwordCost, time, onEvent, logger)
  }

  /// The path of the database: `idsvr.sqlite` in ``directory``.
  public var databasePath: String { directory.appendingPathComponent("idsvr.sqlite").path }
  /// The PEM file of the local CA that clients must trust; it exists once the server is ready.
  public var certificateAuthorityPath: String { directory.appendingPathComponent("tls/ca.pem").path }
}

extension IdentityServerConfiguration {
  /// The redirect URIs of the app's configuration, for logins and sign-outs.
  public struct Redirects: Hashable, Sendable {
    public var redirectURIs: [String]
    public var postLogoutRedirectURIs: [String]

    public init(redirectURIs: [String] = [], postLogoutRedirectURIs: [String] = []) {
      (self.redirectURIs, self.postLogoutRedirectURIs) = (redirectURIs, postLogoutRedirectURIs)
    }
  }

  /// Paths of this server that belong to an app. The association file names them; browsers that do not know the app get
  /// a readable page.
  public struct AppClaim: Hashable, Sendable {
    public var appID: String
    public var paths: [String]
    /// SHA-256 of the certificates that sign the app on Android, as pairs of hexadecimal digits separated by colons. An empty list: there
    /// is no file for Android.
    public var fingerprints: [String]

    public init(appID: String, paths: [String], fingerprints: [String] = []) {
      (self.appID, self.paths, self.fingerprints) = (appID, paths, fingerprints)
    }
  }

  /// How strictly registrations and client authentication are judged.
  public enum Policy: String, Hashable, Sendable, CaseIterable {
    /// Adds the refresh_token grant, accepts basic and post for each client with a secret, allows `http://localhost`
    /// redirects, and ignores at a refresh the names that the login left out.
    case lenient
    /// Does exactly what was registered; requires PKCE of every client.
    case strict
  }

  /// How new users get their subjects. A subject stays when the policy changes.
  public enum SubjectPolicy: String, Hashable, Sendable, CaseIterable {
    /// The user name, as with the Curity server; a UUID when an earlier user had that name.
    case name
    /// A UUID, as with Keycloak.
    case uuid
  }

  public enum AccessTokenFormat: String, Hashable, Sendable, CaseIterable {
    /// Only this server can read it.
    case opaque
    /// A signed JSON Web Token (RFC 9068) with the user's roles, as with Keycloak. `dcr` tokens stay opaque.
    case jwt
  }

  public enum PushPolicy: String, Hashable, Sendable, CaseIterable {
    case automatic
    /// After an administrator has sent a token.
    case administrator
  }

  public enum RegistrationPolicy: String, Hashable, Sendable, CaseIterable {
    /// A registration needs an initial access token, which registers one client, once.
    case token
    /// Anyone on this machine may register (RFC 7591 §3: open registration). A token that is sent must still be valid.
    case open
  }

  /// Limits of registrations, pushed requests, waiting devices and payments; 0: unlimited. By default a class of 200 with one user can register.
  public struct Limits: Hashable, Sendable {
    /// Live clients of one user.
    public var clientsPerUser: Int
    /// Registrations of one user, or of one address when there is no user; that many may come at once.
    public var registrationsPerMinute: Int
    /// Bytes of metadata that may be stored for one client.
    public var metadataBytes: Int
    /// Live clients without an owner; clients registered with and without a token each have this limit (docs/decisions/0018).
    public var clientsWithoutOwner: Int
    /// Pushed requests of one client that have not led to a code yet.
    public var pushedRequests = 1000
    /// Devices of one client that are waiting for their users (RFC 8628).
    public var deviceAuthorizations = 1000
    /// Payments of one user within a day.
    public var paymentsPerDay = 100

    public init(
      clientsPerUser: Int = 1000, registrationsPerMinute: Int = 300, metadataBytes: Int = 16384,
      clientsWithoutOwner: Int = 2000
    ) {
      (self.clientsPerUser, self.clientsWithoutOwner) = (clientsPerUser, clientsWithoutOwner)
      (self.registrationsPerMinute, self.metadataBytes) = (registrationsPerMinute, metadataBytes)
    }
  }

  /// How long things live, in seconds.
  public struct Lifetimes: Hashable, Sendable {
    public var code: TimeInterval
    public var accessToken: TimeInterval
    /// The access token with scope `dcr`, which registers one client.
    public var registrationToken: TimeInterval
    public var refreshToken: TimeInterval
    public var idToken: TimeInterval
    /// The browser's SSO session, counted from the login.
    public var session: TimeInterval
    /// The registration access token (RFC 7592).
    public var registrationAccessToken: TimeInterval
    /// 0: never expires, as in `client_secret_expires_at`.
    public var clientSecret: TimeInterval
    /// How long a page with a form may stay open.
    public var form: TimeInterval
    /// The time from a pushed request until a browser must present its reference.
    public var pushedRequest: TimeInterval = 60
    /// The time that a device's user has to find a browser and allow the device (RFC 8628 §3.2).
    public var deviceCode: TimeInterval = 600
    /// The time that a device must wait between two polls.
    public var deviceInterval: TimeInterval = 5
    /// The highest age of a login that allows a payment.
    public var paymentLogin: TimeInterval = 120
    /// The time for which a used refresh token is still accepted, counted from its first use, with ``KeyRequirements/refreshGrace``.
    public var refreshGrace: TimeInterval = 30

    public init(
      code: TimeInterval = 60, accessToken: TimeInterval = 300, registrationToken: TimeInterval = 300,
      refreshToken: TimeInterval = 3600, idToken: TimeInterval = 3600, session: TimeInterval = 8 * 3600,
      registrationAccessToken: TimeInterval = 31_536_000, clientSecret: TimeInterval = 0, form: TimeInterval = 900
    ) {
      (self.code, self.accessToken, self.registrationToken) = (code, accessToken, registrationToken)
      (self.refreshToken, self.idToken, self.session) = (refreshToken, idToken, session)
      (self.registrationAccessToken, self.clientSecret, self.form) = (registrationAccessToken, clientSecret, form)
    }
  }
}
