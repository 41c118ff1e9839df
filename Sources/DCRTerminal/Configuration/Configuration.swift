import Workshop
import AppState
import FoundationEssentials
import HTTPTransport
import IdentityServer
import OAuthClient
import SharedValues

/// What `config.json` says, judged: the five members of the seed, and the optional ones of docs/configuration.md.
struct Configuration: Hashable, Sendable {
  /// Absolute path of the file; relative paths in it start from its folder.
  var file: String
  var issuer: Issuer
  var registrationClientID: String
  var redirectURI: RedirectURI
  var postLogoutRedirectURI: RedirectURI
  var scope: String
  var registration = RegistrationOptions()
  /// PEM files, absolute, trusted besides the system's.
  var trustedCertificates: [String] = []
  /// Base URL of the application server that keeps the client secret; without a slash at its end.
  var applicationServer: String?
  /// What the deployment adds to authorization requests.
  var authorizationParameters = AuthorizationParameters.none
  var userAgent = UserAgentKind.inApp
  /// Of the user agent `command`.
  var browserCommand: String?
  var browserTakesTerminal = false
  /// The app's identifier in association files.
  var appID = UserAgentOptions.defaultAppID
  /// Keep the refresh token in the keystore and sign in with it at the next start.
  var silentStart = false
  var deadlines = Deadlines()
  /// A preset, or a fault file, relative to the configuration's folder: what goes wrong on purpose. Read by who needs it.
  var faults: String?
  var embeddedServer = EmbeddedServerOptions()
  /// Sentences about members that were ignored.
  var warnings: [String] = []

  /// Those of its redirect URIs that name `localhost`, which `allowLocalhostRedirect` has allowed.
  var localhostRedirects: [RedirectURI] { [redirectURI, postLogoutRedirectURI].filter(\.namesLocalhost) }

  /// Whether the app gets a client of its own.
  var registers: Bool { registration.mode.registers && applicationServer == nil }
}

/// What `embeddedServer` says. No password stands in it: the file that holds one is read by the server's process alone.
struct EmbeddedServerOptions: Hashable, Sendable {
  struct User: Hashable, Sendable {
    var name: String
    /// Absolute.
    var passwordFile: String
    var givenName: String
    var familyName: String
    var email: String
    var roles: [String]
    /// Further standard claims, judged.
    var claims: [JSON.Member] = []
  }

  /// `nil`: the three demo users.
  var users: [User]?
  /// Seconds by name; only those that were given.
  var lifetimes: [String: Int] = [:]
  /// By name; only those that were given.
  var limits: [String: Int] = [:]
  var isStrict = false
  /// Defences that are switched off for a lesson.
  var insecure = InsecureSwitches.none
  /// Anybody may register, without a token.
  var registrationIsOpen = false
  var adminPort: Int?
  /// Port for devices with a certificate; `nil` takes any free one, which the metadata names.
  var devicePort: Int?
  /// An administrator has to send each push.
  var pushNeedsAdministrator = false
  /// `nil`: the server's default.
  var subjects: IdentityServerConfiguration.SubjectPolicy?
  /// `nil`: the server's default.
  var accessTokens: IdentityServerConfiguration.AccessTokenFormat?
}
