import Foundation
import Logging
import SharedValues

/// Everything that the embedded identity server is told from outside.
///
/// The defaults are the ones of the product: issuer `https://localhost:8443/oauth/v2/oauth-anonymous`, admin page on port
/// 6749, the three demo users. The server only ever binds 127.0.0.1 and ::1.
public struct IdentityServerConfiguration: Sendable {
  /// Folder of the database and of `tls/`; made with mode 0700 when it is missing.
  public var directory: URL
  /// Port of the protocol endpoints; 0 lets the system choose one, which ``IdentityServer/issuer`` then shows.
  public var port: Int
  /// Port of the admin page; 0 lets the system choose.
  public var adminPort: Int
  /// Ports for the admin page that are tried in this order where ``adminPort`` is taken; none: then the server does not start.
  public var otherAdminPorts: [Int] = []
  /// Port for devices, which present a certificate there; 0 lets the system choose. The metadata names it.
  public var devicePort = 0
  /// The users who can sign in. Users of earlier starts who are no longer listed are removed.
  public var users: [UserAccount]
  /// The account of the admin page.
  public var administrator: AdministratorAccount
  public var lifetimes: Lifetimes
  public var policy: Policy
  public var limits = Limits()
  /// Defences that are switched off for a lesson.
  public var insecure = InsecureSwitches.none
  /// What every client has to do with keys of its own.
  public var demands = KeyDemands.none
  /// The application server that comes with it (seeds/004), at `/application`; `nil`: none.
  public var application: ApplicationServerConfiguration?
  /// Redirect URIs of the configured clients besides their own.
  public var redirects = Redirects()
  /// The scope of the app's configuration: what it names of the protected API, the configured clients for logins may ask for, too.
  public var appScope: [String] = []
  /// What tokens may be for besides the server's own API.
  public var resources: [Resource] = []
  /// Web origins (RFC 6454) whose pages may read the answers of ``CrossOrigin``'s endpoints; none: no page elsewhere may.
  public var origins: [String] = []
  /// The app that has addresses of this server as its own (RFC 8252 §7.2); `nil`: none has.
  public var claim: AppClaim?
  /// Who may register a client.
  public var registrationPolicy = RegistrationPolicy.token
  /// Whether an enrolled device that asks the push channel gets its token at once.
  public var pushPolicy = PushPolicy.automatic
  /// How the `sub` that clients know a user by is made.
  public var subjects = SubjectPolicy.name
  /// The format of access tokens.
  public var accessTokens = AccessTokenFormat.opaque
  /// log2 of scrypt's N for password hashes (r = 8, p = 1). 14 takes 16 MiB and some hundredths of a second, so that
  /// a whole class can sign in at once.
  public var passwordCost: Int
  /// The program's version, for `/metrics`.
  public var version = "unknown"
  /// The time from one round of the upkeep to the next.
  var upkeepPause: Duration = .seconds(600)
  /// The time from one look at what commands have done to the next.
  var deedPause: Duration = .seconds(1)
  /// ``ReplayMemory/capacity`` of proofs and of assertions.
  var replayCapacity = ReplayMemory.usualCapacity
  /// How long and how many connections may be.
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

  /// Where the database stands: `idsvr.sqlite` in ``directory``.
  public var databasePath: String { directory.appendingPathComponent("idsvr.sqlite").path }
  /// The PEM file of the local CA that clients have to trust; it exists once the server is ready.
  public var certificateAuthorityPath: String { directory.appendingPathComponent("tls/ca.pem").path }
}

extension IdentityServerConfiguration {
  /// The redirect URIs of the app's configuration, for logins and for sign-outs.
  public struct Redirects: Hashable, Sendable {
    public var redirectURIs: [String]
    public var postLogoutRedirectURIs: [String]

    public init(redirectURIs: [String] = [], postLogoutRedirectURIs: [String] = []) {
      (self.redirectURIs, self.postLogoutRedirectURIs) = (redirectURIs, postLogoutRedirectURIs)
    }
  }

  /// Paths of this server that belong to an app: named in the association file, and a readable page for browsers that do
  /// not know the app.
  public struct AppClaim: Hashable, Sendable {
    public var appID: String
    public var paths: [String]
    /// SHA-256 of the certificates that sign the app on Android, in pairs of hexadecimal digits with colons between. With none there is no
    /// file for Android.
    public var fingerprints: [String]

    public init(appID: String, paths: [String], fingerprints: [String] = []) {
      (self.appID, self.paths, self.fingerprints) = (appID, paths, fingerprints)
    }
  }

  /// How strictly registrations and client authentication are judged.
  public enum Policy: String, Hashable, Sendable, CaseIterable {
    /// Adds the refresh_token grant, accepts basic and post for each client with a secret, allows `http://localhost`
    /// redirects, leaves out at a refresh what the login left out.
    case lenient
    /// Exactly what was registered, PKCE for every client.
    case strict
  }

  /// How users who are added get their subjects. A subject that was given stays, whatever the policy becomes.
  public enum SubjectPolicy: String, Hashable, Sendable, CaseIterable {
    /// The user name, as with the Curity server; a UUID where somebody else has had that name.
    case name
    /// A UUID, as with Keycloak.
    case uuid
  }

  public enum AccessTokenFormat: String, Hashable, Sendable, CaseIterable {
    /// Means something to this server alone.
    case opaque
    /// A signed JSON Web Token (RFC 9068) with the user's roles, as with Keycloak. `dcr` tokens stay opaque.
    case jwt
  }

  public enum PushPolicy: String, Hashable, Sendable, CaseIterable {
    case automatic
    /// When an administrator has sent it.
    case administrator
  }

  public enum RegistrationPolicy: String, Hashable, Sendable, CaseIterable {
    /// Holders of an initial access token may register: one client, once.
    case token
    /// Anybody on this machine (RFC 7591 §3: open registration). A token that is sent all the same has to be good.
    case open
  }

  /// What bounds registrations, pushed requests, waiting devices and payments; 0 is no limit. The defaults let a class of 200 with one user register at once.
  public struct Limits: Hashable, Sendable {
    /// Live clients of one user.
    public var clientsPerUser: Int
    /// Registrations of one user, or from one address where there is no user; as many may come at once.
    public var registrationsPerMinute: Int
    /// How many bytes of metadata may be stored for one client.
    public var metadataBytes: Int
    /// Live clients that belong to no user: those that came with a token, and those that came without (docs/decisions/0018).
    public var clientsWithoutOwner: Int
    /// Requests that one client has pushed and that have not led to a code yet.
    public var pushedRequests = 1000
    /// Devices of one client that wait for their users (RFC 8628).
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
    /// The access token with scope `dcr`, which registers one client, once.
    public var registrationToken: TimeInterval
    public var refreshToken: TimeInterval
    public var idToken: TimeInterval
    /// The SSO session of the browser, from the login.
    public var session: TimeInterval
    /// The RFC 7592 token that belongs to a registration.
    public var registrationAccessToken: TimeInterval
    /// 0 never expires, as `client_secret_expires_at` says it.
    public var clientSecret: TimeInterval
    /// How long a page with a form may stay open.
    public var form: TimeInterval
    /// The time from a pushed request to the browser that comes with its reference.
    public var pushedRequest: TimeInterval = 60
    /// The time that a device's user has for finding a browser and allowing the device (RFC 8628 §3.2).
    public var deviceCode: TimeInterval = 600
    /// How long a device has to wait between two questions.
    public var deviceInterval: TimeInterval = 5
    /// The age up to which a login is good for a payment.
    public var paymentLogin: TimeInterval = 120
    /// The time from the first use of a refresh token up to which it is taken again, where ``KeyDemands/refreshGrace`` says so.
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
