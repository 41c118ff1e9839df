import AppState
import Catalogue
import FoundationEssentials
import HTTPTransport
import OAuthClient
import Programs
import Screens
import SharedValues

/// What `config.json` says, judged: the five members of the seed, and the optional ones of docs/configuration.md.
struct Configuration: Hashable, Sendable {
  /// Absolute path of the file; `nil`: there is none, and the configuration that comes with the product counts.
  var file: String?
  var issuer: Issuer
  /// It names port 0 of localhost: the embedded server at this data directory's own port, which ``issuer`` has.
  var issuerIsOwn = false
  /// The file names no issuer: it is the server that ``api`` leaves logins to.
  var issuerIsOfAPI = false
  /// What was read.
  var document: JSON = [:]
  var registrationClientID: String
  var redirectURI: RedirectURI
  var postLogoutRedirectURI: RedirectURI
  /// What the file says of both, where this run has taken others in their place; `nil`: both are as they are configured.
  var configuredRedirects: RedirectPair?
  var scope: String
  var registration = RegistrationOptions()
  /// PEM files, absolute, trusted besides the system's.
  var trustedCertificates: [String] = []
  /// Base URL of the application server that keeps the client secret; without a slash at its end.
  var applicationServer: String?
  /// Address and identifier of the API that the tokens are for; without a slash at its end.
  var api: String?
  /// What the deployment adds to authorization requests.
  var authorizationParameters = AuthorizationParameters.none
  var userAgent = UserAgentKind.inApp
  /// Of the user agent `command`.
  var browserCommand: String?
  var browserTakesTerminal = false
  /// The app's identifier in association files.
  var appID = UserAgentOptions.defaultAppID
  /// Keys of its own for this instance and its tokens, where they are wanted.
  var keys = KeyDemands()
  /// Whether `profile` asks for the whole of FAPI 2.0.
  var isFAPI: Bool { keys.isFAPI }
  /// Keep the refresh token in the keystore and sign in with it at the next start.
  var silentStart = false
  var deadlines = Deadlines()
  /// As it is written, for the in-app browser; `nil`: the environment says it.
  var proxy: String?
  var proxies: Proxies { proxy.flatMap { Proxies($0) } ?? .ofThisProgram }
  /// A preset, or a fault file, relative to the configuration's folder: what goes wrong on purpose. Read by who needs it.
  var faults: String?
  var embeddedServer = EmbeddedServerOptions()
  /// Whose app is shown.
  var brand = Brand.curity
  /// Sentences about members that were ignored.
  var warnings: [String] = []
  /// What of the file is not known, e.g. `embeddedServer.lifetimes.tokens`; `warnings` says so.
  var unknownMembers: [String] = []

  /// Where relative paths in it start from.
  var folder: String { file.map { AbsolutePath.folder(of: $0) } ?? AbsolutePath.of(".") }

  /// Those of its redirect URIs that name `localhost`, which `allowLocalhostRedirect` has allowed.
  var localhostRedirects: [RedirectURI] { [redirectURI, postLogoutRedirectURI].filter(\.namesLocalhost) }

  /// A login elsewhere (RFC 8628) brings no code that a server could redeem for the app, and its questions come every few seconds.
  /// - Throws: `config_members_exclude`.
  func judgeDeviceCode(named member: String = "browser") throws(CommandError) {
    let conflict: (member: String, hint: Phrase)? =
      applicationServer != nil
      ? ("applicationServer", .codeOrApplicationServer)
      : keys.privateKey && keys.userPresence ? ("userPresence", .codeOrUserPresence) : nil
    guard let conflict else { return }
    throw CommandError(
      .configMembersExclude,
      [
        "path": file ?? "", "field": member, "received": conflict.member, "expected": Catalogue()(conflict.hint),
      ])
  }

  /// Whether the app gets a client of its own.
  var registers: Bool { registration.mode.registers && applicationServer == nil }
}
